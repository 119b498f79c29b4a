package dev.paylater.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mongodb.client.model.Updates;
import dev.paylater.kit.security.CustomerAddresses;
import dev.paylater.teststack.Accessibility;
import dev.paylater.teststack.Chromium;
import dev.paylater.teststack.Chromium.Screen;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * axe finds nothing on any page, on a phone and on a desktop, and no page is wider than the phone;
 * skipped where no Chromium is installed. {@code -Dpaylater.pictures=true} keeps a picture of each
 * in target/pictures, of a payment link's in three languages.
 */
@Timeout(600)
class AccessibilityTest {

    private static final RunningApi API = RunningApi.shared();
    private static final boolean WITH_PICTURES = Boolean.getBoolean("paylater.pictures");
    private static final Path PICTURES = Path.of("target", "pictures");
    private static final String MERCHANT_PAGES = "/console/payments/merchant_sandbox/";

    private static Chromium browser;

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

    private static String address(String path) {
        return "http://" + API.request("/").build().uri().getAuthority() + path;
    }

    private static void check(String path) throws Exception {
        check(path, path);
    }

    private static void check(String name, String path) throws Exception {
        for (var screen : Screen.values()) {
            browser.resize(screen);
            browser.open(address(path));
            checkShown(name, screen);
        }
    }

    /** The page that a form leads to, which no address opens. */
    private static void checkSent(String name, String path, String send) throws Exception {
        for (var screen : Screen.values()) {
            browser.resize(screen);
            browser.open(address(path));
            browser.follow(send);
            checkShown(name, screen);
        }
    }

    private static void checkUnfolded(String name, String path) throws Exception {
        for (var screen : Screen.values()) {
            browser.resize(screen);
            browser.open(address(path));
            browser.evaluate(
                    "document.querySelectorAll('details').forEach((one) => one.open = true)");
            checkShown(name, screen);
        }
    }

    private static void checkShown(String name, Screen screen) throws Exception {
        if (WITH_PICTURES) {
            Files.createDirectories(PICTURES);
            var file = name.replaceAll("[^A-Za-z0-9]+", "-") + "-" + screen + ".png";
            Files.write(PICTURES.resolve(file), browser.picture());
        }
        assertThat(Accessibility.violations(browser)).as("%s on a %s", name, screen).isEmpty();
        // A phone's innerWidth grows with what it shows.
        assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
                .as("%s fits a %s", name, screen)
                .isLessThanOrEqualTo(screen.width());
    }

    static List<CheckoutPagesTest.Row> situations() {
        return CheckoutPagesTest.rows().toList();
    }

    @ParameterizedTest
    @MethodSource("situations")
    void of_a_payment_link(CheckoutPagesTest.Row row) throws Exception {
        var path = CheckoutPagesTest.path(row, ", \"return_url\": \"https://shop.example/back\"");
        for (var language : WITH_PICTURES ? CheckoutPagesTest.LANGUAGES : List.of("en")) {
            check("link " + row.situation() + " " + language, path + "?lang=" + language);
        }
    }

    private static String link(String more) {
        var payment =
                API.create(
                        """
                        , "payment_link": true, "merchant_order_reference_id": "4711",
                        "payment_link_config": {"seller_name": "Lamps & Sons"},
                        "return_url": "https://shop.example/back",
                        "order_details": [
                          {"product_name": "Bicycle bell", "quantity": 2, "amount": 2270},
                          {"product_name": "Lamp", "quantity": 1, "amount": 2000}]
                        """
                                + more);
        var link = payment.at("/payment_link/link").asString();
        return link.substring(link.indexOf("/pay/"));
    }

    @Test
    void of_a_payment_link_in_other_languages_and_after_an_error() throws Exception {
        var link = link("");
        check("link in Arabic", link + "?lang=ar");
        check("link in German", link + "?lang=de");
        checkSent(
                "link after an error",
                link,
                "document.querySelectorAll('form').forEach((form) => form.noValidate = true);"
                        + "document.querySelector('form button').click()");
    }

    /**
     * Long words, words that turn the text around, currencies without cents and with a thousand.
     */
    @ParameterizedTest
    @CsvSource({"JPY, 0", "KWD, 9000000000000000001", "EUR, 6540"})
    void of_a_payment_link_with_unusual_texts(String currency, String amount) throws Exception {
        var word = "Donaudampfschiff".repeat(15);
        var payment =
                API.post(
                                "/payments",
                                """
                                {"amount": %2$s, "currency": "%1$s", "payment_link": true,
                                "merchant_order_reference_id": "%3$s", "locale": "zz-ZZ",
                                "payment_link_config": {"seller_name": "%3$s"},
                                "order_details": [
                                  {"product_name": "%3$s", "quantity": 1000000, "amount": %2$s},
                                  {"product_name": "\u202EBell \u2067 00.1", "quantity": 2, "amount": 0}]}
                                """
                                        .formatted(currency, amount, word))
                        .json();
        var link = payment.at("/payment_link/link").asString();
        var path = link.substring(link.indexOf("/pay/"));
        check("link unusual " + currency, path);
        check("link unusual Arabic " + currency, path + "?lang=ar");
        API.store(payment, Updates.set("status", "succeeded"));
        check("link unusual paid " + currency, path + "?lang=xx");
    }

