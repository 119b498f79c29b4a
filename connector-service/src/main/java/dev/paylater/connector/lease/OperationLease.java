package dev.paylater.connector.lease;

import java.time.Instant;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * The latest lease of an operation.
 *
 * @param id {@code merchant_id/operation_id}
 * @param holder the delivery that has it
 * @param taken how often one was taken for this operation
 */
@Document("operation_leases")
record OperationLease(@Id String id, String holder, Instant heldUntil, int taken) {}
