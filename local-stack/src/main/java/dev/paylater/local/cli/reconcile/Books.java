package dev.paylater.local.cli.reconcile;

import java.util.List;
import java.util.Map;

/**
 * Everything that is compared, read at about the same time.
 *
 * @param refundRecords refund-service's records, by payment id in full, then by refund id
 */
record Books(
        List<PaymentRecord> payments,
        Map<String, Map<String, RefundRecord>> refundRecords,
        EventLog paymentEvents,
        Ledger ledger) {}
