package dev.paylater.refund.kafka;

import dev.paylater.kernel.Stored;
import dev.paylater.refund.core.Refund;
import dev.paylater.refund.core.RefundEvent;
import java.util.List;

/** Where the other refunds of a payment are found. */
public interface SiblingRefunds {

    /** All refunds of a payment that are written. */
    List<Stored<Refund, RefundEvent>> ofPayment(String merchantId, String paymentId);
}
