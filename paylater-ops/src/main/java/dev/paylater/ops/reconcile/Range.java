package dev.paylater.ops.reconcile;

import org.bson.Document;

/**
 * A part of all payments by their keys, merchant and payment with a slash between.
 *
 * @param from the first key
 * @param to the first key behind it
 */
record Range(String from, String to) {
    static final Range ALL = new Range("", "\uffff");

    /** All payments of a merchant: a zero is what follows a slash. */
    static Range ofMerchant(String merchantId) {
        return new Range(merchantId + "/", merchantId + "0");
    }

    boolean includes(String key) {
        return key.compareTo(from) >= 0 && key.compareTo(to) < 0;
    }

    Document ofKeys() {
        return new Document("_id", new Document("$gte", from).append("$lt", to));
    }

    /** Narrows documents that have merchant and payment in two fields, by an index of theirs. */
    Document ofParts() {
        String first = merchant(from);
        String last = merchant(to);
        if (first.equals(last)) {
            return new Document("merchant_id", first)
                    .append(
                            "payment_id",
                            new Document("$gte", payment(from)).append("$lt", payment(to)));
        }
        return new Document("merchant_id", new Document("$gte", first).append("$lte", last));
    }

    private static String merchant(String key) {
        int slash = key.indexOf('/');
        return slash < 0 ? key : key.substring(0, slash);
    }

    private static String payment(String key) {
        return key.substring(key.indexOf('/') + 1);
    }
}