    @Test
    void of_a_customer_who_comes_back_when_nobody_knows_them() throws Exception {
        check("return unknown", "/payments/pay_unknown/merchant_sandbox/redirect/response/sandbox");
        var id = API.create("").path("payment_id").asString();
        var back = API.bean(CustomerAddresses.class).wayBack(id, "merchant_sandbox", "sandbox");
        check("return", back.substring(back.indexOf("/payments/")));
    }

    @Test
    void of_the_interface() throws Exception {
        check("home", "/");
        check("/docs/errors");
        check("/docs/errors/IR_05");
        check("no such page", "/nothing_here");
    }

    private static void signIn(String role) throws Exception {
        browser.resize(Screen.DESKTOP);
        browser.open(address("/console/sign_in"));
        browser.follow("document.querySelector('button[value=" + role + "]').click()");
    }

    /** Charged, refunded in part, disputed, with money that nobody wanted. */
    private static String storied() {
        var payment =
                API.create(
                        """
                        , "email": "ada@example.com", "merchant_order_reference_id": "4711",
                        "order_details": [
                          {"product_name": "Mug", "quantity": 3, "amount": 1000},
                          {"product_name": "Lamp", "quantity": 1, "amount": 5540}]
                        """);
        var now = Date.from(Instant.now());
        var error =
                new Document("code", "declined")
                        .append("message", "The provider does not know this customer");
        var attempt =
                new Document("attempt_id", payment.path("payment_id").asString() + "_1")
                        .append("number", 1L)
                        .append("connector", "klarna")
                        .append("amount", 6540L)
                        .append("stage", new Document("t", "authorized").append("d", noFields()))
                        .append(
                                "unwanted",
                                new Document("amount", 1234L)
                                        .append("since", now)
                                        .append("error", error));
        var event =
                new Document("sequence", 1L)
                        .append("at", now)
                        .append("cause", "c")
                        .append(
                                "event",
                                new Document("t", "authorization_declined")
                                        .append("d", new Document("error", error)));
        API.store(
                payment,
                Updates.combine(
                        Updates.set("status", "succeeded"),
                        Updates.set("amount_received", 6540L),
                        Updates.set("amount_refunded", 1000L),
                        Updates.set("amount_capturable", 0L),
                        Updates.set("due", now),
                        Updates.set("attempt_statuses", List.of("charged")),
                        Updates.set("payment.attempts", List.of(attempt)),
                        Updates.set("payment.disputes", List.of(dispute())),
                        Updates.set("journal", List.of(event))));
        return payment.path("payment_id").asString();
    }

    private static Document noFields() {
        return new Document();
    }

    private static Document dispute() {
        return new Document("dispute_id", "dp_" + UUID.randomUUID())
                .append("dispute_status", "dispute_opened")
                .append("dispute_stage", "dispute")
                .append("amount", 1000L)
                .append("currency", "EUR")
                .append("connector_reason", "Goods were not received")
                .append("created_at", Date.from(Instant.now()))
                .append(
                        "challenge_required_by",
                        Date.from(Instant.ofEpochMilli(4_000_000_000_000L)));
    }

    @Test
    void of_the_console_for_operators() throws Exception {
        DeadLettersTest.the_topics_of_another_service();
        DeadLettersTest.setAside("merchant_sandbox/pay_1", "No such field: amount of pay_1");
        var id = storied();
        var open = API.create(", \"confirm\": true").path("payment_id").asString();
        check("sign in", "/console/sign_in");
        signIn("owner");
        check("operator attention", "/console");
        check("operator payments", "/console/payments");
        check("operator payments none", "/console/payments?find=nothing-like-it");
        check("operator payments complaint", "/console/payments?created_gte=yesterday");
        check("operator payment", MERCHANT_PAGES + id);
        check("operator payment done", MERCHANT_PAGES + id + "?done=refund");
        for (var act : List.of("capture", "cancel")) {
            check("operator " + act, MERCHANT_PAGES + open + "/act/" + act);
        }
        check("operator refund", MERCHANT_PAGES + id + "/act/refund");
        check("operator sync", MERCHANT_PAGES + id + "/act/sync");
        check("operator settle", MERCHANT_PAGES + id + "/unwanted_money/" + id + "_1");
        checkSent(
                "operator contact",
                MERCHANT_PAGES + id,
                "document.getElementById('reason').value = 'parcel came back';"
                        + "document.querySelector('form[action$=contact] button').click()");
        of_an_exchange();
        check("operator dead letters", "/console/dead_letters");
        check("operator dead letters of a topic", "/console/dead_letters/refunds.events.dlt/0");
        check(
                "operator replay",
                "/console/dead_letters/refunds.events.dlt/0/replay?cause="
                        + URLEncoder.encode("No such field: amount of …", UTF_8));
        check("operator sessions", "/console/sessions");
        check("operator audit log", "/console/audit_log");
        check("operator audit log complaint", "/console/audit_log?from=yesterday");
        check("operator merchants", "/console/merchants");
        check("operator reconciliation", "/console/reconciliations");
        ConnectorHealthTest.storeTwoWeeks();
        check("operator connectors", "/console/connectors");
        check("operator connectors of a merchant", ConnectorHealthTest.WEEKS_PAGE);
        checkUnfolded("operator connectors by day", ConnectorHealthTest.WEEKS_PAGE);
        ConnectorHealthTest.take_them_away();
        check("operator services", "/console/services");
        check("operator accounts", "/console/merchants/merchant_sandbox/accounts");
        of_routing();
        check("operator keys", "/console/keys");
        check("operator keys of a merchant", "/console/keys?merchant_id=merchant_sandbox");
        check(
                "operator revoke",
                "/console/merchants/merchant_sandbox/keys/key_sk_sandbox/act/revoke");
        check("operator error", "/console/payments/merchant_sandbox/none");
        signIn("read_only");
        check("read only", "/console");
    }

