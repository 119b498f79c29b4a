package dev.paylater.simulator.sandbox;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.payment.DueChange;
import dev.paylater.simulator.payment.ProviderFailure;
import dev.paylater.simulator.payment.Release;
import dev.paylater.simulator.payment.SimulatedCapture;
import dev.paylater.simulator.payment.SimulatedDispute;
import dev.paylater.simulator.payment.SimulatedIncrement;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.SimulatedRefund;
import dev.paylater.simulator.payment.Stage;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** How the sandbox writes its objects. Unset fields are left out. */
final class SandboxJson {

    private final String publicUrl;

    SandboxJson(String publicUrl) {
        this.publicUrl = publicUrl;
    }

    ObjectNode payment(SimulatedPayment payment) {
        var json = object("payment", payment.id());
        json.put("merchant_reference", payment.merchantReference());
        text(json, "attempt_reference", payment.attemptReference());
        json.put("status", status(payment));
        json.put("currency", payment.currency());
        json.put("amount", payment.amount());
        json.put("amount_authorized", payment.authorized());
        json.put("amount_capturable", payment.capturable());
        json.put("amount_captured", payment.captured());
        json.put("amount_voided", payment.voided());
        json.put("amount_refunded", payment.refunded());
        json.put("capture", payment.automaticCapture() ? "automatic" : "manual");
        json.put("created", BookJson.time(payment.created()));
        json.put("updated", BookJson.time(payment.updated()));
        if (payment.stage() == Stage.REQUIRES_ACTION) {
            action(payment, json.putObject("action"));
        }
        failure(json, payment.failure());
        details(payment, json);
        var captures = json.putArray("captures");
        payment.captures().forEach(capture -> captures.add(capture(payment, capture)));
        var voids = json.putArray("voids");
        payment.voids().forEach(release -> voids.add(release(payment, release)));
        var refunds = json.putArray("refunds");
        payment.refunds().forEach(refund -> refunds.add(refund(payment, refund)));
        var increments = json.putArray("incremental_authorizations");
        payment.increments().forEach(increment -> increments.add(increment(payment, increment)));
        var disputes = json.putArray("disputes");
        payment.disputes().forEach(dispute -> disputes.add(dispute(payment, dispute)));
        return json;
    }

    private void action(SimulatedPayment payment, ObjectNode action) {
        action.put("type", "redirect");
        action.put("url", publicUrl + "/pages/sandbox/" + payment.id());
        payment.dues().stream()
                .filter(due -> due.kind() == DueChange.Kind.EXPIRE)
                .forEach(due -> action.put("expires", BookJson.time(due.at())));
    }

    private static void details(SimulatedPayment payment, ObjectNode json) {
        var details = payment.details();
        copy(details, json, "sub_type");
        copy(details, json, "metadata");
        copy(details, json, SandboxChanges.SHIPMENTS);
        if (payment.failure() != null
                && payment.failure().code() == ProviderFailure.Code.FRAUD_SUSPECTED) {
            json.putObject("fraud_screening")
                    .put("name", "sandbox-shield")
                    .put("transaction_id", "frm_" + payment.id())
                    .put("type", "pre_authorization")
                    .put("status", "fraud")
                    .put("score", 97)
                    .put("reason", "velocity");
        }
        var mandate = details.get("mandate_id");
        if (mandate != null && payment.stage() == Stage.APPROVED) {
            json.putObject("mandate").put("id", mandate.stringValue()).put("status", "active");
        }
    }

    /** What the stage and the amounts come to. */
    static String status(SimulatedPayment payment) {
        return switch (payment.stage()) {
            case APPROVED -> {
                if (payment.captured() == 0) {
                    if (payment.amount() == 0) {
                        yield payment.automaticCapture() ? "captured" : "authorized";
                    }
                    yield payment.voided() == payment.authorized() ? "voided" : "authorized";
                }
                yield payment.captured() + payment.voided() == payment.authorized()
                        ? "captured"
                        : "partially_captured";
            }
            case REQUIRES_ACTION, PENDING, REVIEW, DECLINED, CANCELLED, EXPIRED ->
                    lower(payment.stage());
        };
    }

    ObjectNode capture(SimulatedPayment payment, SimulatedCapture capture) {
        var json = part("capture", capture.id(), payment, capture.amount());
        json.put("status", lower(capture.standing()));
        json.put("amount_refunded", capture.refunded());
        json.put("idempotency_key", capture.key());
        text(json, "reference", capture.reference());
        failure(json, capture.failure());
        return json.put("created", BookJson.time(capture.created()));
    }

    ObjectNode release(SimulatedPayment payment, Release release) {
        return part("void", release.id(), payment, release.amount())
                .put("status", "succeeded")
                .put("idempotency_key", release.key())
                .put("created", BookJson.time(release.created()));
    }

    ObjectNode refund(SimulatedPayment payment, SimulatedRefund refund) {
        var json = part("refund", refund.id(), payment, refund.amount());
        json.put("status", lower(refund.standing()));
        json.put("idempotency_key", refund.key());
        text(json, "reason", refund.reason());
        text(json, "reference", refund.reference());
        failure(json, refund.failure());
        return json.put("created", BookJson.time(refund.created()));
    }

    ObjectNode increment(SimulatedPayment payment, SimulatedIncrement increment) {
        var json = object("incremental_authorization", increment.id());
        json.put("payment_id", payment.id());
        json.put("additional_amount", increment.additional());
        json.put("previously_authorized_amount", increment.previously());
        json.put("amount", increment.previously() + increment.additional());
        json.put("currency", payment.currency());
        json.put("status", "succeeded");
        json.put("idempotency_key", increment.key());
        text(json, "reason", increment.reason());
        return json.put("created", BookJson.time(increment.created()));
    }

    ObjectNode dispute(SimulatedPayment payment, SimulatedDispute dispute) {
        var json = part("dispute", dispute.id(), payment, dispute.amount());
        json.put("merchant_reference", payment.merchantReference());
        json.put("stage", dispute.stage());
        json.put("status", dispute.status());
        text(json, "connector_status", dispute.connectorStatus());
        text(json, "reason", dispute.reason());
        text(json, "reason_code", dispute.reasonCode());
        text(json, "challenge_required_by", dispute.challengeRequiredBy());
        if (dispute.evidence() != null) {
            json.set("evidence", dispute.evidence());
        }
        json.put("created", BookJson.time(dispute.created()));
        return json.put("updated", BookJson.time(dispute.updated()));
    }

    static ObjectNode object(String kind, String id) {
        return BookJson.MAPPER.createObjectNode().put("object", kind).put("id", id);
    }

    static void text(ObjectNode json, String name, @Nullable String value) {
        if (value != null) {
            json.put(name, value);
        }
    }

    static void copy(ObjectNode from, ObjectNode to, String name) {
        var value = from.get(name);
        if (value != null) {
            to.set(name, value);
        }
    }

    static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static ObjectNode part(String kind, String id, SimulatedPayment payment, long amount) {
        return object(kind, id)
                .put("payment_id", payment.id())
                .put("amount", amount)
                .put("currency", payment.currency());
    }

    private static void failure(ObjectNode json, @Nullable ProviderFailure failure) {
        if (failure != null) {
            var error =
                    json.putObject("error")
                            .put("code", SandboxErrors.code(failure))
                            .put("message", failure.message());
            var reason = SandboxErrors.reason(failure);
            if (reason != null) {
                error.put("reason", reason);
            }
        }
    }
}
