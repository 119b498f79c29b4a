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
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * What people buy over a payment link, from the form to the end, in a real browser; skipped where
 * no Chromium is installed.
 */
@ExtendWith(RunningStack.class)
@Timeout(600)
class PurchasesInBrowserTest {

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String HEADING = "String(document.querySelector('h1')?.textContent)";
    private static final String PROBLEM =
            "String(document.querySelector('.problem h2')?.textContent)";
    private static final String PAY = "form:has([type=radio]) button";
    private static final List<String> LANGUAGES = List.of("en", "de", "ar");
    private static final List<String> THANKS =
            List.of(
                    "Thank you. Your payment is approved",
                    "Vielen Dank. Ihre Zahlung ist genehmigt",
                    "شكرًا لك. تمت الموافقة على دفعتك");
    private static final List<String> DECLINED =
            List.of(
                    "The provider has declined this payment.",
                    "Der Anbieter hat diese Zahlung abgelehnt.",
                    "رفض مزود الخدمة هذه الدفعة.");
    private static final List<String> CANCELLED =
            List.of(
                    "You cancelled the payment.",
                    "Sie haben die Zahlung abgebrochen.",
                    "لقد ألغيت الدفع.");
    private static final List<String> AWAY =
            List.of(
                    "The provider cannot be reached at the moment.",
                    "Der Anbieter ist zurzeit nicht erreichbar.",
                    "لا يمكن الوصول إلى مزود الخدمة حاليًا.");
    private static final List<String> EXPIRED =
            List.of(
                    "This link has expired",
                    "Dieser Link ist abgelaufen",
                    "انتهت صلاحية هذا الرابط");
    private static final List<String> ONE_MORE_STEP =
            List.of("One more step", "Noch ein Schritt", "بقيت خطوة واحدة");
    private static final String WITH_CHALLENGE =
            ", \"authentication_type\": \"three_ds\","
                    + " \"request_external_three_ds_authentication\": true";
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

