package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.paylater.broker.LocalBroker;
import dev.paylater.teststack.Chromium;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * People sign in to the console at a real Keycloak, by click in a real browser; skipped where one
 * of the two is missing.
 */
@EnabledIfSystemProperty(
        named = "paylater.e2e.long",
        matches = "true",
        disabledReason = "Keycloak takes minutes to start: ./paylater test --all")
class KeycloakSignInTest {

    private static final String HEADING = "String(document.querySelector('h1')?.textContent)";
    private static final String TEXT = "String(document.body?.innerText)";

    @TempDir private static Path folder;

    private static String console;
    private static Keycloak keycloak;
    private static RunningApi api;

    private Chromium browser;

    @BeforeAll
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    static void start() throws Exception {
        var distribution = Keycloak.distribution();
        assumeTrue(distribution.isPresent(), "Keycloak was not fetched");
        var port = LocalBroker.freePort();
        console = "http://127.0.0.1:" + port;
        keycloak = Keycloak.start(distribution.get(), folder, console);
        api =
                new RunningApi(
                        Stream.concat(
                                        keycloak.settings().stream(),
                                        Stream.of(
                                                "--server.port=" + port,
                                                "--paylater.public-url=" + console))
                                .toArray(String[]::new));
    }

    @AfterAll
    static void stop() {
        if (api != null) {
            api.close();
        }
        if (keycloak != null) {
            keycloak.close();
        }
    }

    @BeforeEach
    void a_browser_that_nobody_has_used() throws Exception {
        var found = Chromium.started();
        assumeTrue(found.isPresent(), "No Chromium on the path");
        browser = found.get();
    }

    @AfterEach
    void close() {
        browser.close();
    }

    private void leaveForKeycloak() throws Exception {
        browser.open(console + "/console/sign_in?next=/console/sessions");
        browser.follow("document.querySelector('a.main').click()");
        browser.await("String(document.getElementById('kc-login') !== null)", "true"::equals);
        assertThat(browser.evaluate("location.href").asString()).startsWith(keycloak.issuer());
    }

    private void signInAs(String user) throws Exception {
        leaveForKeycloak();
        browser.evaluate("document.getElementById('username').value = '" + user + "'");
        browser.evaluate("document.getElementById('password').value = '" + Keycloak.PASSWORD + "'");
        browser.follow("document.getElementById('kc-login').click()");
    }

    @ParameterizedTest
    @CsvSource({
        "olga, owner, Dead letters",
        "otto, operator, Dead letters",
        "sam, support, Payments",
        "rita, read only, Sessions"
    })
    void each_role_signs_in_and_out_and_is_asked_again_afterwards(
            String user, String role, String page) throws Exception {
        signInAs(user);
        browser.await(HEADING, "Sessions"::equals);
        assertThat(browser.evaluate("location.href").asString())
                .isEqualTo(console + "/console/sessions");
        assertThat(browser.evaluate(TEXT).asString())
                .contains(user + "@example.com (" + role + ")", page);
        assertThat(browser.complaints()).isEmpty();

        browser.follow("document.querySelector('form.person button').click()");
        browser.await("location.href", (console + "/console/sign_in")::equals);
        assertThat(browser.complaints()).isEmpty();
        browser.open(console + "/console");
        browser.await(HEADING, "Sign in"::equals);
        leaveForKeycloak();
    }

    @Test
    void who_has_no_role_is_told_so_and_stays_outside() throws Exception {
        signInAs("nina");
        browser.await(HEADING, "That did not work"::equals);
        assertThat(browser.evaluate(TEXT).asString()).contains("gives you no role");
        browser.open(console + "/console");
        browser.await(HEADING, "Sign in"::equals);
    }

    @Test
    void an_administrator_ends_the_session_and_the_audit_log_has_names() throws Exception {
        signInAs("sam");
        browser.await(HEADING, "Sessions"::equals);
        var owner = ConsoleClient.as(api, "owner");
        var id =
                owner.get("/console/sessions")
                        .body()
                        .replaceAll(
                                "(?s).*?sam@example.com.*?/console/sessions/([0-9a-f]{64})/end.*",
                                "$1");
        assertThat(owner.submit("/console/sessions/" + id + "/end").status()).isEqualTo(303);
        browser.open(console + "/console");
        browser.await(HEADING, "Sign in"::equals);

        var line =
                api.inspectAs(RunningApi.ADMIN, "/audit_log?action=signIn&limit=10")
                        .items()
                        .valueStream()
                        .filter(entry -> entry.path("actor_name").asString("").startsWith("sam@"))
                        .findFirst()
                        .orElseThrow();
        assertThat(line.path("actor").asString()).startsWith(keycloak.issuer() + "/");
    }
}
