package dev.paylater.simulator.mondu;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.Shapes;
import dev.paylater.simulator.dialect.Shapes.Shape;
import dev.paylater.simulator.payment.PartStatus;
import dev.paylater.simulator.payment.SimulatedCapture;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.SimulatedRefund;

/** Orders, invoices and credit notes in the shapes of Mondu's exchanges. */
final class MonduJson {

    /** Ends the key of what an invoice's cancellation gave back. */
    static final String CANCELED = "_canceled";

    private static final Shapes SHAPES = Shapes.read("mondu");

    private final String publicUrl;

    MonduJson(String publicUrl) {
        this.publicUrl = publicUrl;
    }

    ProviderAnswer created(SimulatedPayment payment) {
        return order(SHAPES.of("an order sends the buyer to the hosted page"), payment)
                .put("/order/hosted_checkout_url", publicUrl + "/pages/mondu/" + payment.id())
                .answer(201);
    }

    ProviderAnswer order(SimulatedPayment payment) {
        return order(SHAPES.of("an order that is created"), payment).answer(200);
    }

    private static Shape order(Shape shape, SimulatedPayment payment) {
        return shape.put("/order/uuid", payment.id()).put("/order/state", state(payment));
    }

    static String state(SimulatedPayment payment) {
        return switch (payment.stage()) {
            case REQUIRES_ACTION -> payment.consented() ? "authorized" : "created";
            case PENDING, REVIEW -> "pending";
            case DECLINED -> "declined";
            // There is no state of its own for an order that nobody agreed to in time.
            case CANCELLED, EXPIRED -> "canceled";

            case APPROVED -> {
                if (payment.captured() == 0) {
                    yield payment.capturable() == 0 ? "canceled" : "confirmed";
                }
                yield payment.capturable() == 0 ? "shipped" : "partially_shipped";
            }
        };
    }

    ProviderAnswer invoices(SimulatedPayment payment) {
        return SHAPES.of("an invoice is found by its number")
                .each(
                        "/invoices",
                        payment.captures(),
                        (entry, capture) -> fill(entry, "", payment, capture))
                .answer(200);
    }

    ProviderAnswer invoice(SimulatedPayment payment, SimulatedCapture capture) {
        var shape = SHAPES.of("a credit note is found by our reference");
        fill(shape, "/invoice", payment, capture);
        return shape.answer(200);
    }

    ProviderAnswer madeInvoice(SimulatedCapture capture) {
        return SHAPES.of("a capture is an invoice with the merchant's number")
                .put("/invoice/uuid", capture.id())
                .put("/invoice/state", "created")
                .answer(201);
    }

    ProviderAnswer madeCreditNote(SimulatedRefund refund) {
        return SHAPES.of("a refund is a credit note of its invoice")
                .put("/credit_note/uuid", refund.id())
                .answer(201);
    }

    private static void fill(
            Shape shape, String at, SimulatedPayment payment, SimulatedCapture capture) {
        var notes =
                payment.refunds().stream()
                        .filter(refund -> refund.standing() == PartStatus.SUCCEEDED)
                        .filter(refund -> isOf(refund, capture))
                        .filter(refund -> !refund.key().endsWith(CANCELED))
                        .toList();
        shape.put(at + "/uuid", capture.id())
                .put(at + "/state", isCanceled(payment, capture) ? "canceled" : "created")
                .put(at + "/invoice_number", capture.reference())
                .put(at + "/gross_amount_cents", capture.amount())
                .each(
                        at + "/credit_notes",
                        notes,
                        (note, refund) ->
                                note.put("/uuid", refund.id())
                                        .put("/external_reference_id", refund.reference())
                                        .put("/gross_amount_cents", refund.amount()));
    }

    private static boolean isCanceled(SimulatedPayment payment, SimulatedCapture capture) {
        return payment.refunds().stream()
                .anyMatch(refund -> refund.key().equals(capture.id() + CANCELED));
    }

    /** The methods that every account has. */
    static ProviderAnswer paymentMethods() {
        var json = BookJson.MAPPER.createObjectNode();
        var methods = json.putArray("payment_methods");
        MonduFields.METHODS.stream()
                .sorted()
                .forEach(method -> methods.addObject().put("identifier", method));
        return ProviderAnswer.of(200, json);
    }

    private static boolean isOf(SimulatedRefund refund, SimulatedCapture capture) {
        return refund.parts().stream().anyMatch(part -> part.captureId().equals(capture.id()));
    }
}
