package dev.paylater.api.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.audit.AuditLine;
import dev.paylater.api.audit.AuditLog;
import dev.paylater.api.audit.AuditedAct;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.key.ApiKey;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.oidc.CodeFlow;
import dev.paylater.api.session.LocalRoles;
import dev.paylater.api.session.Sessions;
import dev.paylater.api.session.SignedIn;
import dev.paylater.api.settings.ServiceUrls;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetAddress;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerMapping;

/**
 * The way into the console: a session's cookie in place of a key. Whatever changes something has to
 * bring the session's form token along, which no other site can read.
 */
@Component
public final class ConsoleDoor {

    /** The field of each form that holds the session's form token. */
    public static final String FORM_TOKEN = "form_token";

    private static final String ROOT = "/console";
    private static final String READ = "GET";
    private static final String MERCHANT = "merchantId";
    private static final int SEE_OTHER = 303;
    private static final int SERVER_ERROR = 500;

    private static final String SESSION = "console";
    private static final String SIGN_IN = "console-sign-in";

    private final Sessions sessions;
    private final LocalRoles localRoles;
    private final CodeFlow codeFlow;
    private final AddressLimits addressLimits;
    private final AuditLog log;
    private final boolean isEncrypted;

    ConsoleDoor(
            Sessions sessions,
            LocalRoles localRoles,
            CodeFlow codeFlow,
            AddressLimits addressLimits,
            AuditLog log,
            ServiceUrls addresses) {
        this.sessions = sessions;
        this.localRoles = localRoles;
        this.codeFlow = codeFlow;
        this.addressLimits = addressLimits;
        this.log = log;
        this.isEncrypted = addresses.isEncrypted();
    }

    /** Whether a request is for the console, however its path is spelt. */
    static boolean leads(HttpServletRequest request) {
        var pattern = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        return pattern != null && isOfConsole(pattern.toString());
    }

    public static boolean isOfConsole(String path) {
        return path.equals(ROOT) || path.startsWith(ROOT + "/");
    }

    /**
     * Finds the session of the request's cookie and the key that it was begun with.
     *
     * @throws ApiException 401 when nobody is, or no longer
     */
    SignedIn enter(HttpServletRequest request) {
        return cookie(request, SESSION)
                .flatMap(sessions::find)
                .orElseThrow(() -> ApiException.of(ErrorCode.IR_01, "Sign in at /console/sign_in"));
    }

    /**
     * The call of somebody who is signed in, with a form's fields as its body.
     *
     * @throws ApiException when the page is another merchant's, or the form of another session
     */
    Call call(HttpServletRequest request, SignedIn signedIn) {
        requireOwn(request, signedIn.key().merchantId());
        var call = Call.ofConsole(request, signedIn, Bodies.read(request, Bodies.MAX_BYTES));
        if (!request.getMethod().equals(READ)) {
            requireOwnSite(request);
            var sent = call.field(FORM_TOKEN);
            if (sent == null || !isSame(sent, signedIn.session().formToken())) {
                throw ApiException.of(
                        ErrorCode.IR_17, "This form is not of your session: open it again");
            }
        }
        return call;
    }

    /** Another merchant's payment looks as if there were none. */
    private static void requireOwn(HttpServletRequest request, @Nullable String merchantId) {
        var named = request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
        if (merchantId != null
                && named instanceof Map<?, ?> variables
                && variables.containsKey(MERCHANT)
                && !merchantId.equals(variables.get(MERCHANT))) {
            throw ApiException.notFound("payment");
        }
    }

