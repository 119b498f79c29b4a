package dev.paylater.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import com.nimbusds.jwt.JWTClaimsSet;
import dev.paylater.api.oidc.Codes;
import dev.paylater.api.oidc.Issuer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Administrators sign in to the console at an issuer; nobody else gets in that way. */
class ConsoleSignInTest {

    private static final String PUBLIC_URL = "https://pay.example";
    private static final String AT_ISSUER = "/console/sign_in/organisation";
    private static final String RETURN = "/console/sign_in/return";
    private static final AtomicInteger ADDRESSES = new AtomicInteger();

    private static Issuer issuer;
    private static Codes codes;
    private static RunningApi api;

    /** What one test guesses is not counted for another. */
    private final String address = "192.0.2." + ADDRESSES.incrementAndGet();

    @BeforeAll
    static void start() throws Exception {
        issuer = new Issuer();
        codes = new Codes(issuer);
        api =
                new RunningApi(
                        "--paylater.public-url=" + PUBLIC_URL,
                        "--paylater.oidc.issuer=" + issuer.address(),
                        "--paylater.oidc.jwks=" + issuer.jwks(),
                        "--paylater.oidc.audience=" + Issuer.AUDIENCE,
                        "--paylater.oidc.required-acr=phr,phrh",
                        "--paylater.oidc.client.id=" + Codes.CLIENT,
                        "--paylater.oidc.client.secret=" + Codes.SECRET,
                        "--paylater.oidc.client.authorization-endpoint="
                                + codes.authorizationEndpoint(),
                        "--paylater.oidc.client.token-endpoint=" + codes.tokenEndpoint(),
                        "--paylater.oidc.client.end-session-endpoint=" + codes.endSessionEndpoint(),
                        "--paylater.address-limits.failed-keys-per-second=1",
                        "--paylater.address-limits.failed-keys-burst=20",
                        "--server.forward-headers-strategy=native");
    }

    @AfterAll
    static void stop() {
        api.close();
        issuer.close();
    }

    @AfterEach
    void the_issuer_works() {
        codes.fault = null;
    }

    /** A browser that was sent to the issuer. */
    private record Away(String request, String cookie) {
        String state() {
            return Codes.query(request).getOrDefault("state", List.of("")).getFirst();
        }
    }

    private Away leave(String next) {
        return away(send(AT_ISSUER + "?next=" + URLEncoder.encode(next, UTF_8), ""));
    }

    private static Away away(RunningApi.Reply sent) {
        assertThat(sent.status()).as(sent.body()).isEqualTo(303);
        return new Away(sent.header("location"), cookies(sent).getFirst().replaceAll(";.*", ""));
    }

    private RunningApi.Reply send(String path, String cookie) {
        var request =
                api.request(path).header("accept", "text/html").header("x-forwarded-for", address);
        return api.send((cookie.isEmpty() ? request : request.header("cookie", cookie)).GET());
    }

    private RunningApi.Reply comeBack(Away away, String code) {
        return send(RETURN + "?code=" + code + "&state=" + away.state(), away.cookie());
    }

    private RunningApi.Reply signIn(Codes.Claims claims) {
        var away = leave("/console");
        return comeBack(away, codes.give(away.request(), claims));
    }

    private static JWTClaimsSet.Builder withFactor(JWTClaimsSet.Builder claims) {
        return claims.claim("acr", "phr");
    }

    private static Codes.Claims as(String role) {
        return claims -> withFactor(claims).claim("role", role);
    }

    private static List<String> cookies(RunningApi.Reply answer) {
        return answer.raw().headers().allValues("set-cookie");
    }

    private static String session(RunningApi.Reply signedIn) {
        assertThat(signedIn.status()).as(signedIn.body()).isEqualTo(303);
        return cookies(signedIn).getFirst().replaceAll(";.*", "");
    }

