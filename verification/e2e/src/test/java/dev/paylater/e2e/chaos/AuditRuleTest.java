package dev.paylater.e2e.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.ApiAnswer;
import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.chaos.WebhookReceiver.Received;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The audit is fed books with one difference, for each of its rules, and finds that one by that
 * rule and nothing else.
 */
class AuditRuleTest {

    private static final Path SOURCES = Path.of("src/main/java/dev/paylater/e2e/chaos");

    private final ChaosFindings findings = new ChaosFindings();
    private final AcceptedRequests accepted = new AcceptedRequests();
    private final List<Received> received = new ArrayList<>();
    private final Map<String, String> listed = new HashMap<>(Map.of("mark", "pay_1"));
    private OutcomeTag tag = OutcomeTag.NONE;

    /** Of 100, 60 were captured through the provider and 30 directly; 20 were refunded, 10 lost. */
    private final ObjectNode payment =
            object(
                    """
                    {"payment_id": "pay_1", "status": "partially_captured", "attempt_count": 1,
                     "amount_received": 90, "captures": [{}, {}],
                     "refunds": [{"refund_id": "ref_1", "status": "succeeded"},
                       {"refund_id": "ref_2", "status": "review"}],
                     "disputes": [{"connector_dispute_id": "dp_1", "amount": 10,
                       "dispute_status": "dispute_lost"}]}
                    """);

    private final ArrayNode ledger =
            (ArrayNode)
                    JsonMapper.shared()
                            .readTree(
                                    """
                                    [{"operation": "authorize", "amount": 100},
                                     {"operation": "capture", "amount": 60},
                                     {"operation": "refund", "amount": 20}]
                                    """);

    private final ObjectNode dispute =
            object("{\"id\": \"dp_1\", \"amount\": 10, \"status\": \"dispute_lost\"}");

    private final ArrayNode deliveries =
            (ArrayNode) JsonMapper.shared().readTree("[{\"event_id\": \"evt_1\"}]");

    AuditRuleTest() {
        accepted.capture(ok(), 60);
        accepted.directCapture(ok(), 30);
        accepted.refund("ref_1", "succeeded", 20);
        accepted.refund("ref_2", "review", 5);
        accepted.dispute("dp_1");
        accepted.lost(10);
        received.add(
                new Received(
                        "evt_1", "payment.partially_captured", "pay_1", 3, "partially_captured"));
        received.add(new Received("evt_2", "refund.succeeded", "ref_1", 2, "succeeded"));
        received.add(new Received("evt_3", "refund.review", "ref_2", 2, "review"));
        received.add(new Received("evt_4", "payment.created", "pay_2", 1, "processing"));
    }

