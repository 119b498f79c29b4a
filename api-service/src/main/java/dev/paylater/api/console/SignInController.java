package dev.paylater.api.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Audited;
import dev.paylater.api.http.Call;
import dev.paylater.api.http.ConsoleDoor;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Role;
import dev.paylater.api.key.Scope;
import dev.paylater.api.oidc.CodeFlow;
import dev.paylater.api.session.LocalRoles;
import dev.paylater.api.session.Session;
import dev.paylater.api.session.Sessions;
import java.net.URLEncoder;
import java.time.Clock;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/** Signing in and out, and who is signed in. */
@Controller
final class SignInController {

    private static final String SIGN_IN = "/console/sign_in";
    private static final String AT_ISSUER = "/console/sign_in/organisation";
    private static final int MAX_NEXT = 1_000;

    private final ConsoleDoor door;
    private final Sessions sessions;
    private final LocalRoles localRoles;
    private final CodeFlow codeFlow;
    private final Clock clock;

    SignInController(
            ConsoleDoor door,
            Sessions sessions,
            LocalRoles localRoles,
            CodeFlow codeFlow,
            Clock clock) {
        this.door = door;
        this.localRoles = localRoles;
        this.sessions = sessions;
        this.codeFlow = codeFlow;
        this.clock = clock;
    }

    @GetMapping(SIGN_IN)
    Answer form(Call call) {
        var roles =
                Stream.concat(
                                localRoles.all().stream().map(Role::wireName),
                                sessions.localMerchant().stream().map(_ -> LocalRoles.MERCHANT))
                        .map(word -> new SignInView.Choice(word, Words.readable(word)))
                        .toList();
        var next = next(call.query("next"));
        return ConsolePages.page(
                "sign_in",
                Frame.ofNobody("Sign in"),
                new SignInView(
                        roles,
                        codeFlow.isOffered()
                                ? AT_ISSUER + "?next=" + URLEncoder.encode(next, UTF_8)
                                : null,
                        next));
    }

    @GetMapping(AT_ISSUER)
    Answer leave(Call call) {
        return door.leave(next(call.query("next")));
    }

    @GetMapping(CodeFlow.RETURN)
    Answer arrive(Call call) {
        return door.arrive(call);
    }

    @PostMapping(SIGN_IN)
    Answer signIn(Call call) {
        return door.signIn(call, next(call.field("next")));
    }

    /** A page of the console: nobody is led elsewhere. */
    private static String next(@Nullable String wanted) {
        return wanted != null
                        && wanted.length() <= MAX_NEXT
                        && ConsoleDoor.isOfConsole(wanted)
                        && wanted.chars().allMatch(c -> c > ' ' && c < 127 && c != '\\')
                ? wanted
                : Menu.ATTENTION;
    }

    @PostMapping("/console/sign_out")
    @Allows(
            value = {KeyKind.ADMIN, KeyKind.SECRET},
            scope = {})
    @Audited("signOut")
    Answer signOut(Call call) {
        var session = call.signedIn().session();
        return door.signOut(
                call,
                Optional.ofNullable(session.role())
                        .flatMap(_ -> codeFlow.wayOut(session.logoutHint()))
                        .map(SignInController::leaving)
                        .orElseGet(() -> ConsoleDoor.redirect(SIGN_IN)));
    }

    /** A form may not be answered with a way to another site: the page's policy forbids it. */
    private static Answer leaving(String address) {
        return ConsolePages.page(
                        "signed_out", Frame.ofNobody("Signed out"), new SignedOutView(address))
                .with("Refresh", "0; url=" + address);
    }

    @GetMapping(Menu.SESSIONS)
    @Allows(
            value = {KeyKind.ADMIN, KeyKind.SECRET},
            scope = {})
    Answer sessions(Call call) {
        var own = call.signedIn().session().sessionId();
        var now = clock.instant();
        var rows =
                sessions.open().stream()
                        .filter(session -> mayEnd(call, session))
                        .map(
                                session ->
                                        new SessionsView.Row(
                                                session.sessionId(),
                                                session.name(),
                                                session.address(),
                                                Words.time(session.startedAt()),
                                                Words.distance(session.seenAt(), now),
                                                session.sessionId().equals(own)))
                        .toList();
        return ConsolePages.page(
                "sessions", Frame.of(call, "Sessions", Menu.SESSIONS), new SessionsView(rows));
    }

    @PostMapping("/console/sessions/{sessionId}/end")
    @Allows(
            value = {KeyKind.ADMIN, KeyKind.SECRET},
            scope = {})
    @Audited("endSession")
    Answer end(Call call, @PathVariable String sessionId) {
        var session =
                sessions.open().stream()
                        .filter(open -> open.sessionId().equals(sessionId))
                        .filter(open -> mayEnd(call, open))
                        .findFirst()
                        .orElseThrow(() -> ApiException.notFound("session"));
        sessions.end(session.sessionId());
        return ConsoleDoor.redirect(Menu.SESSIONS);
    }

    /** One's own, and everybody's for whoever may revoke administrators' keys. */
    private static boolean mayEnd(Call call, Session session) {
        return session.keyId().equals(call.keyId()) || call.may(Scope.ADMINS_WRITE);
    }
}