    private static void of_an_exchange() throws Exception {
        var failed = ExchangesTest.payment();
        var exchange = MERCHANT_PAGES + failed + "/exchanges/e_" + failed;
        check("operator payment with an exchange", MERCHANT_PAGES + failed);
        check("operator exchange", exchange);
        checkSent(
                "operator exchange opened",
                exchange,
                "document.getElementById('reason').value = 'parcel came back';"
                        + "document.querySelector('main form button').click()");
    }

    /** Of a merchant whose rule has a long name, a split, and accounts that cannot serve. */
    private static void of_routing() throws Exception {
        var merchant = ConsoleRoutingTest.merchant();
        check("operator routing", "/console/routing");
        check("operator routing complaint", merchant.home() + "&amount=x&currency=EUR");
        merchant.route(ConsoleRoutingTest.SPLIT);
        check("operator routing split", merchant.tried("GBP"));
        merchant.route(ConsoleRoutingTest.PRIORITY);
        check("operator routing tried", merchant.tried("EUR"));
        check("operator rule", merchant.rule());
    }

    @Test
    void of_the_console_for_merchants() throws Exception {
        var id = storied();
        API.post("/customers", "{\"customer_id\": \"%s\"}".formatted("cus_" + UUID.randomUUID()));
        StoredRefund.of(id, "ref_of_" + id).store(API);
        StoredDelivery.of("whd_" + id).ofPayment(id).store(API);
        signIn("merchant");
        check("merchant payments", "/console/payments");
        var merchant = ConsoleClient.as(API, "merchant");
        for (var name : List.of("Failed at Klarna", "Donaudampfschiff".repeat(3))) {
            merchant.submit("/console/payment_filters", "name", name, "connector", "klarna");
        }
        check("merchant saved filters", "/console/payments?connector=klarna");
        check("merchant payment", MERCHANT_PAGES + id);
        check("merchant refund", MERCHANT_PAGES + id + "/act/refund");
        check("merchant refunds", "/console/refunds");
        check("merchant routing", "/console/routing?amount=65.40&currency=EUR&country=DE");
        check("merchant customers", "/console/customers");
        check("merchant mandates", "/console/mandates");
        check("merchant sessions", "/console/sessions");
        check("merchant disputes", "/console/disputes");
        check("merchant accept", firstOf("/console/disputes", "/accept"));
        check("merchant evidence", firstOf("/console/disputes", "/evidence"));
        link("");
        check("merchant links", "/console/links");
        check("merchant deactivate", firstOf("/console/links", "/deactivate"));
        check("merchant webhooks", "/console/webhooks");
        checkSent(
                "merchant new webhook",
                "/console/webhooks",
                "document.getElementById('url').value = 'http://127.0.0.1:9/"
                        + id
                        + "';"
                        + "document.querySelector('main button.main').click()");
        var endpoint = firstOf("/console/webhooks", "");
        check("merchant webhook", endpoint);
        for (var act : List.of("resend_failed", "new_secret", "delete")) {
            check("merchant webhook " + act, endpoint + "/act/" + act);
        }
    }

    /** The first address below a list's that ends so. */
    private static String firstOf(String list, String end) {
        var page = ConsoleClient.as(API, "merchant").get(list).body();
        var matcher = Pattern.compile("href=\"(" + list + "/[^\"/]+" + end + ")\"").matcher(page);
        assertThat(matcher.find()).as(page).isTrue();
        return matcher.group(1);
    }

    @Test
    void of_the_calls_to_try() throws Exception {
        for (var screen : Screen.values()) {
            browser.resize(screen);
            browser.open(address("/docs"));
            browser.await(
                    "String(document.querySelectorAll('.opblock').length > 0)", "true"::equals);
            checkShown("docs", screen);
        }
    }
}