    @Test
    void books_that_agree_are_found_by_no_rule() {
        audit();

        assertThat(findings.all()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(AuditRule.class)
    void the_one_difference_is_found_by_its_rule_and_by_no_other(AuditRule rule) {
        breakOnly(rule);
        audit();

        assertThat(findings.rules()).containsExactly(rule);
        assertThat(findings.count()).isEqualTo(1);
    }

    /** Where a rule is applied twice, one of the two could go and its case would not notice. */
    @Test
    void each_rule_stands_once_in_the_audits() throws IOException {
        var named = new ArrayList<AuditRule>();
        for (var file : List.of("ChaosAudit.java", "PaymentAudit.java", "WebhookAudit.java")) {
            Pattern.compile("\\bAuditRule\\.([A-Z_]+)")
                    .matcher(Files.readString(SOURCES.resolve(file)))
                    .results()
                    .forEach(found -> named.add(AuditRule.valueOf(found.group(1))));
        }

        assertThat(named).containsExactlyInAnyOrder(AuditRule.values());
    }

    @Test
    void a_refused_payment_that_was_tried_again_may_be_authorized_once() {
        tag = OutcomeTag.DECLINED;
        payment.put("attempt_count", 2);
        accepted.newTry();
        audit();

        assertThat(findings.all()).isEmpty();
    }

    @Test
    void a_refund_that_an_operator_settles_counts_as_being_refunded_until_then() {
        accepted.refund("ref_3", "pending", 5);
        assertThat(accepted.refundedAmount()).isEqualTo(30);
        assertThat(accepted.succeededRefunds()).isEqualTo(20);

        accepted.refund("ref_3", "failed", 5);
        assertThat(accepted.refundedAmount()).isEqualTo(25);
    }

    /** No default: a rule without its case does not compile. */
    private void breakOnly(AuditRule rule) {
        switch (rule) {
            case AUTHORIZED_TOO_OFTEN -> book("authorize", 100);
            case NOT_AUTHORIZED -> ledger.remove(0);
            case RECEIVED -> payment.put("amount_received", 91);
            case CAPTURE_VANISHED -> payment.set("captures", array("[{}]"));
            case CAPTURED_TOO_OFTEN -> book("capture", 0);
            case CAPTURED_TOO_MUCH -> {
                ((ObjectNode) ledger.get(1)).put("amount", 61);
                payment.put("amount_received", 91);
            }
            case LATE_MONEY_REVIVES -> {
                late("succeeded");
                ((ObjectNode) ledger.get(2)).put("amount", 60);
            }
            case LATE_MONEY_KEPT -> late("failed");
            case REFUND_SHOWN_TWICE ->
                    ((ArrayNode) payment.path("refunds")).add(payment.path("refunds").get(0));
            case REFUNDS_DIFFER ->
                    ((ObjectNode) payment.path("refunds").get(1)).put("status", "succeeded");
            case REFUNDED_TOO_MUCH -> ((ObjectNode) ledger.get(2)).put("amount", 26);
            case REFUNDED_TOO_LITTLE -> ((ObjectNode) ledger.get(2)).put("amount", 19);
            case DISPUTE_VANISHED -> payment.set("disputes", array("[]"));
            case DISPUTE_DIFFERS -> dispute.put("status", "dispute_won");
            case DISPUTED_MONEY_REFUNDED -> accepted.lost(31);
            case NOT_LISTED -> listed.put("mark", "pay_1 and pay_2");
            case WEBHOOK_NOT_ARRIVED -> deliveries.add(object("{\"event_id\": \"evt_9\"}"));
            case WEBHOOK_OF_PAYMENT_LACKS -> {
                received.removeFirst();
                received.add(new Received("evt_1", "dispute.lost", "pay_1", 3, ""));
            }
            case WEBHOOK_OF_REFUND_LACKS -> received.remove(1);
            case WEBHOOK_STATUS ->
                    received.add(new Received("evt_5", "payment.succeeded", "pay_2", 2, "failed"));
            case WEBHOOK_ORDER ->
                    received.add(new Received("evt_5", "refund.created", "ref_1", 1, "pending"));
        }
        if (rule == AuditRule.REFUNDS_DIFFER) {
            received.add(new Received("evt_6", "refund.succeeded", "ref_2", 3, "succeeded"));
        }
    }

    /** As when the provider captures what had ended, and the service gives it back. */
    private void late(String status) {
        payment.put("status", status);
        payment.set("refunds", array("[{\"refund_id\": \"late_1\", \"status\": \"succeeded\"}]"));
        payment.set("disputes", array("[]"));
        accepted.disputes().clear();
        accepted.lost(-10);
        received.clear();
        received.add(new Received("evt_1", "payment." + status, "pay_1", 3, status));
        received.add(new Received("evt_2", "refund.succeeded", "late_1", 2, "succeeded"));
    }

    private void audit() {
        new PaymentAudit(
                        plan(),
                        "pay_1",
                        accepted,
                        new ApiAnswer(200, headers(), payment.toString()),
                        ledger,
                        findings)
                .check(List.of(dispute));
        new ChaosAudit(findings).listed(Map.of("mark", "pay_1"), listed);
        var webhooks = new WebhookAudit(received, findings);
        webhooks.statuses();
        webhooks.order();
        webhooks.payment(deliveries, payment);
    }

    private void book(String operation, long amount) {
        ledger.add(object("{\"operation\": \"%s\", \"amount\": %d}".formatted(operation, amount)));
    }

    private PurchasePlan plan() {
        return new PurchasePlan(
                "mark",
                MerchantClient.SANDBOX,
                null,
                tag,
                "manual_multiple",
                100,
                false,
                "approve",
                true,
                List.of());
    }

    private static ApiAnswer ok() {
        return new ApiAnswer(200, headers(), "{}");
    }

    private static HttpHeaders headers() {
        return HttpHeaders.of(Map.of(), (_, _) -> true);
    }

    private static ObjectNode object(String json) {
        return (ObjectNode) JsonMapper.shared().readTree(json);
    }

    private static JsonNode array(String json) {
        return JsonMapper.shared().readTree(json);
    }
}
