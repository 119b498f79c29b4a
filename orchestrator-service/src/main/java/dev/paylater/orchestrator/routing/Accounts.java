package dev.paylater.orchestrator.routing;

import dev.paylater.options.Routing;
import dev.paylater.orchestrator.payment.ConnectorAccount;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Where a merchant's payments can go: read from the store in production, given in the simulation.
 */
public interface Accounts {

    /** Reads what these merchants and profiles have, all together. */
    default void prepare(Set<String> merchantIds, Set<String> profileIds) {}

    /** The merchant's accounts in the merchant's order, those of unknown connectors left out. */
    List<ConnectorAccount> of(String merchantId);

    /** The profile's routing rule, if it has one. */
    @Nullable Routing ruleOf(String profileId);

    /** Whether the profile takes an approval of less than was asked for. */
    default boolean acceptsPartialApproval(String profileId) {
        return false;
    }

    /**
     * Claims a mandate that pays once. At most one payment holds it at a time, however many ask.
     *
     * @param hasEndedUnpaid whether the payment that holds it can never use it any more
     * @return whether this payment holds it now
     */
    boolean claimMandate(
            String merchantId,
            String mandateId,
            String paymentId,
            Predicate<String> hasEndedUnpaid);
}
