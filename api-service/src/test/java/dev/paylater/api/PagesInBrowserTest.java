package dev.paylater.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import com.sun.net.httpserver.HttpServer;
import dev.paylater.kit.security.CustomerAddresses;
import dev.paylater.teststack.Chromium;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The pages for customers in a real browser; skipped where no Chromium or Chrome is installed. */
class PagesInBrowserTest {

    private static final RunningApi API = RunningApi.shared();
    private static final String MARKUP =
            "<script>window.ran=1</script><img src=x onerror=window.ran=1>";

    private static Chromium browser;
    private static JsonNode payment;

    @BeforeAll
    static void open_a_browser() throws Exception {
        var found = Chromium.started();
        assumeTrue(found.isPresent(), "No Chromium on the path");
        browser = found.get();
        payment =
                API.create(
                        """
                        , "payment_link": true, "description": "%1$s",
                        "merchant_order_reference_id": "%1$s",
                        "payment_link_config": {"seller_name": "%1$s"},
                        "order_details":
                          [{"product_name": "%1$s", "quantity": 1, "amount": 6540}],
                        "billing": {"address": {"first_name": "\\"%1$s", "city": "'%1$s"}}
                        """
                                .formatted(MARKUP));
        assertThat(payment.path("payment_id").isString()).as(payment.toString()).isTrue();
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    private static String here(String path) {
        return API.request(path).build().uri().toString();
    }

    /** The links of the local profile name another port than the one that the test listens on. */
    private static String link(String field) {
        var link = payment.at("/payment_link/" + field).asString();
        return here(link.substring(link.indexOf("/pay/")));
    }

    private static String returned() {
        var id = API.create("").path("payment_id").asString();
        var filter = Filters.eq("_id", "merchant_sandbox/" + id);
        API.bean(MongoDatabase.class)
                .getCollection("payments")
                .updateOne(filter, Updates.set("status", "failed"));
        var address = API.bean(CustomerAddresses.class).wayBack(id, "merchant_sandbox", "sandbox");
        return here(address.substring(address.indexOf("/payments/")));
    }

    @Test
    void no_page_runs_what_a_merchant_or_customer_sent_or_needs_more_than_its_policy_allows()
            throws Exception {
        for (var page :
                List.of(
                        link("link"),
                        link("secure_link"),
                        here("/"),
                        here("/docs"),
                        here("/console/sign_in"),
                        here("/docs/errors/IR_05"),
                        here("/payments/list?q=" + "%3Cimg%20src=x%20onerror=window.ran=1%3E"),
                        here("/pay/merchant_sandbox/plink_unknown"),
                        returned())) {
            browser.open(page);
            assertThat(browser.complaints()).as(page).isEmpty();
            assertThat(browser.evaluate("typeof window.ran").asString()).isEqualTo("undefined");
        }
        browser.open(link("link"));
        assertThat(browser.evaluate("document.body.textContent").asString()).contains(MARKUP);
    }

    /** What escaping forgot, the policy would stop; and this test would see it. */
    @Test
    void markup_that_gets_into_a_page_does_not_run_either() throws Exception {
        browser.open(link("link"));
        browser.evaluate("document.body.insertAdjacentHTML('beforeend', '" + MARKUP + "')");
        browser.evaluate(
                "document.body.append(Object.assign(document.createElement('script'),"
                        + " {textContent: 'window.ran=1'}))");
        assertThat(browser.evaluate("typeof window.ran").asString()).isEqualTo("undefined");
        assertThat(browser.complaints())
                .anyMatch(complaint -> complaint.contains("Content Security Policy"));
    }

    @Test
    void a_page_that_waits_for_the_result_shows_it_as_soon_as_it_is_known() throws Exception {
        var waiting = API.create(", \"payment_link\": true");
        API.store(waiting, Updates.set("status", "processing"));
        var link = waiting.at("/payment_link/link").asString();
        browser.open(here(link.substring(link.indexOf("/pay/"))));
        assertThat(browser.evaluate("document.querySelector('h1').textContent").asString())
                .isEqualTo("We are waiting for the result");

        API.store(waiting, Updates.set("status", "succeeded"));
        browser.await(
                "String(document.querySelector('h1')?.textContent)",
                "Thank you. Your payment is approved"::equals);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void a_frame_around_a_page_stays_empty() throws Exception {
        var server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var html = "<iframe src=\"" + link("link") + "\"></iframe>";
        server.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        exchange.getResponseHeaders().set("content-type", "text/html");
                        exchange.sendResponseHeaders(200, html.length());
                        exchange.getResponseBody().write(html.getBytes(UTF_8));
                    }
                });
        server.start();
        try {
            browser.open("http://127.0.0.1:" + server.getAddress().getPort() + "/");
            browser.awaitComplaint("frame-ancestors 'none'");
        } finally {
            server.stop(0);
        }
    }
}
