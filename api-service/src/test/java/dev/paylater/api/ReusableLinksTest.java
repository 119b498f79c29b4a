package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.schemas.CreatePayment;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A link by which anybody pays, each with a payment of their own. */
class ReusableLinksTest {

    private static final RunningApi API = RunningApi.shared();
    private static final Pattern PURCHASE = Pattern.compile("name=\"purchase\" value=\"([^\"]+)\"");
    private static final String ENTRIES =
            "payment_method_type=invoice&first_name=Ada&last_name=Jones&line1=Main+St+1"
                    + "&zip=10115&city=Berlin&country=DE&email=ada%40example.com";

    private static JsonNode reusable(String more) {
        return API.create(
                """
                , "payment_link": true, "merchant_order_reference_id": "tickets",
                "metadata": {"event": "concert"},
                "payment_link_config": {"reusable": true, "seller_name": "Lamps & Sons"},
                "order_details": [{"product_name": "Ticket", "quantity": 1, "amount": 6540}]
                """
                        + more);
    }

    private static String page(JsonNode payment) {
        return path(payment.at("/payment_link/link").asString());
    }

    private static String path(String link) {
        return link.substring(link.indexOf("/pay/"));
    }

    private static String purchase(String page) {
        var matcher = PURCHASE.matcher(page);
        assertThat(matcher.find()).as(page).isTrue();
        return matcher.group(1);
    }

