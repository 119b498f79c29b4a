package dev.paylater.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.paylater.teststack.Chromium;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The elements in a shop's page of another origin, with a policy that allows no inline script or
 * style; skipped where no Chromium or Chrome is installed.
 */
class ElementInBrowserTest {

    private static final RunningApi API = RunningApi.shared();
    private static final String KEY = "pk_sandbox_paylater_0123456789abcdef";
    private static final String ROOT = "document.querySelector('paylater-checkout').shadowRoot";

    private static Chromium browser;
    private static HttpServer shop;
    private static volatile String body = "";

    @BeforeAll
    static void open_a_shop() throws Exception {
        var found = Chromium.started();
        assumeTrue(found.isPresent(), "No Chromium on the path");
        browser = found.get();
        shop = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        shop.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        var isScript = exchange.getRequestURI().getPath().equals("/shop.js");
                        var answer =
                                (isScript
                                                ? """
                                                window.heard = [];
                                                for (const type of ["ready", "change", "confirmed", "declined", "redirect", "error"])
                                                  document.addEventListener(type, (event) => heard.push([type, event.detail]));
                                                """
                                                : """
                                                <!doctype html><html lang="en"><title>Shop</title>
                                                <script src="/shop.js"></script>
                                                <script type="module" src="%s"></script>%s
                                                """
                                                        .formatted(
                                                                api("/elements/v1/paylater.js"),
                                                                body))
                                        .getBytes(UTF_8);
                        var headers = exchange.getResponseHeaders();
                        headers.set("content-type", isScript ? "text/javascript" : "text/html");
                        headers.set(
                                "content-security-policy",
                                "default-src 'none'; script-src 'self' %1$s; connect-src %1$s"
                                        .formatted(api("")));
                        exchange.sendResponseHeaders(200, answer.length);
                        exchange.getResponseBody().write(answer);
                    }
                });
        shop.start();
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
            shop.stop(0);
        }
    }

    private static String api(String path) {
        var uri = API.request("/").build().uri();
        return "http://" + uri.getAuthority() + path;
    }

    private static void open(String content) throws Exception {
        body = content;
        browser.open("http://127.0.0.1:" + shop.getAddress().getPort() + "/");
    }

    private static String checkout(JsonNode payment, String more) {
        return "<paylater-checkout publishable-key=\"%s\" payment-id=\"%s\" client-secret=\"%s\" %s></paylater-checkout>"
                .formatted(
                        KEY,
                        payment.path("payment_id").asString(),
                        payment.path("client_secret").asString(),
                        more);
    }

    private static void await(String script) throws Exception {
        browser.await("String(" + script + ")", "true"::equals);
    }

    private static void click(String selector) throws Exception {
        browser.evaluate(ROOT + ".querySelector('" + selector + "').click()");
    }

    /** Enters a value into the field with this id, as a person would. */
    private static void type(String entry) throws Exception {
        var idAndValue = entry.split("=", 2);
        browser.evaluate(
                "(() => { const field = %s.getElementById('%s'); field.value = '%s'; field.dispatchEvent(new Event('input')); })()"
                        .formatted(ROOT, idAndValue[0], idAndValue[1]));
    }

    @Test
    void a_shopper_pays_in_the_shops_own_page() throws Exception {
        open(checkout(API.create(", \"billing\": {\"email\": \"ada@example.com\"}"), ""));
        await("heard.some(([type]) => type === 'ready')");

        assertThat(browser.evaluate(ROOT + ".querySelector('button').textContent").asString())
                .isEqualTo("Pay €65.40");
        for (var entry :
                List.of(
                        "first_name=Ada",
                        "last_name=Jones",
                        "line1=Main St 1",
                        "zip=10115",
                        "city=Berlin",
                        "country=DE")) {
            type(entry);
        }
        click("button");
        await("heard.some(([type]) => type === 'confirmed')");
        assertThat(browser.evaluate("heard.at(-1)[1].payment.status").asString())
                .isEqualTo("requires_capture");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void what_the_chosen_method_still_needs_is_asked_for_and_checked_before_a_call()
            throws Exception {
        open(checkout(API.create(", \"connector\": [\"riverty\"]"), "locale=\"de-AT\""));
        await("heard.some(([type]) => type === 'ready')");

        click("button");
        await(ROOT + ".activeElement === " + ROOT + ".querySelector('.problem')");
        assertThat(browser.evaluate(ROOT + ".querySelector('.problem').textContent").asString())
                .contains("Vorname: ", "Diese Angabe fehlt.");
        assertThat(
                        browser.evaluate(
                                        ROOT
                                                + ".getElementById('email').getAttribute('aria-invalid')")
                                .asString())
                .isEqualTo("true");
        assertThat(browser.evaluate("heard.length").asInt()).isEqualTo(1);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void a_product_page_says_how_the_amount_could_be_paid() throws Exception {
        open(
                "<paylater-messaging publishable-key=\"%s\" amount=\"6540\" currency=\"EUR\" country=\"DE\" locale=\"ar\"></paylater-messaging>"
                        .formatted(KEY));
        await("heard.some(([type]) => type === 'ready')");

        var element = "document.querySelector('paylater-messaging')";
        assertThat(browser.evaluate(element + ".dir").asString()).isEqualTo("rtl");
        assertThat(browser.evaluate(element + ".shadowRoot.textContent").asString()).isNotBlank();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void a_wrong_secret_is_an_error_event_and_no_form() throws Exception {
        var payment = API.create("");
        open(
                "<paylater-checkout publishable-key=\"%s\" payment-id=\"%s\" client-secret=\"%s\"></paylater-checkout>"
                        .formatted(
                                KEY,
                                payment.path("payment_id").asString(),
                                payment.path("payment_id").asString() + "_secret_wrong"));
        await("heard.some(([type]) => type === 'error')");

        assertThat(browser.evaluate("heard[0][1].code").asString()).isEqualTo("IR_09");
        assertThat(browser.evaluate(ROOT + ".querySelector('form') === null").asBoolean()).isTrue();
    }
}
