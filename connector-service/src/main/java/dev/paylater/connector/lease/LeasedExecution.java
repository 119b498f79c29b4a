package dev.paylater.connector.lease;

import com.mongodb.MongoException;
import dev.paylater.connector.call.OperationExecution;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.lease.OperationLeases.Claim.Held;
import dev.paylater.connector.lease.OperationLeases.Claim.Taken;
import dev.paylater.connector.message.OperationRequest;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
import dev.paylater.schemas.RequestLifetime;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Carries out operations. At a provider that knows no idempotency keys 'inquire, then act' is only
 * safe where nothing else acts meanwhile: the delivery needs the operation's lease, which lasts
 * until its last call has ended and the provider shows what it did. Without the lease it only
 * inquires, and what the provider does not show is not yet known.
 */
@Component
public final class LeasedExecution {

    private static final Logger log = LoggerFactory.getLogger(LeasedExecution.class);

    private final OperationExecution execution;
    private final OperationLeases leases;
    private final Clock clock;

    public LeasedExecution(OperationExecution execution, OperationLeases leases, Clock clock) {
        this.execution = execution;
        this.leases = leases;
        this.clock = clock;
    }

    /**
     * Blocks until there is a result.
     *
     * @param delivery names this delivery of the request among all of them
     * @throws MongoException when the store cannot be asked, and then nothing was carried out
     */
    public ProviderResult carryOut(OperationRequest request, Connector connector, String delivery) {
        var context = request.context();
        if (!connector.needsLease(context)) {
            return execution.carryOut(request, connector);
        }
        var operation = context.merchantId() + "/" + context.operationId();
        if (request.inquiry()) {
            var heldUntil = leases.heldUntil(operation);
            var result = execution.carryOut(request, connector);
            return result.status() == Status.NOT_FOUND ? unknown(result, heldUntil) : result;
        }
        var until = RequestLifetime.over(request.notAfter());
        return switch (leases.take(operation, delivery, clock.instant(), until)) {
            case Taken(var first) -> {
                var result = execution.carryOut(first ? request : request.afterOthers(), connector);
                end(operation, delivery, shown(result));
                yield result;
            }
            case Held(var heldUntil) -> {
                var result = execution.carryOut(request.asInquiry(), connector);
                yield switch (result.status()) {
                    case NOT_FOUND, NOT_EXECUTED, DECLINED -> unknown(result, heldUntil);
                    // Only the inquiry was refused; whoever has the lease may have been accepted.
                    case UNAUTHORIZED ->
                            ProviderResult.unknown(String.valueOf(result.reason()))
                                    .with(result.data());
                    case APPROVED, CAPTURED, PENDING, REQUIRES_ACTION, IN_REVIEW, UNKNOWN -> result;
                };
            }
        };
    }

    /** It ends by itself where the store cannot be reached, and what was done stays done. */
    private void end(String operation, String delivery, Instant at) {
        try {
            leases.endAt(operation, delivery, at);
        } catch (MongoException e) {
            log.warn("The lease of {} could not be ended: {}", operation, e.toString());
        }
    }

    /** The time from which an inquiry at the provider shows the operation. */
    private Instant shown(ProviderResult result) {
        var now = clock.instant();
        return switch (result.status()) {
            case NOT_EXECUTED, NOT_FOUND -> now;
            case APPROVED,
                    CAPTURED,
                    DECLINED,
                    PENDING,
                    REQUIRES_ACTION,
                    IN_REVIEW,
                    UNAUTHORIZED,
                    UNKNOWN ->
                    now.plus(RequestLifetime.SHOWN);
        };
    }

    /** What is not there may still come to light as long as the lease lasts. */
    private ProviderResult unknown(ProviderResult result, @Nullable Instant heldUntil) {
        return heldUntil == null || !heldUntil.isAfter(clock.instant())
                ? result
                : ProviderResult.unknown("it may still be under way", heldUntil)
                        .with(result.data());
    }
}
