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

/** A merchant's webhooks in the console, in a real browser; skipped where none is installed. */
@ExtendWith(RunningStack.class)
class ConsoleTest {

    /** Other tests have endpoints of this merchant's too. */
    private static final MerchantClient MERCHANT = MerchantClient.OTHER;

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
            browser.open(MerchantClient.BASE + "/console/sign_in?next=/console/webhooks");
            type(browser, "key", MERCHANT.key());
            press(browser, "main", "Sign in");
            awaitText(browser, "Add an endpoint");

            type(browser, "url", url);
            type(browser, "events", "payment.*, refund.succeeded");
            press(browser, "main", "Add");
            assertThat(awaitText(browser, "whsec_")).contains(url, "payment.*, refund.succeeded");
            press(browser, "tbody", url);

            awaitText(browser, "Deliveries");
            press(browser, ".buttons", "Send a test");
            assertThat(awaitDelivery(browser, "500")).contains("not today", "Pending");
            isOpen.set(true);
            press(browser, "tbody", "Send again");
            assertThat(awaitDelivery(browser, "204")).contains("Delivered", "500");

            press(browser, ".buttons", "Disable");
            awaitText(browser, "Enable\n");
            press(browser, ".buttons", "Delete");
            awaitText(browser, "is called no more");
            type(browser, "reason", "the test is over");
            press(browser, "main", "Delete");
            awaitText(browser, "Add an endpoint");
            assertThat(text(browser)).doesNotContain(url);
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

    private static void type(Chromium browser, String id, String text) throws Exception {
        browser.evaluate("document.getElementById('%s').value = '%s'".formatted(id, text));
    }

    /**
     * Presses the button or link that says this in a part of the page; it leads to another page.
     */
    private static void press(Chromium browser, String part, String says) throws Exception {
        browser.follow(
                "[...document.querySelectorAll('%s :is(button, a)')].find(one => one.textContent.trim() === '%s').click()"
                        .formatted(part, says));
    }

    private static String text(Chromium browser) throws Exception {
        return browser.evaluate("document.body.innerText").asString("");
    }

    private static String awaitText(Chromium browser, String wanted) throws Exception {
        browser.await("document.body.innerText", text -> text.contains(wanted));
        return text(browser);
    }

    /** As a merchant does who looks at the deliveries again until there is an answer. */
    private static String awaitDelivery(Chromium browser, String answer) throws Exception {
        var end = Instant.now().plusSeconds(60);
        while (true) {
            press(browser, ".filters", "Show");
            var shown = awaitText(browser, "Deliveries");
            if (shown.contains(": " + answer + ", ")) {
                return shown;
            }
            assertThat(Instant.now()).as(shown).isBefore(end);
            Thread.sleep(100);
        }
    }
}
