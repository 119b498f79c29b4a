package dev.paylater.simulator.control;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Document;
import dev.paylater.simulator.dialect.Dialects;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.http.Served;
import dev.paylater.simulator.payment.CaptureRules;
import dev.paylater.simulator.payment.DisputeRules;
import dev.paylater.simulator.payment.PartStatus;
import dev.paylater.simulator.payment.RefundRules;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.SimulatedRefund;
import dev.paylater.simulator.payment.TimeAndIds;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a test makes happen at a provider: disputes, the end of a refund in review, and what the
 * merchant does in the provider's own portal.
 */
final class Interventions {

    private static final Set<String> STAGES = Set.of("pre_dispute", "dispute", "pre_arbitration");
    private static final Set<String> STATUSES =
            Set.of(
                    "dispute_opened",
                    "dispute_expired",
                    "dispute_accepted",
                    "dispute_cancelled",
                    "dispute_challenged",
                    "dispute_won",
                    "dispute_lost");

    private final Book book;
    private final Dialects dialects;

    Interventions(Book book, Dialects dialects) {
        this.book = book;
        this.dialects = dialects;
    }

    Served dispute(StrictFields wanted) {
        var disputeId = wanted.text("dispute_id");
        var wish =
                new DisputeRules.Wish(
                        wanted.amount("amount", 1),
                        wanted.oneOf("stage", STAGES),
                        wanted.oneOf("status", STATUSES),
                        wanted.text("connector_status"),
                        wanted.text("reason"),
                        wanted.text("reason_code"),
                        wanted.text("challenge_required_by"));
        var payment =
                newest(
                        wanted,
                        candidate ->
                                disputeId == null
                                        ? candidate.captured() > 0
                                        : candidate.dispute(disputeId) != null);
        return applied(
                payment,
                disputeId == null ? 201 : 200,
                (now, moment) ->
                        disputeId == null
                                ? DisputeRules.open(now, wish, moment)
                                : DisputeRules.move(now, disputeId, wish, moment.now()));
    }

    Served refund(StrictFields wanted) {
        var decision = wanted.oneOf("decision", Set.of("approve", "decline"));
        if (decision == null) {
            throw wanted.missing("decision");
        }
        var refundId = wanted.text("refund_id");
        var payment = newest(wanted, candidate -> open(candidate, refundId) != null);
        return applied(
                payment,
                200,
                (now, moment) -> {
                    var refund = open(now, refundId);
                    return RefundRules.settle(
                            now,
                            refund == null ? "" : refund.id(),
                            decision.equals("approve"),
                            moment.now());
                });
    }

    /**
     * As the merchant's own people, or the provider by itself: under a key that is none of ours.
     */
    Served portal(StrictFields wanted) {
        var operation = wanted.oneOf("operation", Set.of("capture", "refund", "void", "expire"));
        if (operation == null) {
            throw wanted.missing("operation");
        }
        var amount = wanted.amount("amount", 1);
        return applied(
                newest(wanted, candidate -> acts(candidate, operation)),
                200,
                (now, moment) -> {
                    var key = "portal_" + UUID.randomUUID();
                    return switch (operation) {
                        case "capture" -> CaptureRules.capture(now, amount, key, null, moment);
                        case "refund" ->
                                RefundRules.refund(
                                        now,
                                        new RefundRules.Wish(amount, null, key, null, null),
                                        moment);
                        case "void" -> CaptureRules.release(now, amount, key, moment);
                        default -> CaptureRules.lapse(now, key, moment);
                    };
                });
    }

    private static boolean acts(SimulatedPayment payment, String operation) {
        return operation.equals("refund") ? payment.refundable() > 0 : payment.capturable() > 0;
    }

    private static @Nullable SimulatedRefund open(
            SimulatedPayment payment, @Nullable String refundId) {
        return payment.refunds().stream()
                .filter(
                        refund ->
                                refund.standing() == PartStatus.REVIEW
                                        || refund.standing() == PartStatus.PENDING)
                .filter(refund -> refundId == null || refund.id().equals(refundId))
                .findFirst()
                .orElse(null);
    }

    private @Nullable SimulatedPayment newest(
            StrictFields wanted, Predicate<SimulatedPayment> suits) {
        var connector = wanted.text("connector");
        return book.payments(wanted.requiredText("merchant_reference")).reversed().stream()
                .filter(payment -> connector == null || payment.connector().equals(connector))
                .filter(suits)
                .findFirst()
                .orElse(null);
    }

    private Served applied(
            @Nullable SimulatedPayment payment,
            int status,
            BiFunction<SimulatedPayment, TimeAndIds, RuleResult> rule) {
        if (payment == null) {
            return Served.problem(404, "not_found", "No payment there that this could be about.");
        }
        var dialect = dialects.of(payment.connector());
        return book.change(
                payment.connector(),
                change -> {
                    var now = change.payment(payment.id());
                    var result =
                            rule.apply(
                                    now == null ? payment : now,
                                    new TimeAndIds(change.now(), dialect.ids()));
                    return switch (result) {
                        case RuleResult.Done done -> {
                            Steps.later(change, dialect, done);
                            if (done.payment().dispute(done.subject()) != null) {
                                change.put(pointer(done));
                            }
                            yield Served.json(status, written(done));
                        }
                        case RuleResult.Refused(var failure) ->
                                Served.problem(409, "invalid_state", failure.message());
                    };
                });
    }

    /** Lets a dialect find the payment by the dispute's id. */
    private static Document pointer(RuleResult.Done done) {
        var content = BookJson.MAPPER.createObjectNode().put("payment_id", done.payment().id());
        return new Document(done.subject(), done.payment().account(), content);
    }

    private static ObjectNode written(RuleResult.Done done) {
        var dispute = done.payment().dispute(done.subject());
        var refund = done.payment().refund(done.subject());
        var json = BookJson.MAPPER.createObjectNode();
        json.put("payment_id", done.payment().id());
        json.put("merchant_reference", done.payment().merchantReference());
        json.put("amount_captured", done.payment().captured());
        json.put("amount_refunded", done.payment().refunded());
        if (dispute != null) {
            json.put("dispute_id", dispute.id());
            json.put("amount", dispute.amount());
            json.put("stage", dispute.stage());
            json.put("status", dispute.status());
        }
        if (refund != null) {
            json.put("refund_id", refund.id());
            json.put("amount", refund.amount());
            json.put("status", refund.standing().name().toLowerCase(Locale.ROOT));
        }
        return json;
    }
}
