package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ReplaceOptions;
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
            var place = new SealedPlace("merchant_sandbox", "pay_refunded", "metadata");
            assertThat(sent).startsWith(Sealer.PREFIX).isNotEqualTo(ssn);
            assertThat(API.bean(Sealer.class).open(sent, place.member("ssn"))).isEqualTo(ssn);
        }
    }

    @Test
    void what_is_not_personal_is_passed_on_as_it_came() {
        store();
        API.post("/refunds/" + REFUND, "{\"reason\": \"late\", \"metadata\": {\"a\": \"b\"}}");

        assertThat(Json.read(API.lastForwardedBody()))
                .isEqualTo(Json.read("{\"reason\": \"late\", \"metadata\": {\"a\": \"b\"}}"));
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
