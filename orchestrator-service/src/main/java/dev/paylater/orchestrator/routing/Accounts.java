package dev.paylater.orchestrator.routing;

import dev.paylater.orchestrator.payment.ConnectorAccount;
import dev.paylater.orchestrator.payment.Routing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a merchant's payments can go: read from the store in production, given in the simulation.
 */
public interface Accounts {

    /** The merchant's accounts in the merchant's order, those of unknown connectors left out. */
    List<ConnectorAccount> of(String merchantId);

    /** The profile's routing rule, if it has one. */
    @Nullable Routing ruleOf(String profileId);
}
