package dev.paylater.api.console.payment;

import dev.paylater.api.document.ContactDetails.Detail;
import java.util.List;

/** What names a payment's customer. */
public record ContactView(String address, String paymentId, List<Detail> details) {}
