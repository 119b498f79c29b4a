package dev.paylater.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.paylater.teststack.Accessibility;
import dev.paylater.teststack.Chromium;
import dev.paylater.teststack.Chromium.Screen;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What people buy over a payment link, from the form to the end, in a real browser; skipped where
 * no Chromium is installed.
 */
@ExtendWith(RunningStack.class)
@Timeout(600)
class PurchasesInBrowserTest {

    private static final Merchant MERCHANT = Merchant.SANDBOX;
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String HEADING = "String(document.querySelector('h1')?.textContent)";
    private static final String PROBLEM =
            "String(document.querySelector('.problem h2')?.textContent)";
    private static final String PAY = "form:has([type=radio]) button";
    private static final Map<String, String> ADA =
            Map.of(
                    "first_name", "Ada",
                    "last_name", "Jones",
                    "line1", "Main St 1",
                    "zip", "10115",
                    "city", "Berlin",
                    "country", "DE");

    private static Chromium browser;
    private static HttpServer shop;

    @BeforeAll
    static void open_a_browser_and_a_shop() throws Exception {
        var found = Chromium.started();
        assumeTrue(found.isPresent(), "No Chromium on the path");
        browser = found.get();
        shop = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var page = "<!doctype html><title>Shop</title><h1>Back in the shop</h1>".getBytes(UTF_8);
        shop.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        exchange.getResponseHeaders().set("content-type", "text/html");
                        exchange.sendResponseHeaders(200, page.length);
                        exchange.getResponseBody().write(page);
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

    @AfterEach
    void scripts_run_again() throws Exception {
        browser.allowScripts(true);
    }

    private static Answer order(String more) {
        return MERCHANT.post(
                        "/payments",
                        """
                        {"amount": 6540, "currency": "EUR", "payment_link": true,
                         "payment_link_config": {"seller_name": "Lamps & Sons"},
                         "merchant_order_reference_id": "4711"%s}
                        """
                                .formatted(more))
                .expect(200);
    }

    private static String withWayBack() {
        return ", \"return_url\": \"http://127.0.0.1:%d/back\""
                .formatted(shop.getAddress().getPort());
    }

    private static void open(Answer order, String language) throws Exception {
        browser.open(order.json().at("/payment_link/link").asString() + "?lang=" + language);
    }

    /** Fills in the form with a customer whose provider decides as the tag says, and pays. */
    private static void pay(String tag) throws Exception {
        for (var entry : ADA.entrySet()) {
            type(entry.getKey(), entry.getValue());
        }
        type("email", tag.isEmpty() ? "ada@example.com" : "ada+" + tag + "@example.com");
        press(PAY);
    }

    private static void type(String id, String text) throws Exception {
        browser.evaluate("document.getElementById('%s').value = '%s'".formatted(id, text));
    }

    private static void press(String selector) throws Exception {
        browser.follow("document.querySelector('%s').click()".formatted(selector));
    }

    private static void decide(String decision) throws Exception {
        assertThat(browser.evaluate("document.body.innerText").asString())
                .contains("Sandbox.", "No money moves");
        for (var screen : Screen.values()) {
            browser.resize(screen);
            assertThat(Accessibility.violations(browser)).isEmpty();
        }
        press("button[value=" + decision + "]");
    }

    private static void awaitHeading(String heading) throws Exception {
        browser.await(HEADING, heading::equals);
        assertThat(browser.complaints()).isEmpty();
    }

    /** The ways to pay once more, under what happened. */
    private static void awaitProblem(String sentence) throws Exception {
        browser.await(PROBLEM, text -> text.startsWith(sentence));
        assertThat(browser.complaints()).isEmpty();
    }

    /** The shop's page, to which the payment's id and status were sent along. */
    private static void awaitShop(Answer order, String status) throws Exception {
        awaitHeading("Back in the shop");
        assertThat(browser.evaluate("location.search").asString())
                .contains("payment_id=" + id(order), "status=" + status);
        assertStatus(order, status);
    }

    private static String id(Answer order) {
        return order.string("payment_id");
    }

    private static void assertStatus(Answer order, String status) {
        assertThat(MERCHANT.payment(id(order)).string("status")).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({
        "PHONE, en, true, Thank you. Your payment is approved",
        "DESKTOP, de, true, Vielen Dank. Ihre Zahlung ist genehmigt",
        "PHONE, ar, true, شكرًا لك. تمت الموافقة على دفعتك",
        "DESKTOP, en, false, Thank you. Your payment is approved"
    })
    void who_pays_reads_that_it_is_done(
            Screen screen, String language, boolean withScripts, String thanks) throws Exception {
        browser.resize(screen);
        var order = order("");
        browser.allowScripts(withScripts);
        open(order, language);
        pay("");

        awaitHeading(thanks);
        assertStatus(order, "succeeded");
        assertThat(browser.evaluate("document.body.innerText").asString())
                .contains("4711", "Lamps & Sons");
    }

    @ParameterizedTest
    @EnumSource
    void a_provider_asks_on_its_own_page_and_the_shopper_comes_back(Screen screen)
            throws Exception {
        browser.resize(screen);
        var order = order(withWayBack());
        open(order, "en");
        pay("redirect");
        decide("approve");

        awaitShop(order, "succeeded");
    }

    @ParameterizedTest
    @CsvSource({
        "PHONE, en, true, The provider has declined this payment.",
        "DESKTOP, de, true, Der Anbieter hat diese Zahlung abgelehnt.",
        "PHONE, ar, false, رفض مزود الخدمة هذه الدفعة."
    })
    void who_is_declined_chooses_another_way_to_pay(
            Screen screen, String language, boolean withScripts, String problem) throws Exception {
        browser.resize(screen);
        var order = order(withWayBack());
        browser.allowScripts(withScripts);
        open(order, language);
        pay("declined");

        awaitProblem(problem);
        assertStatus(order, "failed");
        assertThat(browser.evaluate("document.getElementById('city').value").asString())
                .isEqualTo("Berlin");
        browser.evaluate("document.querySelector('[value=direct_debit]').checked = true");
        pay("");
        awaitShop(order, "succeeded");
    }

    @Test
    void who_cancels_at_the_provider_is_led_back_to_the_ways_to_pay() throws Exception {
        browser.resize(Screen.PHONE);
        var order = order("");
        open(order, "en");
        pay("redirect");
        decide("cancel");

        awaitProblem("You cancelled the payment.");
        pay("");
        awaitHeading("Thank you. Your payment is approved");
    }

    @ParameterizedTest
    @CsvSource({
        "en, This link has expired",
        "de, Dieser Link ist abgelaufen",
        "ar, انتهت صلاحية هذا الرابط"
    })
    void a_link_that_ends_while_somebody_types_charges_nothing(String language, String heading)
            throws Exception {
        browser.resize(Screen.PHONE);
        var order = order("");
        open(order, language);
        var link = order.json().at("/payment_link/payment_link_id").asString();
        MERCHANT.post("/payment_link/" + link + "/deactivate", "{}").expect(200);
        pay("");

        awaitHeading(heading);
        assertThat(Provider.ledgerOf(id(order))).isEmpty();
    }

    @Test
    void a_page_that_waits_says_by_itself_that_the_provider_is_away() throws Exception {
        browser.resize(Screen.DESKTOP);
        var order = order("");
        open(order, "en");
        pay("error");

        awaitProblem("The provider cannot be reached at the moment.");
        pay("");
        awaitHeading("Thank you. Your payment is approved");
    }

    @Test
    void the_customers_bank_asks_whether_it_is_them() throws Exception {
        browser.resize(Screen.PHONE);
        var order =
                MERCHANT.post(
                                "/payments",
                                Merchant.with(
                                        Merchant.body("3ds-challenge", "manual"),
                                        "\"authentication_type\": \"three_ds\","
                                                + " \"request_external_three_ds_authentication\":"
                                                + " true"))
                        .expect(200);
        var secret = "{\"client_secret\": \"" + order.string("client_secret") + "\"";
        var challenge =
                Merchant.CUSTOMER
                        .post(
                                "/payments/" + id(order) + "/3ds/authentication",
                                secret
                                        + ", \"device_channel\": \"BRW\","
                                        + " \"threeds_method_comp_ind\": \"U\"}")
                        .expect(200);
        browser.open(challenge.string("acs_url"));
        awaitHeading("Is it you?");
        decide("approve");

        Merchant.CUSTOMER.post("/" + id(order) + "/complete_authorize", secret + "}").expect(200);
        MERCHANT.await(id(order), SOON, "requires_capture");
    }

    @ParameterizedTest
    @EnumSource
    void a_page_of_the_provider_that_there_is_not_says_so(Screen screen) throws Exception {
        browser.resize(screen);
        browser.open(Provider.BASE + "/pages/none");
        awaitHeading("There is no such page.");
        assertThat(Accessibility.violations(browser)).isEmpty();
    }
}