    private static RunningApi.Reply submit(String page, String entries) {
        return API.send(
                API.request(page)
                        .header("content-type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(entries)));
    }

    private static String paymentOf(RunningApi.Reply sentOn) {
        assertThat(sentOn.status()).as(sentOn.body()).isEqualTo(307);
        var link = sentOn.header("location");
        return link.substring(link.indexOf("plink_") + 6, link.indexOf("plink_") + 36);
    }

    private static List<CreatePayment> made(String paymentId) {
        return API.orchestrator.received(CreatePayment.class).stream()
                .filter(command -> command.getPaymentId().equals(paymentId))
                .toList();
    }

    private static int madeInAll() {
        return API.orchestrator.received(CreatePayment.class).size();
    }

    @Test
    void each_shopper_who_presses_pay_gets_a_payment_of_their_own() {
        var link = reusable("");
        var before = madeInAll();
        var first = purchase(API.get(page(link)).body());
        var second = purchase(API.get(page(link)).body());
        assertThat(madeInAll()).isEqualTo(before);

        var sentOn = submit(page(link) + "?lang=de", ENTRIES + "&purchase=" + first);
        var own = paymentOf(sentOn);
        assertThat(sentOn.header("location")).endsWith("?lang=de");
        assertThat(own).isNotEqualTo(link.path("payment_id").asString());
        assertThat(paymentOf(submit(page(link), ENTRIES + "&purchase=" + second)))
                .isNotEqualTo(own);

        var payment = API.get("/payments/" + own).json();
        assertThat(payment.path("amount").asLong()).isEqualTo(6540);
        assertThat(payment.path("merchant_order_reference_id").asString()).isEqualTo("tickets");
        assertThat(payment.at("/order_details/0/product_name").asString()).isEqualTo("Ticket");
        assertThat(payment.at("/metadata/event").asString()).isEqualTo("concert");
        assertThat(payment.at("/metadata/payment_link_id"))
                .isEqualTo(link.at("/payment_link/payment_link_id"));
        var made = made(own).getFirst();
        assertThat(made.getConfirm()).isFalse();
        assertThat(made.getTerms().get("payment_link_config"))
                .contains("Lamps & Sons", "3600")
                .doesNotContain("reusable");
        assertThat(API.get(path(sentOn.header("location"))).body())
                .contains("Lamps &amp; Sons", "Ticket")
                .doesNotContain("name=\"purchase\"");
    }

    @Test
    void a_form_that_is_sent_twice_makes_one_payment() {
        var link = reusable("");
        var form = ENTRIES + "&purchase=" + purchase(API.get(page(link)).body());
        var own = paymentOf(submit(page(link), form));
        assertThat(paymentOf(submit(page(link), form))).isEqualTo(own);
        assertThat(made(own)).hasSize(1);
    }

    @Test
    void entries_that_are_wrong_make_no_payment_and_the_form_stays_the_one_it_was() {
        var link = reusable("");
        var before = madeInAll();
        var purchase = purchase(API.get(page(link)).body());
        var shown = submit(page(link), ENTRIES.replace("ada%40", "") + "&purchase=" + purchase);
        assertThat(shown.status()).isEqualTo(422);
        assertThat(shown.body()).contains("Please check these entries");
        assertThat(purchase(shown.body())).isEqualTo(purchase);
        assertThat(madeInAll()).isEqualTo(before);
    }

    @Test
    void a_purchase_that_this_link_did_not_give_out_makes_no_payment() {
        var link = reusable("");
        var other = reusable("");
        var before = madeInAll();
        var own = purchase(API.get(page(link)).body());
        var id = link.path("payment_id").asString().substring(4);
        for (var forged :
                List.of(
                        "",
                        "x",
                        purchase(API.get(page(other)).body()),
                        id + own.substring(own.indexOf('.')),
                        own.substring(0, own.length() - 1) + "g")) {
            var shown = submit(page(link), ENTRIES + "&purchase=" + forged);
            assertThat(shown.status()).as(forged).isEqualTo(422);
            assertThat(shown.body()).contains("This payment could not be started");
        }
        assertThat(madeInAll()).isEqualTo(before);
    }

    @Test
    void a_link_that_has_ended_makes_no_payment() {
        var link = reusable("");
        var form = ENTRIES + "&purchase=" + purchase(API.get(page(link)).body());
        var id = link.at("/payment_link/payment_link_id").asString();
        assertThat(API.get("/payment_link/" + id).json().path("reusable").booleanValue()).isTrue();
        var ended = API.post("/payment_link/" + id + "/deactivate", "").json();
        assertThat(ended.path("status").asString()).isEqualTo("expired");
        assertThat(ended.path("reusable").booleanValue()).isTrue();
        var before = madeInAll();
        assertThat(API.get(page(link)).status()).isEqualTo(410);
        assertThat(submit(page(link), form).status()).isEqualTo(410);
        assertThat(madeInAll()).isEqualTo(before);
    }

    @Test
    void a_stranger_with_the_link_cannot_make_payments_without_end() {
        var link = reusable("");
        for (var i = 0; i < 60; i++) {
            paymentOf(
                    submit(
                            page(link),
                            ENTRIES + "&purchase=" + purchase(API.get(page(link)).body())));
        }
        var before = madeInAll();
        var refused =
                submit(page(link), ENTRIES + "&purchase=" + purchase(API.get(page(link)).body()));
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.body()).contains("We cannot take payments at the moment");
        assertThat(madeInAll()).isEqualTo(before);
    }

    @Test
    void a_link_for_anybody_has_no_customer_and_gives_nobody_s_data_on() {
        var refused =
                API.post(
                        "/payments",
                        """
                        {"amount": 6540, "currency": "EUR", "payment_link": true,
                         "payment_link_config": {"reusable": true},
                         "customer_id": "cus_1", "billing": {"email": "ada@example.com"}}
                        """);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body()).contains("customer_id is one customer", "billing is one");

        var link = API.create(", \"payment_link\": true, \"email\": \"ada@example.com\"");
        var id = link.path("payment_id").asString();
        API.post("/payments/" + id, "{\"payment_link_config\": {\"reusable\": true}}");
        var own =
                paymentOf(
                        submit(
                                page(link),
                                ENTRIES + "&purchase=" + purchase(API.get(page(link)).body())));
        assertThat(made(own).getFirst().getTerms().keySet())
                .containsExactlyInAnyOrder("payment_link", "payment_link_config", "metadata");
        assertThat(API.get("/payments/" + own).body()).doesNotContain("ada@example.com");
    }
}
