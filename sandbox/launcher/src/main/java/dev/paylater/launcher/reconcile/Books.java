package dev.paylater.launcher.reconcile;

import java.util.List;
import java.util.Map;

/**
 * Everything that is compared, read at about the same time.
 *
 * @param refundEvents by payment id in full and refund id, with a slash between
 * @param refundRecords refund-service's records, by payment id in full, then by refund id
 */
record Books(
        List<PaymentRecord> payments,
        Map<String, Map<String, RefundRecord>> refundRecords,
        EventLog paymentEvents,
        EventLog refundEvents,
        Webhooks webhooks,
        Ledger ledger) {}
