package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.paylater.teststack.Chromium;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The page of a merchant's webhooks in a real browser; skipped where none is installed. */
@ExtendWith(RunningStack.class)
class ConsoleTest {

    /** Other tests have endpoints of this merchant's too. */
    private static final Merchant MERCHANT = Merchant.OTHER;

    @Test
    void a_merchant_adds_an_endpoint_sees_what_it_answered_and_sends_it_again() throws Exception {
        var found = Chromium.started();
        assumeTrue(found.isPresent(), "No Chromium on the path");
        var isOpen = new AtomicBoolean();
        var shop = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        shop.createContext("/console", exchange -> answer(exchange, isOpen.get()));
        shop.start();
        var url = "http://127.0.0.1:" + shop.getAddress().getPort() + "/console";
        try (var browser = found.get()) {
            browser.open(Merchant.BASE + "/console/webhooks");
            enter(browser, "sk_wrong");
            assertThat(browser.text("complaint", text -> !text.isEmpty())).startsWith("IR_01");
            enter(browser, MERCHANT.key());
            browser.text("complaint", String::isEmpty);

            add(browser, url);
            assertThat(browser.text("secret", text -> text.contains("whsec_"))).contains(url);
            awaitEndpoint(browser, url, "enabled");
            assertThat(browser.evaluate(row("endpoint", url) + ".cells[1].textContent").asString())
                    .isEqualTo("payment.*, refund.succeeded");

            press(browser, "endpoint", url, "Send a test");
            var refused = awaitDelivery(browser, url, "500");
            assertThat(refused).contains("pending, next attempt", "not today");
            isOpen.set(true);
            press(browser, "delivery", "not today", "Send again");
            assertThat(awaitDelivery(browser, url, "204")).contains("delivered", "500");

            press(browser, "endpoint", url, "Disable");
            awaitEndpoint(browser, url, "disabled");
            assertThat(browser.evaluate(row("endpoint", url) + ".textContent").asString())
                    .contains("Enable");
            assertThat(browser.evaluate("document.getElementById('secret').hidden").booleanValue())
                    .isTrue();
            browser.evaluate("window.confirm = () => true");
            press(browser, "endpoint", url, "Delete");
            browser.text("endpoint-rows", text -> !text.contains(url));
            assertThat(browser.complaints()).isEmpty();
        } finally {
            shop.stop(0);
        }
    }

    private static void answer(HttpExchange exchange, boolean isOpen) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            if (isOpen) {
                exchange.sendResponseHeaders(204, -1);
            } else {
                var answer = "not today".getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(500, answer.length);
                exchange.getResponseBody().write(answer);
            }
        }
    }

    private static void enter(Chromium browser, String key) throws Exception {
        browser.evaluate(
                "document.getElementById('key').value = '%s';".formatted(key)
                        + "document.querySelector('#enter button').click()");
    }

    private static void add(Chromium browser, String url) throws Exception {
        browser.evaluate(
                """
                document.getElementById('url').value = '%s';
                document.getElementById('events').value = 'payment.*, refund.succeeded';
                document.querySelector('#add button').click()
                """
                        .formatted(url));
    }

    /** The row of endpoints or deliveries that says something; the merchant may have others. */
    private static String row(String rows, String says) {
        return "[...document.querySelectorAll('#%s-rows tr')].find(row => row.textContent.includes('%s'))"
                .formatted(rows, says);
    }

    private static void press(Chromium browser, String rows, String says, String label)
            throws Exception {
        browser.evaluate(
                "[...%s.querySelectorAll('button')].find(one => one.textContent === '%s').click()"
                        .formatted(row(rows, says), label));
    }

    private static void awaitEndpoint(Chromium browser, String url, String state) throws Exception {
        browser.await(
                row("endpoint", url) + "?.cells[3].textContent",
                text -> text.strip().equals(state));
    }

    /** As a merchant does who looks at the deliveries again until there is an answer. */
    private static String awaitDelivery(Chromium browser, String url, String answer)
            throws Exception {
        var end = Instant.now().plusSeconds(10);
        while (true) {
            press(browser, "endpoint", url, "Deliveries");
            var rows = browser.evaluate("document.getElementById('delivery-rows').textContent");
            if (rows.asString("").contains(answer + ", ")) {
                return rows.asString();
            }
            assertThat(Instant.now()).as("of the deliveries: %s", rows).isBefore(end);
            Thread.sleep(100);
        }
    }
}
