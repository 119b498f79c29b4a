package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Updates;
import dev.paylater.kit.security.CustomerAddresses;
import dev.paylater.schemas.ConfirmPayment;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What the page of a payment link says in each status, to a shopper and not to a developer. */
class LinkPagesApiTest {

    private static final RunningApi API = RunningApi.shared();
    private static final String ENTRIES =
            "payment_method_type=invoice&first_name=Ada&last_name=Jones&line1=Main+St+1"
                    + "&zip=10115&city=Berlin&country=DE&email=ada%40example.com";

    private static JsonNode linked(String more) {
        return API.create(", \"payment_link\": true" + more);
    }

    private static String page(JsonNode payment, String field) {
        var link = payment.at("/payment_link/" + field).asString();
        return link.substring(link.indexOf("/pay/"));
    }

    private static RunningApi.Reply submit(String page, String entries) {
        return API.send(
                API.request(page)
                        .header("content-type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(entries)));
    }

    private static long confirmations(JsonNode payment) {
        var id = payment.path("payment_id").asString();
        return API.orchestrator.received(ConfirmPayment.class).stream()
                .filter(command -> command.getPaymentId().equals(id))
                .count();
    }

    @Test
    void an_expired_link_says_that_nothing_was_charged_and_never_that_something_is_processed() {
        var payment = linked(", \"payment_link_config\": {\"expires_in\": 0}");
        for (var field : new String[] {"link", "secure_link"}) {
            var shown = API.get(page(payment, field));
            assertThat(shown.status()).isEqualTo(410);
            assertThat(shown.body())
                    .contains("This link has expired", "You have not been charged")
                    .doesNotContain("processed", "approved");
        }
        assertThat(submit(page(payment, "link"), ENTRIES).status()).isEqualTo(410);
        assertThat(confirmations(payment)).isZero();
    }

    @Test
    void a_link_is_payable_for_a_day_however_short_the_session_is() {
        var payment = linked(", \"session_expiry\": 0");
        assertThat(API.get(page(payment, "link")).status()).isEqualTo(200);
        assertThat(API.get(page(payment, "secure_link")).status()).isEqualTo(200);
        var link = API.get(route(payment)).json();
        assertThat(link.path("status").asString()).isEqualTo("active");
        assertThat(Instant.parse(link.path("expiry").asString()))
                .isEqualTo(
                        Instant.parse(link.path("created_at").asString()).plus(Duration.ofDays(1)));
        submit(page(payment, "link"), ENTRIES);
        assertThat(confirmations(payment)).isEqualTo(1);
    }

    @Test
    void a_link_that_was_deactivated_has_expired_and_takes_no_payment() {
        var payment = linked(", \"payment_link_config\": {\"seller_name\": \"Lamps\"}");
        var ended = API.post(route(payment) + "/deactivate", "");
        assertThat(ended.status()).isEqualTo(200);
        assertThat(ended.json().path("status").asString()).isEqualTo("expired");
        // Once more changes nothing.
        assertThat(API.post(route(payment) + "/deactivate", "").json().path("expiry"))
                .isEqualTo(ended.json().path("expiry"));
        for (var field : new String[] {"link", "secure_link"}) {
            assertThat(API.get(page(payment, field)).status()).as(field).isEqualTo(410);
            assertThat(submit(page(payment, field), ENTRIES).status()).as(field).isEqualTo(410);
        }
        assertThat(confirmations(payment)).isZero();
    }

    @Test
    void a_list_walks_through_the_payments_with_a_link_newest_first() {
        var older = linked("");
        API.create("");
        var newer = linked("");
        var first = API.get("/payment_link/list?limit=1").json();
        assertThat(first.at("/data/0/payment_link_id")).isEqualTo(linkId(newer));
        assertThat(first.path("data")).hasSize(1);
        assertThat(first.path("has_more").booleanValue()).isTrue();
        var second =
                API.get("/payment_link/list?limit=1&starting_after=" + linkId(newer).asString());
        assertThat(second.json().at("/data/0/payment_link_id")).isEqualTo(linkId(older));
        assertThat(API.get("/payment_link/list?starting_after=plink_x").status()).isEqualTo(404);
    }

    private static JsonNode linkId(JsonNode payment) {
        return payment.at("/payment_link/payment_link_id");
    }

    private static String route(JsonNode payment) {
        return "/payment_link/" + linkId(payment).asString();
    }

    @Test
    void a_link_that_nobody_gave_out_is_a_page_too() {
        for (var path :
                new String[] {
                    "/pay/merchant_sandbox/plink_unknown",
                    "/pay/secure/merchant_sandbox/plink_unknown?token=x",
                    "/pay/nobody/plink_unknown"
                }) {
            var shown = API.get(path);
            assertThat(shown.status()).isEqualTo(404);
            assertThat(shown.header("content-type")).startsWith("text/html");
            assertThat(shown.body()).contains("This link does not exist");
        }
    }

    @Test
    void an_error_at_a_customer_s_address_is_a_page_for_whoever_prefers_one() {
        var id = linked("").path("payment_id").asString();
        for (var path :
                new String[] {
                    "/pay/merchant_sandbox",
                    "/pay/merchant_sandbox/a/b/c",
                    "/payments/redirect/" + id + "/merchant_sandbox/a_1",
                    "/payments/" + id + "/merchant_sandbox/redirect/response/sandbox?proof=x"
                }) {
            var page =
                    open(path, "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8");
            assertThat(page.status()).as(path).isEqualTo(404);
            assertThat(page.header("content-type")).startsWith("text/html");
            assertThat(page.body()).contains("Diesen Link gibt es nicht", "<html lang=\"de\"");
            for (var machine : new String[] {"*/*", "application/json, text/html;q=0.5", "a b"}) {
                assertThat(open(path, machine).header("content-type"))
                        .as(machine)
                        .isEqualTo("application/json");
            }
        }
    }

    @Test
    void an_error_anywhere_is_a_page_for_whoever_prefers_one_and_has_no_key() {
        var page = open("/nothing/here", "text/html,*/*;q=0.8");
        assertThat(page.status()).isEqualTo(404);
        assertThat(page.body()).contains("Nothing is served at this path", "/docs/errors/IR_02");
        assertThat(open("/payments/list", "text/html").status()).isEqualTo(401);

        for (var key : new String[] {"api-key", "admin-api-key", "authorization"}) {
            var request =
                    API.request("/payments/list").header("accept", "text/html").header(key, "x");
            assertThat(API.send(request.GET()).header("content-type"))
                    .as(key)
                    .isEqualTo("application/json");
        }
    }

    private static RunningApi.Reply open(String path, String accepted) {
        return API.send(
                API.request(path).header("accept", accepted).header("accept-language", "de").GET());
    }

    @Test
    void the_root_says_what_this_is_and_where_the_rest_is() {
        var home = API.get("/");
        assertThat(home.status()).isEqualTo(200);
        assertThat(home.header("content-type")).startsWith("text/html");
        assertThat(home.body()).contains("<a href=\"/console\">");
        for (var path : new String[] {"/docs", "/docs/errors"}) {
            assertThat(home.body()).contains("<a href=\"" + path + "\">");
            assertThat(API.get(path).status()).isEqualTo(200);
        }
        assertThat(home.body()).contains("/actuator/health/readiness");
    }

    @Test
    void a_link_that_is_paid_already_says_so_and_leads_back_without_leading_on_by_itself() {
        var payment = linked(", \"return_url\": \"https://shop.example/back\"");
        API.store(payment, Updates.set("status", "succeeded"));
        var shown = API.get(page(payment, "link"));
        assertThat(shown.status()).isEqualTo(200);
        assertThat(shown.body())
                .contains(
                        "Your payment is approved", "href=\"https://shop.example/back?payment_id=");
        assertThat(submit(page(payment, "link"), ENTRIES).status()).isEqualTo(302);
    }

    @Test
    void an_empty_form_is_not_confirmed_and_every_missing_entry_is_named() {
        var payment = linked("");
        var shown = submit(page(payment, "link"), "payment_method_type=invoice&city=Berlin");
        assertThat(shown.status()).isEqualTo(422);
        assertThat(shown.body())
                .contains("Please check these entries", "href=\"#zip\"", "value=\"Berlin\"")
                .doesNotContain("href=\"#city\"", "billing.address");
        assertThat(confirmations(payment)).isZero();
    }

    @Test
    void what_the_api_refuses_is_said_in_the_shopper_s_words_beside_the_entry() {
        var payment = linked("");
        var tooLong = ENTRIES.replace("10115", "1".repeat(60));
        var shown = submit(page(payment, "link"), tooLong);
        assertThat(shown.body())
                .contains("href=\"#zip\"", "This entry is not valid.", "value=\"" + "1".repeat(60))
                .doesNotContain("billing.address", "characters");
        assertThat(confirmations(payment)).isZero();
    }

    @Test
    void a_way_to_pay_that_is_not_offered_is_not_confirmed_whatever_a_form_says() {
        var payment = linked(", \"connector\": [\"klarna\"]");
        var own = page(payment, "link");
        assertThat(API.get(own).body())
                .contains("<bdi>Klarna</bdi>", "value=\"invoice\"")
                .doesNotContain("value=\"subscription_invoice\"", "id=\"zip\"");
        var forged = submit(own, ENTRIES.replace("=invoice", "=subscription_invoice"));
        assertThat(forged.status()).isEqualTo(422);
        assertThat(forged.body()).contains("This way to pay is not available for your order.");
        assertThat(confirmations(payment)).isZero();
        assertThat(submit(own, "payment_method_type=invoice&country=DE&email=a%40b.de").status())
                .isEqualTo(200);
        assertThat(confirmations(payment)).isOne();
    }

    @Test
    void a_country_that_the_way_to_pay_does_not_serve_is_not_confirmed() {
        var payment = linked(", \"connector\": [\"klarna\", \"alma\"]");
        var own = page(payment, "link");
        var abroad = "payment_method_type=%s&country=LU&email=a%%40b.lu";
        var refused = submit(own, abroad.formatted("direct_debit"));
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body())
                .contains("This way to pay is not available", "<bdi>Alma</bdi>", "a@b.lu")
                .doesNotContain("<bdi>Klarna</bdi>");
        assertThat(confirmations(payment)).isZero();
        assertThat(submit(own, abroad.formatted("invoice")).status()).isEqualTo(200);
    }

    @Test
    void entries_that_the_form_does_not_have_change_nothing() {
        var other = linked("");
        var payment = linked("");
        var forged =
                "&amount=1&currency=JPY&merchant_id=merchant_other&capture_method=manual"
                        + "&return_url=https%3A%2F%2Fevil.example&connector=klarna&purchase=x"
                        + "&payment_id="
                        + other.path("payment_id").asString();
        var shown = submit(page(payment, "link"), ENTRIES + forged);
        assertThat(shown.status()).isEqualTo(200);
        var confirm =
                API.orchestrator.received(ConfirmPayment.class).stream()
                        .filter(
                                command ->
                                        command.getPaymentId()
                                                .equals(payment.path("payment_id").asString()))
                        .toList()
                        .getLast();
        assertThat(confirm.getMerchantId()).isEqualTo("merchant_sandbox");
        assertThat(confirm.getOptions().getAmount()).isNull();
        assertThat(confirm.getOptions().getCurrency()).isNull();
        assertThat(confirm.getOptions().getCaptureMethod()).isNull();
        assertThat(confirm.getOptions().getConnector()).isNull();
        assertThat(confirm.getTerms()).doesNotContainKey("return_url");
        assertThat(confirmations(other)).isZero();
    }

    @Test
    void a_saved_way_to_pay_of_somebody_is_not_taken_from_a_stranger_s_form() {
        var payment = linked("");
        var shown = submit(page(payment, "link"), ENTRIES + "&payment_method_id=pm_1");
        assertThat(shown.status()).isEqualTo(404);
        assertThat(shown.body()).contains("This payment could not be started");
        assertThat(confirmations(payment)).isZero();
    }

    @Test
    void a_name_cannot_turn_around_the_text_beside_it() {
        var payment =
                linked(
                        """
                        , "merchant_order_reference_id": "\u202E4711",
                        "payment_link_config": {"seller_name": "\u2067Lamps"},
                        "order_details":
                          [{"product_name": "\u202EBell \u2067", "quantity": 2, "amount": 6540}]
                        """);
        assertThat(API.get(page(payment, "link")).body())
                .contains("Bell", "4711", "Lamps")
                .doesNotContain("\u202E", "\u2067");
    }

    @Test
    void after_a_decline_the_shopper_can_choose_again_and_after_a_cancel_is_told_so() {
        var payment = linked("");
        API.store(
                payment,
                Updates.combine(
                        Updates.set("status", "failed"),
                        Updates.set("retry_until", Date.from(Instant.now().plusSeconds(600)))));
        assertThat(API.get(page(payment, "link")).body())
                .contains("The provider has declined this payment", "<form method=\"post\">");
        API.store(payment, Updates.set("retry_until", Date.from(Instant.now().minusSeconds(1))));
        assertThat(API.get(page(payment, "link")).body())
                .contains("Your payment was declined")
                .doesNotContain("<form");
    }

    @Test
    void a_shopper_who_was_declined_at_the_provider_comes_back_to_the_link_and_can_choose_again() {
        var payment = linked("");
        API.store(
                payment,
                Updates.combine(
                        Updates.set("status", "failed"),
                        Updates.set("retry_until", Date.from(Instant.now().plusSeconds(600)))));
        var id = payment.path("payment_id").asString();
        var back = API.bean(CustomerAddresses.class).wayBack(id, "merchant_sandbox", "sandbox");
        var answer = API.get(back.substring(back.indexOf("/payments/")));
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.header("location"))
                .isEqualTo(payment.at("/payment_link/link").asString());
    }