    private static boolean isSame(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(UTF_8), other.getBytes(UTF_8));
    }

    /** Browsers say where a form comes from; what says nothing is no browser. */
    private static void requireOwnSite(HttpServletRequest request) {
        var site = request.getHeader("Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin") && !site.equals("none")) {
            throw ApiException.of(ErrorCode.IR_17, "A form of another site changes nothing here");
        }
    }

    /**
     * Begins a session with an admin key or a merchant's secret key or, in the local profile, with
     * a role, and goes on at the address.
     *
     * @throws ApiException 401 when that is none, 403 when it is not valid here
     */
    public Answer signIn(Call call, String next) {
        var request = call.request();
        requireOwnSite(request);
        var key =
                Stream.of(role(call), key(call, request))
                        .flatMap(Optional::stream)
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        ApiException.of(
                                                ErrorCode.IR_01,
                                                "This is no valid admin key or secret key"));
        if (!key.allows(InetAddress.ofLiteral(request.getRemoteAddr()))) {
            throw ApiException.of(
                    ErrorCode.IR_17, "This key may not be used from " + request.getRemoteAddr());
        }
        return begin(request, key, next, address -> sessions.begin(key, address));
    }

    /** Sends a browser to the issuer, from where it comes back with {@link #arrive}. */
    public Answer leave(String next) {
        var departure = codeFlow.leave(next);
        return redirect(departure.address())
                .withCookie(cookie(SIGN_IN, departure.memory(), CodeFlow.LONGEST.toSeconds()));
    }

    /**
     * Begins a session of whom the issuer has signed in, in the browser that was sent there.
     *
     * @throws ApiException 403 when nobody was, 503 when that cannot be found out
     */
    public Answer arrive(Call call) {
        var request = call.request();
        addressLimits.requireRoom(request);
        var arrival = arrival(call, request);
        return begin(
                        request,
                        arrival.key(),
                        arrival.next(),
                        address -> sessions.beginAtIssuer(arrival.key(), address, arrival.hint()))
                .withCookie(cookie(SIGN_IN, "", 0));
    }

    private CodeFlow.Arrival arrival(Call call, HttpServletRequest request) {
        try {
            return codeFlow.arrive(cookie(request, SIGN_IN).orElse(null), call.parameters());
        } catch (ApiException refused) {
            if (refused.status() < SERVER_ERROR) {
                addressLimits.failed(request);
            }
            throw refused;
        }
    }

    private Answer begin(
            HttpServletRequest request,
            ApiKey key,
            String next,
            UnaryOperator<String> tokenForAddress) {
        var act = new AuditedAct(log, line("signIn", key, request));
        act.begin();
        var token = tokenForAddress.apply(request.getRemoteAddr());
        act.end(SEE_OTHER);
        return redirect(next).withCookie(cookie(SESSION, token, Sessions.maxAgeSeconds()));
    }

    private Optional<ApiKey> role(Call call) {
        var role = call.field("role");
        if (role == null) {
            return Optional.empty();
        }
        return role.equals(LocalRoles.MERCHANT) ? sessions.localMerchant() : localRoles.key(role);
    }

    private Optional<ApiKey> key(Call call, HttpServletRequest request) {
        return addressLimits
                .find(request, call.field("key"))
                .filter(key -> key.kind() != KeyKind.PUBLISHABLE);
    }

    private static AuditLine line(String action, ApiKey key, HttpServletRequest request) {
        return AuditLine.requested(
                action,
                key.keyId(),
                key.name(),
                request.getRemoteAddr(),
                RequestIds.of(request),
                key.merchantId(),
                null);
    }

    /** Ends the caller's session and shows this. */
    public Answer signOut(Call call, Answer shown) {
        sessions.end(call.signedIn().session().sessionId());
        return shown.withCookie(cookie(SESSION, "", 0));
    }

    /** Goes on at an address, after a form was sent for example. */
    public static Answer redirect(String address) {
        return Answer.of(SEE_OTHER, "text/plain", new byte[0], Map.of("Location", address));
    }

    /** A link from elsewhere opens a page; a form from elsewhere lacks the token. */
    private String cookie(String purpose, String value, long seconds) {
        return "%s=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%s%s"
                .formatted(name(purpose), value, seconds, isEncrypted ? "; Secure" : "");
    }

    /** With this prefix no subdomain and no page without TLS can set it. */
    private String name(String purpose) {
        return isEncrypted ? "__Host-" + purpose : purpose;
    }

    private Optional<String> cookie(HttpServletRequest request, String purpose) {
        var cookies = request.getCookies();
        return cookies == null
                ? Optional.empty()
                : Stream.of(cookies)
                        .filter(cookie -> cookie.getName().equals(name(purpose)))
                        .map(Cookie::getValue)
                        .findFirst();
    }
}