    private static ApiAnswer order(String more) {
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

    /** Somebody who pays, with what they hold and speak. */
    record Visitor(Screen screen, String language, boolean withScripts) {

        void opens(ApiAnswer order) throws Exception {
            browser.resize(screen);
            browser.allowScripts(withScripts);
            browser.open(order.json().at("/payment_link/link").asString() + "?lang=" + language);
        }

        /**
         * One of the sentences.
         *
         * @param sentences in English, German and Arabic
         */
        String reads(List<String> sentences) {
            return sentences.get(LANGUAGES.indexOf(language));
        }

        /** By themselves where scripts run, else by pressing a button. */
        void goesOnToTheirBank() throws Exception {
            if (!withScripts) {
                awaitHeading(reads(ONE_MORE_STEP));
                press("form button");
            }
            awaitHeading("Is it you?");
        }
    }

    /** Each two of screen, language and scripts together. */
    static Stream<Visitor> visitors() {
        return Stream.of(
                new Visitor(Screen.PHONE, "en", true),
                new Visitor(Screen.DESKTOP, "en", false),
                new Visitor(Screen.PHONE, "de", false),
                new Visitor(Screen.DESKTOP, "de", true),
                new Visitor(Screen.PHONE, "ar", true),
                new Visitor(Screen.DESKTOP, "ar", false));
    }

    static Stream<Visitor> allVisitors() {
        return visitors()
                .flatMap(
                        visitor ->
                                Stream.of(true, false)
                                        .map(
                                                withScripts ->
                                                        new Visitor(
                                                                visitor.screen(),
                                                                visitor.language(),
                                                                withScripts)));
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
    private static void awaitShop(ApiAnswer order, String status) throws Exception {
        awaitHeading("Back in the shop");
        assertThat(browser.evaluate("location.search").asString())
                .contains("payment_id=" + id(order), "status=" + status);
        assertStatus(order, status);
    }

    private static String id(ApiAnswer order) {
        return order.string("payment_id");
    }

    private static void assertStatus(ApiAnswer order, String status) {
        assertThat(MERCHANT.payment(id(order)).string("status")).isEqualTo(status);
    }

    @ParameterizedTest
    @MethodSource("allVisitors")
    void who_pays_reads_that_it_is_done(Visitor visitor) throws Exception {
        var order = order("");
        visitor.opens(order);
        pay("");

        awaitHeading(visitor.reads(THANKS));
        assertStatus(order, "succeeded");
        assertThat(browser.evaluate("document.body.innerText").asString())
                .contains("4711", "Lamps & Sons");
    }

    @ParameterizedTest
    @MethodSource("visitors")
    void a_provider_asks_on_its_own_page_and_the_shopper_comes_back(Visitor visitor)
            throws Exception {
        var order = order(withWayBack());
        visitor.opens(order);
        pay("redirect");
        decide("approve");

        awaitShop(order, "succeeded");
    }

    @ParameterizedTest
    @MethodSource("visitors")
    void who_is_declined_chooses_another_way_to_pay(Visitor visitor) throws Exception {
        var order = order(withWayBack());
        visitor.opens(order);
        pay("declined");

        awaitProblem(visitor.reads(DECLINED));
        assertStatus(order, "failed");
        assertThat(browser.evaluate("document.getElementById('city').value").asString())
                .isEqualTo("Berlin");
        browser.evaluate("document.querySelector('[value=direct_debit]').checked = true");
        pay("");
        awaitShop(order, "succeeded");
    }

    @ParameterizedTest
    @MethodSource("visitors")
    void who_cancels_at_the_provider_is_led_back_to_the_ways_to_pay(Visitor visitor)
            throws Exception {
        var order = order("");
        visitor.opens(order);
        pay("redirect");
        decide("cancel");

        awaitProblem(visitor.reads(CANCELLED));
        pay("");
        awaitHeading(visitor.reads(THANKS));
    }

    @ParameterizedTest
    @MethodSource("visitors")
    void a_link_that_ends_while_somebody_types_charges_nothing(Visitor visitor) throws Exception {
        var order = order("");
        visitor.opens(order);
        var link = order.json().at("/payment_link/payment_link_id").asString();
        MERCHANT.post("/payment_link/" + link + "/deactivate", "{}").expect(200);
        pay("");

        awaitHeading(visitor.reads(EXPIRED));
        assertThat(ProviderLedger.ledgerOf(id(order))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("visitors")
    void a_page_that_waits_says_by_itself_that_the_provider_is_away(Visitor visitor)
            throws Exception {
        var order = order("");
        visitor.opens(order);
        pay("error");

        awaitProblem(visitor.reads(AWAY));
        pay("");
        awaitHeading(visitor.reads(THANKS));
    }

    @ParameterizedTest
    @MethodSource("visitors")
    void who_fails_the_challenge_of_their_bank_tries_again_and_passes_it(Visitor visitor)
            throws Exception {
        var order = order(WITH_CHALLENGE);
        visitor.opens(order);
        pay("3ds-challenge");
        visitor.goesOnToTheirBank();
        decide("decline");

        awaitProblem(visitor.reads(DECLINED));
        assertStatus(order, "failed");
        assertThat(ProviderLedger.ledgerOf(id(order))).isEmpty();
        pay("3ds-challenge");
        visitor.goesOnToTheirBank();
        decide("approve");
        awaitHeading(visitor.reads(THANKS));
        assertStatus(order, "succeeded");
    }

    @ParameterizedTest
    @EnumSource
    void whoever_opens_a_reusable_link_pays_for_themselves(Screen screen) throws Exception {
        var link =
                MERCHANT.post(
                                "/payments",
                                """
                                {"amount": 6540, "currency": "EUR", "payment_link": true,
                                 "payment_link_config": {"reusable": true},
                                 "shipping_cost": 490, "routing": {"type": "single", "data": "sandbox"},
                                 "merchant_order_reference_id": "tickets"}
                                """)
                        .expect(200);
        for (var visitor :
                List.of(new Visitor(screen, "de", true), new Visitor(screen, "ar", false))) {
            visitor.opens(link);
            pay("declined");
            awaitProblem(visitor.reads(DECLINED));
            pay("");
            awaitHeading(visitor.reads(THANKS));
        }
        var paid = paidBy(link);
        assertThat(paid).hasSize(2);
        assertThat(paid).allMatch(payment -> payment.path("net_amount").asLong() == 7030);
        assertStatus(link, "requires_payment_method");
        var confirm = "{\"payment_method\": \"pay_later\", \"payment_method_type\": \"invoice\"}";
        assertThat(MERCHANT.post("/payments/" + id(link) + "/confirm", confirm).errorCode())
                .isEqualTo("IR_16");
    }

    private static List<JsonNode> paidBy(ApiAnswer link) {
        var id = link.json().at("/payment_link/payment_link_id").asString();
        return MERCHANT.get(
                        "/payments/list?merchant_order_reference_id=tickets&status=succeeded&limit=100")
                .expect(200)
                .json()
                .at("/0/data")
                .valueStream()
                .filter(payment -> payment.at("/metadata/payment_link_id").asString("").equals(id))
                .toList();
    }

    @Test
    void who_leaves_a_challenge_open_goes_on_from_their_link() throws Exception {
        var visitor = new Visitor(Screen.PHONE, "en", true);
        var order = order(WITH_CHALLENGE + withWayBack());
        visitor.opens(order);
        pay("3ds-challenge");
        visitor.goesOnToTheirBank();

        visitor.opens(order);
        awaitHeading("One more step");
        press("form button");
        visitor.goesOnToTheirBank();
        decide("approve");
        awaitShop(order, "succeeded");
    }

    @Test
    void a_challenge_that_the_bank_does_not_ask_for_is_none() throws Exception {
        var visitor = new Visitor(Screen.DESKTOP, "en", true);
        var order = order(WITH_CHALLENGE + withWayBack());
        visitor.opens(order);
        pay("3ds-frictionless");
        awaitShop(order, "succeeded");
    }

    @Test
    void the_customers_bank_asks_whether_it_is_them() throws Exception {
        var order =
                MERCHANT.post(
                                "/payments",
                                MerchantClient.with(
                                        MerchantClient.body("3ds-challenge", "manual"),
                                        "\"authentication_type\": \"three_ds\","
                                                + " \"request_external_three_ds_authentication\":"
                                                + " true"))
                        .expect(200);
        var secret = "{\"client_secret\": \"" + order.string("client_secret") + "\"";
        var challenge =
                MerchantClient.CUSTOMER
                        .post(
                                "/payments/" + id(order) + "/3ds/authentication",
                                secret
                                        + ", \"device_channel\": \"BRW\","
                                        + " \"threeds_method_comp_ind\": \"U\"}")
                        .expect(200);
        for (var screen : Screen.values()) {
            browser.resize(screen);
            browser.open(challenge.string("acs_url"));
            awaitHeading("Is it you?");
            assertThat(Accessibility.violations(browser)).isEmpty();
        }
        decide("approve");

        MerchantClient.CUSTOMER
                .post("/" + id(order) + "/complete_authorize", secret + "}")
                .expect(200);
        MERCHANT.await(id(order), SOON, "requires_capture");
    }

    @Test
    void a_form_that_is_sent_twice_at_once_pays_once_and_never_says_that_nothing_was_charged()
            throws Exception {
        var order = order("");
        var form =
                HttpRequest.newBuilder(URI.create(order.json().at("/payment_link/link").asString()))
                        .header("content-type", "application/x-www-form-urlencoded")
                        .POST(
                                HttpRequest.BodyPublishers.ofString(
                                        "payment_method_type=invoice&first_name=Ada&last_name=Jones"
                                            + "&line1=Main+St+1&zip=10115&city=Berlin&country=DE"
                                            + "&email=ada%2Bslow%40example.com"))
                        .build();
        try (var http = HttpClient.newHttpClient()) {
            var tabs =
                    Stream.generate(
                                    () ->
                                            http.sendAsync(
                                                    form, HttpResponse.BodyHandlers.ofString()))
                            .limit(3)
                            .toList();
            for (var tab : tabs) {
                var shown = tab.get();
                assertThat(shown.statusCode()).as(shown.body()).isEqualTo(200);
                assertThat(shown.body())
                        .containsAnyOf("Your payment is approved", "We are waiting for the result")
                        .doesNotContain("You have not been charged");
            }
        }
        MERCHANT.await(id(order), SOON, "succeeded");
        browser.open(order.json().at("/payment_link/link").asString());
        awaitHeading("Thank you. Your payment is approved");
    }

    @ParameterizedTest
    @EnumSource
    void a_page_of_the_provider_that_there_is_not_says_so(Screen screen) throws Exception {
        browser.resize(screen);
        browser.open(ProviderLedger.BASE + "/pages/none");
        awaitHeading("There is no such page.");
        assertThat(Accessibility.violations(browser)).isEmpty();
    }
}
