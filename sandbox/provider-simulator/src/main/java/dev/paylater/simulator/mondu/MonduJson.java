package dev.paylater.simulator.mondu;

import dev.paylater.simulator.book.Json;
import dev.paylater.simulator.payment.Capture;
import dev.paylater.simulator.payment.Payment;
import dev.paylater.simulator.payment.Refund;
import dev.paylater.simulator.payment.Standing;
import tools.jackson.databind.node.ObjectNode;

/** Orders, invoices and credit notes as Mondu writes them. */
final class MonduJson {

    private final String publicUrl;

    MonduJson(String publicUrl) {
        this.publicUrl = publicUrl;
    }

    ObjectNode order(Payment payment) {
        var json = object();
        json.putObject("order")
                .put("uuid", payment.id())
                .put("state", state(payment))
                .put("hosted_checkout_url", publicUrl + "/pages/mondu/" + payment.id())
                .put("external_reference_id", payment.attemptReference())
                .put("currency", payment.currency())
                .put("gross_amount_cents", payment.amount() - payment.voided());
        return json;
    }

    static String state(Payment payment) {
        return switch (payment.stage()) {
            case REQUIRES_ACTION -> payment.consented() ? "authorized" : "created";
            case PENDING, REVIEW -> "pending";
            case DECLINED -> "declined";
            case CANCELLED -> "canceled";
            case EXPIRED -> "expired";
            case APPROVED -> {
                if (payment.captured() == 0) {
                    yield payment.capturable() == 0 ? "canceled" : "confirmed";
                }
                yield payment.capturable() == 0 ? "shipped" : "partially_shipped";
            }
        };
    }

    ObjectNode invoices(Payment payment) {
        var json = object();
        var all = json.putArray("invoices");
        payment.captures().forEach(capture -> all.add(written(payment, capture)));
        return json;
    }

    ObjectNode invoice(Payment payment, Capture capture) {
        return object().set("invoice", written(payment, capture));
    }

    private static ObjectNode written(Payment payment, Capture capture) {
        var json =
                object().put("uuid", capture.id())
                        .put("state", "created")
                        .put("external_reference_id", capture.reference())
                        .put("gross_amount_cents", capture.amount());
        var notes = json.putArray("credit_notes");
        for (var refund : payment.refunds()) {
            if (refund.standing() == Standing.SUCCEEDED
                    && refund.parts().stream()
                            .anyMatch(part -> part.captureId().equals(capture.id()))) {
                notes.add(written(refund));
            }
        }
        return json;
    }

    static ObjectNode creditNote(Refund refund) {
        return object().set("credit_note", written(refund));
    }

    private static ObjectNode written(Refund refund) {
        return object().put("uuid", refund.id())
                .put("external_reference_id", refund.reference())
                .put("gross_amount_cents", refund.amount());
    }

    private static ObjectNode object() {
        return Json.MAPPER.createObjectNode();
    }
}
