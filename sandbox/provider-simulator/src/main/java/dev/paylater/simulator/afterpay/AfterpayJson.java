package dev.paylater.simulator.afterpay;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.Decimals;
import dev.paylater.simulator.dialect.Shapes;
import dev.paylater.simulator.dialect.Shapes.Shape;
import dev.paylater.simulator.payment.DueChange;
import dev.paylater.simulator.payment.PartStatus;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.SimulatedRefund;
import dev.paylater.simulator.payment.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Checkouts, payments and refunds in the shapes of Afterpay's exchanges. */
final class AfterpayJson {

    private static final Shapes SHAPES = Shapes.read("afterpay_clearpay");

    private static final long AUTHORIZED_MILLIS = 13L * 24 * 60 * 60 * 1000;

    private final String publicUrl;

    AfterpayJson(String publicUrl) {
        this.publicUrl = publicUrl;
    }

    ObjectNode checkout(SimulatedPayment payment) {
        var expires =
                payment.dues().stream()
                        .filter(due -> due.kind() == DueChange.Kind.EXPIRE)
                        .mapToLong(DueChange::at)
                        .findFirst()
                        .orElse(payment.created());
        return SHAPES.of("a checkout sends the customer to its page")
                .put("/token", AfterpayPayments.token(payment))
                .put("/expires", BookJson.time(expires))
                .put("/redirectCheckoutUrl", publicUrl + "/pages/afterpay_clearpay/" + payment.id())
                .json();
    }

    /** What an account may sell; the simulator sets no other limits. */
    static ProviderAnswer configuration() {
        var json = BookJson.MAPPER.createObjectNode();
        json.set("minimumAmount", money(100, "AUD"));
        json.set("maximumAmount", money(200_000, "AUD"));
        return ProviderAnswer.of(200, json);
    }

    ObjectNode list(List<SimulatedPayment> payments) {
        var json = BookJson.MAPPER.createObjectNode();
        json.put("totalResults", payments.size()).put("offset", 0).put("limit", 20);
        var results = json.putArray("results");
        payments.forEach(payment -> results.add(payment(payment)));
        return json;
    }

    ObjectNode payment(SimulatedPayment payment) {
        var details = payment.details();
        var renamed = details.path(AfterpayPayments.RENAMED);
        var json = filled(payment, renamed.asString(payment.merchantReference()));
        if (details.has(AfterpayPayments.COURIER)) {
            json.putObject("orderDetails")
                    .set(AfterpayPayments.COURIER, details.get(AfterpayPayments.COURIER));
        }
        return json;
    }

    private ObjectNode filled(SimulatedPayment payment, String reference) {
        return SHAPES.of("a refund is found by our request id")
                .put("/id", payment.id())
                .put("/token", AfterpayPayments.token(payment))
                .put("/status", payment.stage() == Stage.APPROVED ? "APPROVED" : "DECLINED")
                .put("/created", BookJson.time(payment.created()))
                .moneyText("/originalAmount", payment.amount(), payment.currency())
                .moneyText("/openToCaptureAmount", open(payment), payment.currency())
                .put("/paymentState", state(payment))
                .put("/merchantReference", reference)
                .each("/refunds", refunds(payment), (entry, fill) -> fill.accept(entry))
                .each("/events", events(payment), (entry, fill) -> fill.accept(entry))
                .json();
    }

    ObjectNode refund(SimulatedPayment payment, SimulatedRefund refund) {
        var shape = SHAPES.of("a refund has an id");
        fill(shape, payment, refund);
        return shape.json();
    }

    /** What was released lies among the refunds. */
    private static List<Consumer<Shape>> refunds(SimulatedPayment payment) {
        var entries = new ArrayList<Consumer<Shape>>();
        for (var release : payment.voids().reversed()) {
            entries.add(
                    entry ->
                            entry.put("/refundId", release.id())
                                    .put("/requestId", release.key())
                                    .put("/merchantReference", (String) null)
                                    .put("/refundMerchantReference", (String) null)
                                    .put("/refundedAt", BookJson.time(release.created()))
                                    .moneyText("/amount", release.amount(), payment.currency()));
        }
        payment.refunds().stream()
                .filter(refund -> refund.standing() == PartStatus.SUCCEEDED)
                .forEach(refund -> entries.add(entry -> fill(entry, payment, refund)));
        return entries;
    }

    private static void fill(Shape shape, SimulatedPayment payment, SimulatedRefund refund) {
        shape.put("/refundId", refund.id())
                .put("/requestId", refund.key())
                .put("/merchantReference", refund.reason())
                .put("/refundMerchantReference", refund.reference())
                .put("/refundedAt", BookJson.time(refund.created()))
                .moneyText("/amount", refund.amount(), payment.currency());
    }

    private static List<Consumer<Shape>> events(SimulatedPayment payment) {
        var events = new ArrayList<Consumer<Shape>>();
        if (!payment.automaticCapture()) {
            var type = payment.stage() == Stage.APPROVED ? "AUTH_APPROVED" : "AUTH_DECLINED";
            var decided = payment.details().path(AfterpayPayments.DECIDED).asLong();
            var authorization =
                    event(payment, type, payment.id() + "_auth", decided, payment.amount(), null);
            events.add(
                    payment.stage() == Stage.APPROVED
                            ? authorization.andThen(entry -> entry.put("/expires", lapses(decided)))
                            : authorization);
        }
        for (var capture : payment.captures()) {
            if (capture.standing() == PartStatus.SUCCEEDED) {
                events.add(
                        event(
                                payment,
                                "CAPTURED",
                                capture.id(),
                                capture.created(),
                                capture.amount(),
                                capture.reference()));
            }
        }
        for (var release : payment.voids()) {
            events.add(
                    event(
                            payment,
                            "VOIDED",
                            release.id(),
                            release.created(),
                            release.amount(),
                            null));
        }
        return events;
    }

    private static Consumer<Shape> event(
            SimulatedPayment payment,
            String type,
            String id,
            long created,
            long amount,
            @Nullable String reference) {
        return entry ->
                entry.put("/id", id)
                        .put("/created", BookJson.time(created))
                        .put("/expires", (String) null)
                        .put("/type", type)
                        .put("/paymentEventMerchantReference", reference)
                        .moneyText("/amount", amount, payment.currency());
    }

    /** Until when it may be captured. */
    private static String lapses(long decided) {
        return BookJson.time(decided + AUTHORIZED_MILLIS);
    }

    private static String state(SimulatedPayment payment) {
        if (payment.stage() != Stage.APPROVED) {
            return payment.automaticCapture() ? "CAPTURE_DECLINED" : "AUTH_DECLINED";
        }
        if (payment.captured() == 0) {
            return open(payment) == 0 ? "VOIDED" : "AUTH_APPROVED";
        }
        return open(payment) == 0 ? "CAPTURED" : "PARTIALLY_CAPTURED";
    }

    private static long open(SimulatedPayment payment) {
        return payment.stage() == Stage.APPROVED
                ? payment.authorized() - payment.voided() - payment.captured()
                : payment.amount();
    }

    static ObjectNode money(long minor, String currency) {
        return BookJson.MAPPER
                .createObjectNode()
                .put("amount", Decimals.of(minor, currency).toPlainString())
                .put("currency", currency);
    }
}
