package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.client.model.Updates;
import dev.paylater.schemas.CapturePayment;
import dev.paylater.schemas.ReserveRefund;
import dev.paylater.teststack.Chromium;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A task of each role in the console, by click; skipped where no Chromium is installed. */
class ConsoleInBrowserTest {

    private static final RunningApi API = RunningApi.shared();

    private static Chromium browser;

    private final String order = "order-" + UUID.randomUUID();

    @BeforeAll
    static void open_a_browser() throws Exception {
        var found = Chromium.started();
        assumeTrue(found.isPresent(), "No Chromium on the path");
        browser = found.get();
    }

    @AfterAll
    static void close() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void nobody_is_signed_in() throws Exception {
        browser.open(address("/console/sign_in"));
    }

    private static String address(String path) {
        return "http://" + API.request("/").build().uri().getAuthority() + path;
    }

    /** Presses a button or link that leads to another page, and waits for that page. */
    private static void click(String selector) throws Exception {
        browser.follow("document.querySelector('" + selector + "').click()");
    }

    private static void type(String id, String text) throws Exception {
        browser.evaluate("document.getElementById('" + id + "').value = '" + text + "'");
    }

    private static void awaitHeading(String text) throws Exception {
        browser.await(
                "String(document.querySelector('h1')?.textContent)", shown -> shown.contains(text));
    }

    private static void signIn(String role) throws Exception {
        click("button[value=" + role + "]");
        awaitHeading("Attention");
    }

    private void find() throws Exception {
        click("nav a[href=\"/console/payments\"]");
        awaitHeading("Payments");
        type("find", order);
        click("search button");
        browser.await("location.search", query -> query.contains("find=" + order));
        browser.await("String(document.querySelectorAll('tbody tr').length)", "1"::equals);
        click("tbody a");
        awaitHeading("65.40 EUR");
    }

    private static String page() throws Exception {
        return browser.evaluate("document.body.innerText").asString();
    }

    @Test
    void support_finds_an_order_and_reads_why_it_waits() throws Exception {
        var payment = API.create(", \"merchant_order_reference_id\": \"" + order + "\"");
        signIn("support");
        find();

        assertThat(page())
                .contains("Waits for a way to pay", "Open 65.40 EUR", order)
                .doesNotContain("Capture\n", "Refund\n");
        assertThat(browser.evaluate("location.pathname").asString())
                .endsWith("/merchant_sandbox/" + payment.path("payment_id").asString());
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void an_operator_captures_a_part_and_the_page_says_that_it_is_done() throws Exception {
        var payment =
                API.create(
                        ", \"confirm\": true, \"merchant_order_reference_id\": \"" + order + "\"");
        signIn("operator");
        find();
        click("a[href$=\"/act/capture\"]");
        awaitHeading("Capture");
        type("amount", "12.50");
        type("reason", "parcel one of two");
        click("button.main");
        browser.await(
                "String(document.querySelector('.done')?.textContent)",
                text -> text.contains("Done"));

        assertThat(
                        API.orchestrator.received(CapturePayment.class).stream()
                                .filter(
                                        capture ->
                                                capture.getPaymentId()
                                                        .equals(
                                                                payment.path("payment_id")
                                                                        .asString()))
                                .map(CapturePayment::getAmountToCapture)
                                .distinct())
                .containsExactly(1250L);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void a_merchant_refunds_one_piece_of_a_line() throws Exception {
        var payment =
                API.create(
                        """
                        , "merchant_order_reference_id": "%s", "order_details": [
                          {"product_name": "Mug", "quantity": 3, "amount": 1500},
                          {"product_name": "Lamp", "quantity": 1, "amount": 5040}]
                        """
                                .formatted(order));
        API.store(
                payment,
                Updates.combine(
                        Updates.set("status", "succeeded"),
                        Updates.set("amount_received", 6540L),
                        Updates.set("amount_refunded", 0L),
                        Updates.set("amount_capturable", 0L)));
        click("button[value=merchant]");
        awaitHeading("Payments");
        find();
        click("a[href$=\"/act/refund\"]");
        awaitHeading("Refund");
        type("line0", "1");
        type("reason", "one is broken");
        click("button.main");
        awaitHeading("That did not work");

        assertThat(
                        API.orchestrator.received(ReserveRefund.class).stream()
                                .filter(
                                        refund ->
                                                refund.getPaymentId()
                                                        .equals(
                                                                payment.path("payment_id")
                                                                        .asString()))
                                .map(refund -> refund.getAmount() + " " + refund.getReason())
                                .distinct())
                .containsExactly("500 one is broken");
    }

    @Test
    void an_owner_ends_a_session_of_somebody_else() throws Exception {
        var somebody = ConsoleClient.as(API, "operator");
        signIn("owner");
        click("nav a[href=\"/console/sessions\"]");
        awaitHeading("Sessions");
        var ends = "button[aria-label^=\"End the session of Local operator\"]";
        var count = "String(document.querySelectorAll('" + ends + "').length)";
        var before = Integer.parseInt(browser.evaluate(count).asString());
        click(ends);
        browser.await(count, String.valueOf(before - 1)::equals);
        assertThat(somebody.get("/console").status()).isEqualTo(303);
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void a_payments_page_shows_what_happened_elsewhere_unless_somebody_is_typing()
            throws Exception {
        var payment =
                API.create(
                        ", \"email\": \"ada@example.com\", \"merchant_order_reference_id\": \""
                                + order
                                + "\"");
        signIn("operator");
        find();
        API.store(
                payment,
                Updates.combine(Updates.set("status", "processing"), Updates.inc("version", 1)));
        awaitHeading("Under way at the provider");

        browser.evaluate("document.getElementById('reason').focus()");
        type("reason", "parcel");
        API.store(
                payment,
                Updates.combine(
                        Updates.set("status", "succeeded"),
                        Updates.set("amount_received", 6540L),
                        Updates.inc("version", 1)));
        browser.await(
                "document.querySelector('[data-live]').textContent",
                text -> text.matches("Changed at \\d\\d:\\d\\d:\\d\\d UTC \u2013 show"));
        assertThat(browser.evaluate("document.getElementById('reason').value").asString())
                .isEqualTo("parcel");
        click("[data-live] a");
        awaitHeading("Paid");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void who_reads_configuration_only_is_shown_no_payment() throws Exception {
        API.store(API.create(""), Updates.set("status", "processing"));
        signIn("read_only");

        assertThat(page()).contains("Your role reads merchants").doesNotContain("pay_");
        assertThat(browser.evaluate("document.querySelector('nav').textContent").asString().strip())
                .doesNotContain("Payments");
        assertThat(browser.complaints()).isEmpty();
    }
}
