package dev.paylater.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.mongodb.client.MongoClients;
import dev.paylater.schemas.Topic;
import dev.paylater.teststack.Stack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Settlement files against what the store has of an account. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class SettlementsTest {
    private static final String DATABASE = "ops_settlements";
    private static final Date JANUARY = Date.from(Instant.parse("2026-01-10T12:00:00Z"));

    @TempDir private Path folder;

    private final Ops ops =
            new Ops()
                    .with("PAYLATER_KAFKA_BOOTSTRAP", Stack.shared().bootstrap())
                    .with("PAYLATER_MONGODB_URI", Stack.shared().mongoUri(DATABASE))
                    .with("PAYLATER_REGISTRY_URL", Stack.shared().registryUrl());

    @BeforeAll
    static void fill() throws Exception {
        Topics.make(List.of(Topic.PAYMENT_EVENTS.name(), Topic.REFUND_EVENTS.name()));
        try (var mongo = MongoClients.create(Stack.shared().mongoUri(DATABASE))) {
            var database = mongo.getDatabase(DATABASE);
            database.getCollection("payments")
                    .insertMany(
                            List.of(
                                    payment("m", "pay_1", "mca_1"),
                                    payment("m", "pay_2", "mca_1"),
                                    payment("m", "pay_3", "mca_2")));
            database.getCollection("payments_archive")
                    .insertMany(
                            List.of(
                                    payment("m", "pay_1", "mca_1"),
                                    payment("m", "pay_4", "mca_1")));
            database.getCollection("refunds")
                    .insertOne(
                            new Document("_id", "m/ref_1")
                                    .append("merchant_id", "m")
                                    .append("payment_id", "pay_1")
                                    .append("refund_id", "ref_1")
                                    .append("merchant_connector_id", "mca_1")
                                    .append("status", "succeeded")
                                    .append("requested_amount", 30L)
                                    .append("amount", 30L)
                                    .append("currency", "EUR")
                                    .append("updated_at", JANUARY)
                                    .append(
                                            "parts",
                                            List.of(new Document("connector_refund_id", "re_1"))));
        }
    }

    private static Document payment(String merchantId, String paymentId, String account) {
        var attempt =
                new Document("attempt_id", paymentId + "_1")
                        .append("merchant_connector_id", account)
                        .append("modified_at", JANUARY)
                        .append("data", new Document("transaction_id", "tx_" + paymentId));
        var capture =
                new Document("capture_id", "cap_" + paymentId)
                        .append("attempt_id", paymentId + "_1")
                        .append("status", "charged")
                        .append("amount", 100L)
                        .append("connector_capture_id", "cc_" + paymentId);
        return new Document("_id", merchantId + "/" + paymentId)
                .append("status", "succeeded")
                .append(
                        "payment",
                        new Document("merchant_id", merchantId)
                                .append("payment_id", paymentId)
                                .append("intent", new Document("currency", "EUR"))
                                .append("attempts", List.of(attempt))
                                .append("captures", List.of(capture))
                                .append(
                                        "refunds",
                                        paymentId.equals("pay_1")
                                                ? List.of(
                                                        new Document("refund_id", "ref_1")
                                                                .append("status", "succeeded")
                                                                .append("amount", 30L))
                                                : List.of()));
    }

    @Test
    void files_are_held_against_captures_and_refunds_of_their_account() throws Exception {
        Path account = Files.createDirectories(folder.resolve("m/mca_1"));
        Files.writeString(
                account.resolve("january.csv"),
                """
                type,reference,amount,currency,date
                capture,cc_pay_1,1.00,EUR,2026-01-10
                refund,re_1,0.31,EUR,2026-01-10
                capture,tx_pay_4,1.00,EUR,2026-01-10
                capture,cc_pay_9,1.00,EUR,2026-01-10
                capture,cc_pay_9,a lot,EUR,2026-01-10
                """);

        var result = ops.run("reconcile", "--settlements", folder.toString(), "--json");
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isEqualTo(1);
        JsonNode json = OpsJson.MAPPER.readTree(result.out());
        assertThat(json.path("settlement_lines").asInt()).isEqualTo(4);
        assertThat(json.path("differences"))
                .filteredOn(each -> each.path("rule").asText().contains("settle"))
                .extracting(
                        each -> each.path("payment").asText() + " " + each.path("rule").asText())
                .containsExactlyInAnyOrder(
                        "january.csv:6 settlement_unreadable",
                        "m/pay_1 settled_amount",
                        "m/pay_2 not_settled",
                        "january.csv:5 settled_only_at_provider");
        assertThat(json.path("differences"))
                .allSatisfy(each -> assertThat(each.path("advice").asText()).isNotEmpty());

        var text = ops.run("reconcile", "--settlements", folder.toString());
        assertThat(text.out())
                .contains("m/pay_1: ref_1: 30 here, 31 in january.csv:3")
                .contains("  Compare with the provider's portal")
                .contains("4 lines of settlement files compared.");

        var all =
                ops.run(
                        "reconcile",
                        "--settlements",
                        folder.toString(),
                        "--settled-within",
                        "100000");
        assertThat(all.out()).doesNotContain("is in no file");
        var others = ops.run("reconcile", "--settlements", folder.toString(), "--merchant", "n");
        assertThat(others.exitCode()).isZero();
        assertThat(
                        ops.run("reconcile", "--settlements", folder.resolve("none").toString())
                                .errors())
                .containsExactly("There is no folder %s.".formatted(folder.resolve("none")));
    }
}
