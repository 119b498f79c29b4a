package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Updates;
import dev.paylater.api.form.OpenApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Which page a shopper meets on a payment link, in each status and language; {@code
 * -Dpaylater.write-docs=true} writes docs/merchants/checkout-pages.md.
 */
class CheckoutPagesTest {

    private static final RunningApi API = RunningApi.shared();
    private static final Path PAGE = Path.of("..", "docs", "merchants", "checkout-pages.md");

    private static final String OPEN = "Pay later | Später bezahlen | ادفع لاحقًا";
    private static final String APPROVED =
            "Thank you. Your payment is approved | Vielen Dank. Ihre Zahlung ist genehmigt"
                    + " | شكرًا لك. تمت الموافقة على دفعتك";
    private static final String WAITING =
            "We are waiting for the result | Wir warten auf das Ergebnis | نحن في انتظار النتيجة";

    /**
     * One situation.
     *
     * @param sentences in English, German and Arabic
     * @param behaviour what the page does: shows the form, loads itself again, or neither
     */
    record Row(String situation, int httpStatus, String sentences, Behaviour behaviour) {

        String sentence(String language) {
            return sentences.split(" \\| ", -1)[LANGUAGES.indexOf(language)];
        }

        @Override
        public String toString() {
            return situation;
        }
    }

    enum Behaviour {
        FORM,
        REFRESHES,
        LEADS_TO_BANK,
        ENDS
    }

    static final List<String> LANGUAGES = List.of("en", "de", "ar");
    private static final Map<String, String> BACK =
            Map.of("en", "Back to the shop", "de", "Zurück zum Shop", "ar", "العودة إلى المتجر");

    private static final List<Row> ROWS =
            List.of(
                    new Row("requires_payment_method", 200, OPEN, Behaviour.FORM),
                    new Row("requires_confirmation", 200, OPEN, Behaviour.FORM),
                    new Row(
                            "requires_customer_action",
                            200,
                            "One more step | Noch ein Schritt | بقيت خطوة واحدة",
                            Behaviour.ENDS),
                    new Row(
                            "requires_customer_action, the bank asks",
                            200,
                            "One more step | Noch ein Schritt | بقيت خطوة واحدة",
                            Behaviour.LEADS_TO_BANK),
                    new Row("processing", 200, WAITING, Behaviour.REFRESHES),
                    new Row("requires_merchant_action", 200, WAITING, Behaviour.REFRESHES),
                    new Row("requires_capture", 200, APPROVED, Behaviour.ENDS),
                    new Row("partially_captured_and_capturable", 200, APPROVED, Behaviour.ENDS),
                    new Row("partially_captured", 200, APPROVED, Behaviour.ENDS),
                    new Row("succeeded", 200, APPROVED, Behaviour.ENDS),
                    new Row(
                            "failed, declined, may be tried again",
                            200,
                            "The provider has declined this payment."
                                    + " | Der Anbieter hat diese Zahlung abgelehnt."
                                    + " | رفض مزود الخدمة هذه الدفعة.",
                            Behaviour.FORM),
                    new Row(
                            "failed, cancelled by the customer, may be tried again",
                            200,
                            "You cancelled the payment. | Sie haben die Zahlung abgebrochen."
                                    + " | لقد ألغيت الدفع.",
                            Behaviour.FORM),
                    new Row(
                            "failed, provider away, may be tried again",
                            200,
                            "The provider cannot be reached at the moment."
                                    + " | Der Anbieter ist zurzeit nicht erreichbar."
                                    + " | لا يمكن الوصول إلى مزود الخدمة حاليًا.",
                            Behaviour.FORM),
                    new Row(
                            "failed, declined",
                            200,
                            "Your payment was declined | Ihre Zahlung wurde abgelehnt"
                                    + " | تم رفض دفعتك",
                            Behaviour.ENDS),
                    new Row(
                            "failed, cancelled by the customer",
                            200,
                            "This payment was cancelled | Diese Zahlung wurde abgebrochen"
                                    + " | تم إلغاء هذه الدفعة",
                            Behaviour.ENDS),
                    new Row(
                            "failed, provider away",
                            200,
                            "Your payment did not go through | Ihre Zahlung hat nicht geklappt"
                                    + " | لم تكتمل عملية الدفع",
                            Behaviour.ENDS),
                    new Row(
                            "cancelled",
                            200,
                            "This payment was cancelled | Diese Zahlung wurde abgebrochen"
                                    + " | تم إلغاء هذه الدفعة",
                            Behaviour.ENDS),
                    new Row(
                            "expired",
                            410,
                            "This link has expired | Dieser Link ist abgelaufen"
                                    + " | انتهت صلاحية هذا الرابط",
                            Behaviour.ENDS),
                    new Row(
                            "no such link",
                            404,
                            "This link does not exist | Diesen Link gibt es nicht"
                                    + " | هذا الرابط غير موجود",
                            Behaviour.ENDS));

