package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ReplaceOptions;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.json.Json;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** What changes a refund is as little at rest in the clear as what made it. */
class RefundMetadataTest {

    private static final RunningApi API = RunningApi.shared();
    private static final String REFUND = "ref_metadata";

    @Test
    void an_ssn_in_the_metadata_of_a_change_is_sealed_for_the_refunds_payment() {
        store();
        for (var ssn : new String[] {"111-22-3333", "sealed:AA"}) {
            API.post("/refunds/" + REFUND, "{\"metadata\": {\"ssn\": \"" + ssn + "\"}}");

            var sent = Json.read(API.lastForwardedBody()).at("/metadata/ssn").asString();
            assertThat(sent).startsWith(Sealer.PREFIX).isNotEqualTo(ssn);
            assertThat(API.bean(Sealer.class).open(sent, place("metadata")))
                    .isEqualTo('"' + ssn + '"');
        }
    }

    @Test
    void what_is_not_personal_is_passed_on_as_it_came() {
        store();
        API.post("/refunds/" + REFUND, "{\"reason\": \"late\", \"metadata\": {}}");

        assertThat(Json.read(API.lastForwardedBody()))
                .isEqualTo(Json.read("{\"reason\": \"late\", \"metadata\": {}}"));
    }

    @Test
    void what_is_sealed_in_a_refund_or_a_list_of_them_is_opened_for_the_merchant() {
        var sealing = API.bean(Sealing.class);
        var metadata =
                sealing.seal(place("metadata"), Json.read("{\"ssn\": \"1\", \"rate\": 1.50}"));
        var split = sealing.seal(place("split_refunds"), Json.read("{\"to\": \"Ada\"}"));
        var refund =
                "{\"refund_id\":\"%s\",\"payment_id\":\"pay_refunded\",\"metadata\":%s,\"split_refunds\":%s}";
        var sealed = refund.formatted(REFUND, metadata, split);
        var shown = refund.formatted(REFUND, "{\"ssn\":\"1\",\"rate\":1.50}", "{\"to\":\"Ada\"}");
        var list = "{\"count\":1,\"data\":[%s]}";
        try {
            API.answerOfRefunds = sealed;
            assertThat(API.get("/refunds/" + REFUND).body()).isEqualTo(shown);
            API.answerOfRefunds = list.formatted(sealed);
            assertThat(
                            API.post("/refunds/list", "{\"start_time\": \"2026-01-01T00:00:00Z\"}")
                                    .body())
                    .isEqualTo(list.formatted(shown));
        } finally {
            API.answerOfRefunds = null;
        }
    }

    private static SealedPlace place(String field) {
        return new SealedPlace("merchant_sandbox", "pay_refunded", field);
    }

    @Test
    void a_refund_that_nobody_has_is_not_changed() {
        var answer = API.post("/refunds/ref_nobodys", "{\"metadata\": {\"a\": \"b\"}}");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.code()).isEqualTo("HE_02");
    }

    private static void store() {
        API.bean(MongoDatabase.class)
                .getCollection("refunds")
                .replaceOne(
                        new Document("_id", "merchant_sandbox/" + REFUND),
                        new Document("merchant_id", "merchant_sandbox")
                                .append("refund_id", REFUND)
                                .append("payment_id", "pay_refunded"),
                        new ReplaceOptions().upsert(true));
    }
}
