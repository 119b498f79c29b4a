package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.paylater.api.form.Forms;
import dev.paylater.api.form.OpenApi;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import java.time.Instant;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** The roles that may open an exchange with a provider, and the audit line that opening writes. */
class ExchangesTest {

    private static final RunningApi API = RunningApi.shared();
    private static final String MERCHANT = "merchant_sandbox";

    @Test
    void exchanges_are_opened_with_a_reason_that_the_audit_log_keeps() {
        var id = payment();
        var opened = get(MERCHANT, id, "?reason=declined");

        assertThat(opened.status()).as(opened.body()).isEqualTo(200);
        new Forms(new OpenApi()).of("ProviderExchanges").check((ObjectNode) opened.json());
        assertThat(opened.json().at("/data/0/exchange/answer_body").asString())
                .isEqualTo("<b>no</b>");
        var line = API.inspectAs(RunningApi.ADMIN, "/audit_log?limit=1").json().at("/data/0");
        assertThat(line.path("request_id").asString()).isEqualTo(opened.header("x-request-id"));
        assertThat(line.path("action").asString()).isEqualTo("openExchanges");
        assertThat(line.path("resource_id").asString()).isEqualTo(id);
        assertThat(line.at("/after/reason").asString()).isEqualTo("declined");
    }

    @Test
    void without_a_reason_or_of_another_merchant_nothing_is_opened() {
        var id = payment();
        assertThat(get(MERCHANT, id, "").json().at("/error/param").asString()).isEqualTo("reason");
        assertThat(get(MERCHANT, id, "?reason=" + "x".repeat(256)).status()).isEqualTo(422);
        assertThat(get("merchant_other", id, "?reason=a").status()).isEqualTo(404);
        assertThat(API.getAs(RunningApi.SECRET, path(MERCHANT, id) + "?reason=a").status())
                .isIn(401, 403);
    }

    @Test
    void the_page_asks_for_the_reason_and_escapes_what_others_wrote() {
        var id = payment();
        var page = "/console/payments/" + MERCHANT + "/" + id;
        var support = ConsoleClient.as(API, "support");
        var address = page + "/exchanges/e_" + id;
        assertThat(support.get(page).body()).contains("Exchanges with the provider", address);
        assertThat(support.get(address).body())
                .contains("Reason to open the request and the answer", "_1_authorize", "Declined")
                .doesNotContain("no&lt;", "order=1", "provider.example", "Idempotency-Key");

        assertThat(support.submit(address).status()).isEqualTo(422);
        assertThat(support.submit(address, "reason", "a question").body())
                .contains(
                        """
                        <pre>POST https://provider.example/pay
                        Idempotency-Key: k

                        order=1</pre>\
                        """,
                        "<pre>HTTP 402\n\n&lt;b&gt;no&lt;/b&gt;</pre>")
                .doesNotContain("<b>no");
        assertThat(ConsoleClient.as(API, "read_only").get(address).status()).isEqualTo(403);
        var merchant = ConsoleClient.as(API, "merchant");
        assertThat(merchant.get(page).body()).doesNotContain("Exchanges with the provider");
        assertThat(merchant.get(address).status()).isEqualTo(403);
    }

    private static RunningApi.Reply get(String merchant, String id, String query) {
        return API.inspectAs(RunningApi.ADMIN, path(merchant, id) + query);
    }

    private static String path(String merchant, String id) {
        return "/admin/payments/" + merchant + "/" + id + "/exchanges";
    }

    /** One whose exchange with the provider was declined. */
    static String payment() {
        var id = API.create("").path("payment_id").asString();
        var text =
                """
                {"method": "POST", "url": "https://provider.example/pay",
                 "request_headers": {"Idempotency-Key": "k"}, "request_body": "order=1",
                 "http_status": 402, "answer_headers": {}, "answer_body": "<b>no</b>",
                 "reason": null}
                """;
        API.bean(MongoDatabase.class)
                .getCollection("provider_exchanges")
                .insertOne(
                        new Document("_id", "e_" + id)
                                .append("merchant_id", MERCHANT)
                                .append("payment_id", id)
                                .append("operation_id", id + "_1_authorize")
                                .append("operation", "authorize")
                                .append("connector", "sandbox")
                                .append("account", "mca_1")
                                .append("at", Instant.now())
                                .append("result", "declined")
                                .append(
                                        "exchange",
                                        API.bean(Sealer.class)
                                                .seal(
                                                        text,
                                                        new SealedPlace(MERCHANT, id, "exchange")))
                                .append("version", 1L));
        return id;
    }
}
