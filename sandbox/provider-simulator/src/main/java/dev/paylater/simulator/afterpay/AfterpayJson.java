package dev.paylater.simulator.afterpay;

import dev.paylater.simulator.book.Json;
import dev.paylater.simulator.dialect.Decimals;
import dev.paylater.simulator.payment.Capture;
import dev.paylater.simulator.payment.Due;
import dev.paylater.simulator.payment.Payment;
import dev.paylater.simulator.payment.Refund;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Standing;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Checkouts, payments and refunds as Afterpay writes them. */
final class AfterpayJson {

    private final String publicUrl;

    AfterpayJson(String publicUrl) {
        this.publicUrl = publicUrl;
    }

    ObjectNode checkout(Payment payment) {
        var expires =
                payment.dues().stream()
                        .filter(due -> due.kind() == Due.Kind.EXPIRE)
                        .mapToLong(Due::at)
                        .findFirst()
                        .orElse(payment.created());
        return object().put("token", AfterpayPayments.token(payment))
                .put("expires", Json.time(expires))
                .put("redirectCheckoutUrl", publicUrl + "/pages/afterpay_clearpay/" + payment.id());
    }

    ObjectNode payment(Payment payment) {
        var approved = payment.stage() == Stage.APPROVED;
        var json =
                object().put("id", payment.id())
                        .put("token", AfterpayPayments.token(payment))
                        .put("status", approved ? "APPROVED" : "DECLINED")
                        .put("created", Json.time(payment.created()));
        json.set("originalAmount", money(payment.amount(), payment.currency()));
        json.set("openToCaptureAmount", money(open(payment), payment.currency()));
        json.put("paymentState", state(payment));
        json.put("merchantReference", payment.merchantReference());
        var refunds = json.putArray("refunds");
        payment.voids()
                .reversed()
                .forEach(
                        release ->
                                refunds.addObject()
                                        .put("refundId", release.id())
                                        .put("requestId", release.key())
                                        .put("refundedAt", Json.time(release.created()))
                                        .set(
                                                "amount",
                                                money(release.amount(), payment.currency())));
        payment.refunds().stream()
                .filter(refund -> refund.standing() == Standing.SUCCEEDED)
                .forEach(refund -> refunds.add(refund(payment, refund)));
        events(payment, json.putArray("events"));
        json.putObject("orderDetails");
        return json;
    }

    ObjectNode refund(Payment payment, Refund refund) {
        var json =
                object().put("refundId", refund.id())
                        .put("requestId", refund.key())
                        .put("merchantReference", refund.reason())
                        .put("refundMerchantReference", refund.reference())
                        .put("refundedAt", Json.time(refund.created()));
        json.set("amount", money(refund.amount(), payment.currency()));
        return json;
    }

    private static void events(Payment payment, ArrayNode events) {
        if (!payment.automaticCapture()) {
            var type = payment.stage() == Stage.APPROVED ? "AUTH_APPROVED" : "AUTH_DECLINED";
            event(events, payment, type, payment.id() + "_auth", payment.amount(), null);
        }
        for (var capture : payment.captures()) {
            if (capture.standing() == Standing.SUCCEEDED) {
                captured(events, payment, capture);
            }
        }
        for (var release : payment.voids()) {
            event(events, payment, "VOIDED", release.id(), release.amount(), null);
        }
    }

    private static void captured(ArrayNode events, Payment payment, Capture capture) {
        event(events, payment, "CAPTURED", capture.id(), capture.amount(), capture.reference());
    }

    private static void event(
            ArrayNode events,
            Payment payment,
            String type,
            String id,
            long amount,
            @Nullable String reference) {
        events.addObject()
                .put("id", id)
                .put("created", Json.time(payment.updated()))
                .put("type", type)
                .put("paymentEventMerchantReference", reference)
                .set("amount", money(amount, payment.currency()));
    }

    private static String state(Payment payment) {
        if (payment.stage() != Stage.APPROVED) {
            return payment.automaticCapture() ? "CAPTURE_DECLINED" : "AUTH_DECLINED";
        }
        if (payment.captured() == 0) {
            return open(payment) == 0 ? "VOIDED" : "AUTH_APPROVED";
        }
        return open(payment) == 0 ? "CAPTURED" : "PARTIALLY_CAPTURED";
    }

    private static long open(Payment payment) {
        return payment.stage() == Stage.APPROVED
                ? payment.authorized() - payment.voided() - payment.captured()
                : 0;
    }

    static ObjectNode money(long minor, String currency) {
        return object().put("amount", Decimals.of(minor, currency).toPlainString())
                .put("currency", currency);
    }

    private static ObjectNode object() {
        return Json.MAPPER.createObjectNode();
    }
}
