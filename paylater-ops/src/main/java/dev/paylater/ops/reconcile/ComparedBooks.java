package dev.paylater.ops.reconcile;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that is compared, read at about the same time.
 *
 * @param refundEvents by payment id in full and refund id, with a slash between
 * @param refundRecords refund-service's records, by payment id in full, then by refund id
 * @param ledger what the provider has booked, where it can be read as a whole
 */
record ComparedBooks(
        List<PaymentRecord> payments,
        Map<String, Map<String, RefundRecord>> refundRecords,
        EventLog paymentEvents,
        EventLog refundEvents,
        ComparedWebhooks webhooks,
        Optional<Ledger> ledger) {}