    private static void refuses(RunningApi.Reply answer, String reason) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(403);
        assertThat(answer.body()).contains(reason);
        assertThat(cookies(answer)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "owner, Dead letters, Customers",
        "operator, Dead letters, Customers",
        "support, Payments, Dead letters",
        "read_only, Your role reads merchants, Payments"
    })
    void a_person_is_signed_in_with_the_role_that_the_issuer_names(
            String role, String shown, String hidden) {
        var away = leave("/console/sessions");
        var back = comeBack(away, codes.give(away.request(), as(role)));

        assertThat(back.header("location")).isEqualTo("/console/sessions");
        assertThat(cookies(back))
                .satisfiesExactly(
                        begun ->
                                assertThat(begun)
                                        .startsWith("__Host-console=")
                                        .contains("; HttpOnly; SameSite=Lax;", "; Secure"),
                        forgotten ->
                                assertThat(forgotten)
                                        .startsWith("__Host-console-sign-in=;")
                                        .contains("Max-Age=0"));
        var page = send("/console", session(back)).body();
        assertThat(page).contains("ada@example.com (" + role.replace('_', ' ') + ")", shown);
        assertThat(page).doesNotContain(">" + hidden + "<");
    }

    @Test
    void a_browser_is_sent_away_with_what_ties_the_answer_to_it() {
        var sent = send(AT_ISSUER + "?next=/console/payments", "");
        var away = away(sent);
        var query = Codes.query(away.request());

        assertThat(away.request()).startsWith(codes.authorizationEndpoint() + "?");
        assertThat(query)
                .containsEntry("response_type", List.of("code"))
                .containsEntry("client_id", List.of(Codes.CLIENT))
                .containsEntry("redirect_uri", List.of(PUBLIC_URL + RETURN))
                .containsEntry("scope", List.of("openid email"))
                .containsEntry("acr_values", List.of("phr phrh"))
                .containsEntry("code_challenge_method", List.of("S256"))
                .containsKeys("state", "nonce", "code_challenge");
        assertThat(cookies(sent).getFirst())
                .startsWith("__Host-console-sign-in=sealed:")
                .contains("; Path=/; HttpOnly; SameSite=Lax; Max-Age=600; Secure")
                .doesNotContain(away.state())
                .hasSizeLessThan(4096);
        assertThat(leave("/console/" + "x".repeat(6_000)).cookie()).hasSizeLessThan(4096);
    }

    @Test
    void the_audit_log_names_issuer_and_subject_of_who_came_and_went() {
        var back =
                signIn(claims -> withFactor(claims).claim("role", "support").subject("audited-7"));
        var browser = new Browser(session(back));
        browser.post("/console/sign_out", browser.formToken());

        var lines =
                api.inspectAs(
                                RunningApi.ADMIN,
                                "/audit_log?actor=" + issuer.address() + "/audited-7")
                        .items();
        assertThat(lines.valueStream().map(line -> line.path("action").asString()))
                .containsExactly("signOut", "signOut", "signIn", "signIn");
        assertThat(lines.valueStream().map(line -> line.path("actor_name").asString()))
                .containsOnly("ada@example.com");
    }

    @Test
    void i_send_somebody_an_answer_that_their_browser_has_not_left_for() {
        var mine = leave("/console");
        var code = codes.give(mine.request(), as("owner"));
        var theirs = leave("/console");
        var path = RETURN + "?code=" + code + "&state=";
        var reason = "was not begun in this browser";

        refuses(send(path + mine.state(), ""), reason);
        refuses(send(path + mine.state(), theirs.cookie()), reason);
        refuses(send(RETURN + "?code=" + code, mine.cookie()), reason);
        refuses(send(path, mine.cookie()), reason);
        refuses(send(path + mine.state() + "&state=" + mine.state(), mine.cookie()), reason);
        refuses(send(path + mine.state(), mine.cookie().replaceAll("....$", "AAAA")), reason);
        refuses(send(path + mine.state(), "__Host-console-sign-in=sealed:AAAA"), reason);
        assertThat(send(path + mine.state(), mine.cookie()).status()).isEqualTo(303);
    }

    @Test
    void i_use_an_answer_again() {
        var away = leave("/console");
        var code = codes.give(away.request(), as("owner"));
        assertThat(comeBack(away, code).status()).isEqualTo(303);
        refuses(send(RETURN + "?code=" + code + "&state=" + away.state(), ""), "begin again");
        refuses(comeBack(away, code), "is over or was finished already");
    }

    @Test
    void i_put_a_code_of_mine_into_somebody_elses_browser() {
        var mine = leave("/console");
        var theirs = leave("/console");
        refuses(comeBack(theirs, codes.give(mine.request(), as("owner"))), "is over");
    }

    static Stream<Arguments> tokens() {
        return Stream.of(
                claims("nonce of another", claims -> claims.claim("nonce", "another")),
                claims("no nonce", claims -> claims.claim("nonce", null)),
                claims("another issuer", claims -> claims.issuer("https://evil.example")),
                claims("for the API", claims -> claims.audience(Issuer.AUDIENCE)),
                claims(
                        "for another too, and nobody says for whom first",
                        claims -> claims.audience(List.of(Codes.CLIENT, "another"))),
                claims("to another", claims -> claims.claim("azp", "another")),
                claims("expired", claims -> claims.expirationTime(secondsAgo(60))),
                claims("no end", claims -> claims.expirationTime(null)),
                claims("no subject", claims -> claims.subject(null)),
                claims("no second factor", claims -> claims.claim("acr", "pwd")));
    }

    private static Arguments claims(String name, Codes.Claims change) {
        return Arguments.of(
                name,
                (Codes.Claims) claims -> change.of(withFactor(claims).claim("role", "owner")));
    }

    private static Date secondsAgo(long seconds) {
        return Date.from(Instant.now().minusSeconds(seconds));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("tokens")
    void a_token_for_another_request_client_issuer_or_time_signs_nobody_in(
            String name, Codes.Claims claims) {
        refuses(signIn(claims), "is not accepted here");
    }

    @Test
    void i_sign_the_token_myself_or_not_at_all() {
        for (var signature : issuer.forgeries()) {
            var away = leave("/console");
            refuses(
                    comeBack(away, codes.give(away.request(), as("owner"), signature)),
                    "is not accepted here");
        }
    }

    @Test
    void who_has_no_role_or_two_is_told_so_and_not_let_in() {
        refuses(signIn(claims -> withFactor(claims).claim("role", null)), "gives you no role");
        refuses(signIn(as("root")), "gives you no role");
        refuses(signIn(as("bootstrap")), "gives you no role");
        refuses(
                signIn(
                        claims ->
                                withFactor(claims)
                                        .claim("role", Arrays.asList("owner", "support"))),
                "or more than one");
    }

    @Test
    void the_answer_of_another_issuer_is_none() {
        var away = leave("/console");
        var code = codes.give(away.request(), as("owner"));
        var path = RETURN + "?code=" + code + "&state=" + away.state() + "&iss=";
        refuses(send(path + "https://evil.example", away.cookie()), "of another issuer");
        assertThat(send(path + issuer.address(), away.cookie()).status()).isEqualTo(303);
    }

    @Test
    void who_is_refused_there_reads_why_and_no_text_of_a_stranger() {
        var away = leave("/console");
        var path = RETURN + "?state=" + away.state() + "&error=";
        refuses(send(path + "access_denied", away.cookie()), "(access_denied)");
        var strange = send(path + "%3Cb%3Eyou+owe+us&error_description=call+us", away.cookie());
        refuses(strange, "has not signed you in");
        assertThat(strange.body()).doesNotContain("you owe us", "call us");
        refuses(send(RETURN + "?state=" + away.state(), away.cookie()), "has no code");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example",
                "//evil.example",
                "/\\evil.example",
                "/consolex",
                "/payments/list",
                "/console\r\nset-cookie: a=b"
            })
    void nobody_is_led_elsewhere(String next) {
        var away = leave(next);
        assertThat(comeBack(away, codes.give(away.request(), as("support"))).header("location"))
                .isEqualTo("/console");
    }

    @Test
    void while_the_issuer_is_away_drips_or_floods_the_page_says_so_in_the_end() {
        var faults =
                List.<Codes.Fault>of(
                        exchange -> exchange.sendResponseHeaders(503, -1),
                        exchange -> {
                            exchange.sendResponseHeaders(200, 0);
                            drip(exchange.getResponseBody(), 1, 100);
                        },
                        exchange -> {
                            exchange.getResponseHeaders().set("Content-Type", "application/json");
                            exchange.sendResponseHeaders(200, 0);
                            drip(exchange.getResponseBody(), 1_000_000, 0);
                        },
                        exchange -> {
                            exchange.getResponseHeaders().set("Location", "/token?again");
                            exchange.sendResponseHeaders(307, -1);
                        },
                        exchange -> {
                            exchange.getResponseHeaders().set("Content-Type", "application/json");
                            exchange.sendResponseHeaders(200, 2);
                            exchange.getResponseBody().write("{}".getBytes(UTF_8));
                        });
        for (var fault : faults) {
            codes.fault = fault;
            var away = leave("/console");
            var answer = comeBack(away, codes.give(away.request(), as("owner")));
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.body()).contains("does not answer as it should");
            assertThat(answer.header("retry-after")).isEqualTo("2");
        }
    }

    /** Until nobody reads it any more. */
    private static void drip(OutputStream to, int bytes, long pauseMillis) throws IOException {
        var piece = " ".repeat(bytes).getBytes(UTF_8);
        while (true) {
            to.write(piece);
            to.flush();
            LockSupport.parkNanos(pauseMillis * 1_000_000);
        }
    }

    @Test
    void i_try_codes_and_am_stopped_before_the_issuer_is_asked() {
        var away = leave("/console");
        var statuses = Stream.generate(() -> comeBack(away, "guess").status()).limit(60).toList();
        assertThat(statuses).containsOnly(403, 429);
        assertThat(statuses.getLast()).isEqualTo(429);
    }

    @Test
    void an_id_token_is_no_key_and_lies_nowhere() throws Exception {
        var idToken = issuer.token(claims -> as("owner").of(claims.audience(Codes.CLIENT)));
        var request =
                api.request("/admin/merchants")
                        .header("x-forwarded-for", address)
                        .header("Authorization", "Bearer " + idToken);
        assertThat(api.send(request.GET()).status()).isEqualTo(401);

        session(signIn(as("owner")));
        var stored =
                api.bean(MongoDatabase.class)
                        .getCollection("console_sessions")
                        .find()
                        .into(new ArrayList<>());
        assertThat(stored).isNotEmpty();
        assertThat(stored.toString()).contains("logout_hint=sealed:").doesNotContain("=eyJ");
    }

    @Test
    void signing_out_ends_the_session_here_and_leads_to_the_issuers() {
        var browser = new Browser(session(signIn(as("operator"))));
        var page = browser.post("/console/sign_out", browser.formToken());

        assertThat(page.status()).isEqualTo(200);
        var onward = page.header("refresh").replace("0; url=", "");
        assertThat(onward).startsWith(codes.endSessionEndpoint() + "?");
        assertThat(Codes.query(onward))
                .containsEntry("client_id", List.of(Codes.CLIENT))
                .containsEntry("post_logout_redirect_uri", List.of(PUBLIC_URL + "/console/sign_in"))
                .hasEntrySatisfying(
                        "id_token_hint",
                        hint -> assertThat(hint.getFirst().split("\\.")).hasSize(3));
        assertThat(page.body()).contains("You are signed out here");
        assertThat(cookies(page).getFirst()).contains("__Host-console=;", "Max-Age=0");
        assertThat(send("/console", browser.cookie).status()).isEqualTo(303);
    }

    @Test
    void an_owner_ends_a_session_that_the_issuer_began() {
        var owner = new Browser(session(signIn(as("owner"))));
        var somebody =
                session(
                        signIn(
                                claims ->
                                        withFactor(claims)
                                                .claim("role", "support")
                                                .claim("email", "grace@example.com")
                                                .subject("grace")));
        var list = send("/console/sessions", owner.cookie).body();
        var id =
                list.replaceAll(
                        "(?s).*?grace@example.com.*?/console/sessions/([0-9a-f]{64})/end.*", "$1");
        owner.post("/console/sessions/" + id + "/end", owner.formToken());
        assertThat(send("/console", somebody).status()).isEqualTo(303);
    }

    @Test
    void the_way_in_is_shown_where_there_is_one_and_only_there() {
        assertThat(send("/console/sign_in?next=/console/payments", "").body())
                .contains("href=\"" + AT_ISSUER + "?next=%2Fconsole%2Fpayments\"");
        var elsewhere = RunningApi.shared();
        assertThat(elsewhere.get("/console/sign_in").body()).doesNotContain("organisation");
        assertThat(elsewhere.get(AT_ISSUER).status()).isEqualTo(404);
        assertThat(elsewhere.get(RETURN + "?code=a&state=b").status()).isEqualTo(404);
    }

    /** Of somebody who is signed in. */
    private final class Browser {

        private final String cookie;

        Browser(String cookie) {
            this.cookie = cookie;
        }

        String formToken() {
            return send("/console/sessions", cookie)
                    .body()
                    .replaceAll("(?s).*?name=\"form_token\" value=\"([^\"]+)\".*", "$1");
        }

        RunningApi.Reply post(String path, String formToken) {
            return api.send(
                    api.request(path)
                            .header("accept", "text/html")
                            .header("cookie", cookie)
                            .header("x-forwarded-for", address)
                            .header("content-type", "application/x-www-form-urlencoded")
                            .POST(BodyPublishers.ofString("form_token=" + formToken)));
        }
    }
}