    static Stream<Row> rows() {
        return ROWS.stream();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void each_situation_has_its_page_in_each_language(Row row) {
        for (var returnUrl : List.of("", ", \"return_url\": \"https://shop.example/back\"")) {
            var path = path(row, returnUrl);
            for (var language : LANGUAGES) {
                var shown = API.get(path + "?lang=" + language);
                assertThat(shown.status()).as(shown.body()).isEqualTo(row.httpStatus());
                assertThat(shown.body())
                        .contains(
                                "<html lang=\""
                                        + language
                                        + "\" dir=\""
                                        + (language.equals("ar") ? "rtl" : "ltr"),
                                row.sentence(language))
                        .doesNotContain("null");
                assertThat(shown.body().contains("<form method=\"post\">"))
                        .isEqualTo(row.behaviour() == Behaviour.FORM);
                assertThat(shown.body().contains("http-equiv=\"refresh\""))
                        .isEqualTo(row.behaviour() == Behaviour.REFRESHES);
                assertThat(shown.body().contains("method=\"post\" action=\"https://acs.example/\""))
                        .isEqualTo(row.behaviour() == Behaviour.LEADS_TO_BANK);
                if (row.httpStatus() != 404) {
                    assertThat(shown.body()).contains("4711", "Lamps &amp; Sons");
                    assertThat(shown.body().contains("href=\"https://shop.example/back?"))
                            .isEqualTo(!returnUrl.isEmpty());
                    assertThat(shown.body().contains(">" + BACK.get(language) + "</a>"))
                            .isEqualTo(!returnUrl.isEmpty());
                }
            }
        }
    }

    static String path(Row row, String more) {
        var payment =
                API.create(
                        """
                        , "payment_link": true, "merchant_order_reference_id": "4711",
                        "payment_link_config": {"seller_name": "Lamps & Sons"%s}
                        """
                                        .formatted(
                                                row.situation().equals("expired")
                                                        ? ", \"expires_in\": 0"
                                                        : "")
                                + more);
        if (row.situation().equals("no such link")) {
            return "/pay/merchant_sandbox/plink_unknown";
        }
        if (!row.situation().equals("expired")) {
            API.store(payment, changes(row.situation()));
        }
        var link = payment.at("/payment_link/link").asString();
        return link.substring(link.indexOf("/pay/"));
    }

    private static Bson changes(String situation) {
        var status = Updates.set("status", situation.split(",", 2)[0]);
        if (situation.endsWith("the bank asks")) {
            return Updates.combine(status, Updates.set("payment.attempts", List.of(challenged())));
        }
        if (!situation.startsWith("failed")) {
            return status;
        }
        var retry = situation.endsWith("may be tried again") ? 600 : -1;
        return Updates.combine(
                status,
                Updates.set("retry_until", Date.from(Instant.now().plusSeconds(retry))),
                Updates.set("payment.attempts", List.of(attempt(situation))));
    }

    private static Document challenged() {
        var action = new Document("type", "three_ds_invoke");
        return new Document("attempt_id", "a_1")
                .append("connector", "sandbox")
                .append("merchant_connector_id", "mca_sandbox_sandbox")
                .append(
                        "data",
                        new Document(
                                "three_ds",
                                "{\"trans_status\": \"C\", \"challenge_request\": \"e30\","
                                        + " \"acs_url\": \"https://acs.example/\"}"))
                .append(
                        "stage",
                        new Document("t", "awaiting_customer")
                                .append("d", new Document("next_action", action)));
    }

    private static Document attempt(String situation) {
        var error =
                situation.contains("cancelled")
                        ? Map.of("code", "CANCELED", "unified", "customer_action_failed")
                        : situation.contains("away")
                                ? Map.of("code", "no_call", "unified", "provider_unavailable")
                                : Map.of("code", "rejected", "unified", "declined");
        return new Document("attempt_id", "a_1")
                .append("connector", "sandbox")
                .append("merchant_connector_id", "mca_sandbox_sandbox")
                .append(
                        "stage",
                        new Document("t", "failed")
                                .append("d", new Document("error", new Document(error))));
    }

    @Test
    void every_status_of_the_interface_has_its_row() {
        var statuses = API.bean(OpenApi.class).schema("PaymentStatus").path("enum");
        assertThat(ROWS.stream().map(row -> row.situation().split(",", 2)[0]).distinct())
                .containsAll(
                        statuses.valueStream()
                                .filter(JsonNode::isString)
                                .map(JsonNode::stringValue)
                                .toList());
    }

    @Test
    void the_table_in_the_docs_is_this_one() throws IOException {
        var page =
                """
                # Pages of a payment link

                Made from the table of CheckoutPagesTest, which opens each: what a shopper meets in each status, and the
                sentence that it begins with. A page with the form lets them choose a way to pay; one that loads itself
                again does so every five seconds until the result is known, and says that it is safe to close; one that
                leads to the bank has a button for its 3-D Secure challenge, and whoever has just pressed pay is taken
                there at once where scripts run. Where the provider asks on a page of its own, the link leads there. Each
                names the shop, the order number and the amount, and leads back to the shop where the payment has a
                return_url.

                | status | HTTP | page | English | German | Arabic |
                |---|---|---|---|---|---|
                """
                        + ROWS.stream()
                                .map(
                                        row ->
                                                "| %s | %s | %s | %s |"
                                                        .formatted(
                                                                row.situation(),
                                                                row.httpStatus(),
                                                                shown(row.behaviour()),
                                                                row.sentences()))
                                .collect(Collectors.joining("\n"))
                        + "\n";
        if (Boolean.getBoolean("paylater.write-docs")) {
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE)).isEqualTo(page);
    }

    private static String shown(Behaviour behaviour) {
        return switch (behaviour) {
            case FORM -> "form";
            case REFRESHES -> "loads itself again";
            case LEADS_TO_BANK -> "leads to the bank";
            case ENDS -> "";
        };
    }
}