    @Test
    void the_language_that_a_shopper_chose_is_the_provider_s_and_theirs_when_they_come_back() {
        var payment = linked("");
        submit(page(payment, "link") + "?lang=de", ENTRIES);
        assertThat(localeOfConfirm(payment)).isEqualTo("\"de\"");

        var ofShop = linked(", \"locale\": \"de-AT\"");
        submit(page(ofShop, "link") + "?lang=ar", ENTRIES);
        assertThat(localeOfConfirm(ofShop)).isNull();
        var unknown = linked("");
        submit(page(unknown, "link") + "?lang=xx", ENTRIES);
        assertThat(localeOfConfirm(unknown)).isNull();
    }

    private static @Nullable String localeOfConfirm(JsonNode payment) {
        var id = payment.path("payment_id").asString();
        return API.orchestrator.received(ConfirmPayment.class).stream()
                .filter(command -> command.getPaymentId().equals(id))
                .toList()
                .getLast()
                .getTerms()
                .get("locale");
    }

    @Test
    void the_page_speaks_the_payment_s_language_then_the_browser_s_and_the_chosen_one_first() {
        var german = linked(", \"locale\": \"de-AT\"");
        assertThat(API.get(page(german, "link")).body())
                .contains("<html lang=\"de\" dir=\"ltr\">", "65,40\u00a0€", ">Deutschland<");
        var open = page(linked(""), "link");
        var browser = API.request(open).header("accept-language", "ar, en;q=0.5");
        assertThat(API.send(browser).body()).contains("<html lang=\"ar\" dir=\"rtl\">");
        var chosen = API.request(open + "?lang=ja").header("accept-language", "ar");
        assertThat(API.send(chosen).body())
                .contains("<html lang=\"ja\"", "href=\"?lang=de\" lang=\"de\"");
    }
}
