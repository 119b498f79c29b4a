package dev.paylater.simulator.sandbox;

import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.KeyOutcome;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.payment.Authorizing;
import dev.paylater.simulator.payment.CaptureRules;
import dev.paylater.simulator.payment.DisputeRules;
import dev.paylater.simulator.payment.ProviderFailure;
import dev.paylater.simulator.payment.RefundRules;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Tag;
import dev.paylater.simulator.payment.TimeAndIds;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What can be done to a payment that exists or to its dispute: POST /payments/{id}/something. */
final class SandboxChanges {

    /** A kind of change: its rule, how its result is written, and the tag that loses the answer. */
    private record Kind(
            String type, int status, Rule rule, Writing writing, @Nullable Tag silence) {}

    private interface Rule {
        RuleResult decide(SimulatedPayment payment, TimeAndIds moment);
    }

    private interface Writing {
        ObjectNode write(SimulatedPayment payment, String subject);
    }

    /** In a payment's details: goods that were handed to a carrier. */
    static final String SHIPMENTS = "shipments";

    private final SandboxDialect dialect;
    private final SandboxJson json;

    SandboxChanges(SandboxDialect dialect, SandboxJson json) {
        this.dialect = dialect;
        this.json = json;
    }

    Reply change(ProviderCall call, Caller caller, String key, SimulatedPayment payment) {
        var body = StrictFields.of(call.json());
        var kind =
                call.segment(0).equals("disputes")
                        ? response(call.segment(1), call.segment(2), body)
                        : kind(call.segment(2), body, key);
        if (kind == null) {
            return Reply.of(SandboxErrors.notFound());
        }
        var result =
                dialect.once(
                        call,
                        caller,
                        key,
                        kind.type(),
                        change -> decide(change, payment.id(), kind));
        var silent =
                !result.replayed()
                        && kind.silence() != null
                        && payment.has(kind.silence())
                        && result.reply().answer().status() < 300;
        return silent ? result.reply().with(Reply.Delivery.STALLED) : result.reply();
    }

    private @Nullable Kind kind(String path, StrictFields body, String key) {
        return switch (path) {
            case "captures" -> capture(body, key);
            case "voids" -> {
                var amount = body.amount("amount", 1);
                yield new Kind(
                        "void",
                        201,
                        (payment, moment) -> CaptureRules.release(payment, amount, key, moment),
                        this::release,
                        null);
            }
            case "refunds" -> refund(body, key);
            case "incremental_authorizations" -> {
                var additional = body.requiredAmount("additional_amount", 1);
                var reason = body.text("reason");
                yield new Kind(
                        "incremental_authorization",
                        201,
                        (payment, moment) ->
                                CaptureRules.increase(payment, additional, key, reason, moment),
                        this::increment,
                        null);
            }
            case "shipments" -> shipment(body);
            case "approve" ->
                    new Kind(
                            "approval",
                            200,
                            Authorizing::accepted,
                            (payment, subject) -> json.payment(payment),
                            null);
            default -> null;
        };
    }

    /** Of something that is held or captured, and of a capture that there is where it names one. */
    private Kind shipment(StrictFields body) {
        var captureId = body.text("capture_id");
        body.requiredText("carrier");
        return new Kind(
                "shipment",
                201,
                (payment, _) -> {
                    if (payment.stage() != Stage.APPROVED
                            || payment.captured() + payment.capturable() == 0) {
                        return RuleResult.refused(
                                ProviderFailure.Code.INVALID_STATE,
                                "Nothing of it is held or captured.");
                    }
                    if (captureId != null && payment.capture(captureId) == null) {
                        return RuleResult.refused(
                                ProviderFailure.Code.INVALID_STATE, "There is no such capture.");
                    }
                    var details = payment.details().deepCopy();
                    details.withArrayProperty(SHIPMENTS).add(body.object());
                    return new RuleResult.Done(
                            payment.withDetails(details), payment.id(), List.of(), List.of());
                },
                (payment, _) -> {
                    var all = payment.details().path(SHIPMENTS);
                    return (ObjectNode) all.path(all.size() - 1).deepCopy();
                },
                null);
    }

    private Kind capture(StrictFields body, String key) {
        var amount = body.amount("amount", 1);
        var reference = body.text("reference");
        return new Kind(
                "capture",
                201,
                (payment, moment) -> CaptureRules.capture(payment, amount, key, reference, moment),
                (payment, subject) ->
                        json.capture(payment, Objects.requireNonNull(payment.capture(subject)))
                                .set("payment", json.payment(payment)),
                Tag.CAPTURE_TIMEOUT);
    }

    private Kind refund(StrictFields body, String key) {
        var wish =
                new RefundRules.Wish(
                        body.amount("amount", 1),
                        body.text("capture_id"),
                        key,
                        body.text("reason"),
                        body.text("reference"));
        return new Kind(
                "refund",
                201,
                (payment, moment) -> RefundRules.refund(payment, wish, moment),
                (payment, subject) ->
                        json.refund(payment, Objects.requireNonNull(payment.refund(subject)))
                                .set("payment", json.payment(payment)),
                Tag.REFUND_TIMEOUT);
    }

    private @Nullable Kind response(String disputeId, String path, StrictFields body) {
        return switch (path) {
            case "accept" ->
                    new Kind(
                            "dispute_acceptance",
                            200,
                            (payment, moment) -> DisputeRules.accept(payment, disputeId, moment),
                            this::dispute,
                            Tag.DISPUTE_TIMEOUT);
            case "evidence" -> {
                var evidence = body.object("evidence").object();
                yield new Kind(
                        "dispute_evidence",
                        200,
                        (payment, moment) ->
                                DisputeRules.challenge(payment, disputeId, evidence, moment),
                        this::dispute,
                        Tag.DISPUTE_TIMEOUT);
            }
            default -> null;
        };
    }

    private ObjectNode dispute(SimulatedPayment payment, String disputeId) {
        return json.dispute(payment, Objects.requireNonNull(payment.dispute(disputeId)));
    }

    private ObjectNode release(SimulatedPayment payment, String subject) {
        return json.release(payment, payment.voids().getLast())
                .set("payment", json.payment(payment));
    }

    private ObjectNode increment(SimulatedPayment payment, String subject) {
        return json.increment(payment, payment.increments().getLast())
                .set("payment", json.payment(payment));
    }

    private KeyOutcome decide(Change change, String paymentId, Kind kind) {
        var payment = Objects.requireNonNull(change.payment(paymentId));
        return switch (kind.rule().decide(payment, new TimeAndIds(change.now(), dialect.ids()))) {
            case RuleResult.Done done -> {
                Steps.answered(change, dialect, done);
                var body = kind.writing().write(done.payment(), done.subject());
                yield new KeyOutcome.Recorded(
                        ProviderAnswer.of(kind.status(), body), done.subject(), paymentId);
            }
            case RuleResult.Refused(var failure) ->
                    new KeyOutcome.Recorded(SandboxErrors.of(failure), null, paymentId);
        };
    }
}
