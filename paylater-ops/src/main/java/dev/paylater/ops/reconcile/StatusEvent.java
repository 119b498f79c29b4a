package dev.paylater.ops.reconcile;

import java.util.Objects;
import org.apache.avro.generic.GenericRecord;

/**
 * A change of a status that merchants are told of, as docs/merchants/webhooks.md says.
 *
 * @param source id of the payment, for refunds of the refund
 * @param type for example payment.succeeded
 * @param at in milliseconds since 1970
 */
record StatusEvent(
        String merchantId, String profileId, String source, long sequence, String type, long at) {

    static StatusEvent ofPayment(GenericRecord event, GenericRecord change) {
        String resource = change.get("resource").toString();
        String status = change.get("status").toString();
        boolean isNew = resource.equals("payment") && change.get("previous_status") == null;
        String own = resource + "_";
        String word = status.startsWith(own) ? status.substring(own.length()) : status;
        return of(
                event,
                "payment",
                event.get("payment_id").toString(),
                resource + "." + (isNew ? "created" : word));
    }

    static StatusEvent ofRefund(GenericRecord event) {
        var refund = (GenericRecord) event.get("refund");
        boolean isNew = event.get("type").toString().equals("refund_created");
        return of(
                event,
                "refund",
                refund.get("refund_id").toString(),
                "refund." + (isNew ? "created" : refund.get("status")));
    }

    /** Inquiries about a refund mostly bring nothing new. */
    static boolean changesRefund(GenericRecord event) {
        Object status = ((GenericRecord) event.get("refund")).get("status");
        return !Objects.equals(event.get("previous_status"), status);
    }

    private static StatusEvent of(
            GenericRecord event, String snapshot, String source, String type) {
        return new StatusEvent(
                event.get("merchant_id").toString(),
                ((GenericRecord) event.get(snapshot)).get("profile_id").toString(),
                source,
                (Long) event.get("sequence"),
                type,
                (Long) event.get("occurred_at"));
    }
}
