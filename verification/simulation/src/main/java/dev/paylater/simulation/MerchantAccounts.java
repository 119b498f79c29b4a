package dev.paylater.simulation;

import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Fields;
import dev.paylater.connector.kit.Secret;
import dev.paylater.options.Routing;
import dev.paylater.orchestrator.payment.ConnectorAccount;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The merchant's two accounts at two providers of the same kind, so that there is somewhere else to
 * go; as the orchestrator and as the connector read them.
 */
record MerchantAccounts(List<String> names, Connector connector) {

    Secret secret(String name) {
        return new Secret("whsec_" + name);
    }

    static String host(String name) {
        return name + ".provider.test";
    }

    dev.paylater.orchestrator.routing.Accounts forRouting() {
        var features = connector.capabilities().features().stream().map(Feature::wireName).toList();
        var accounts =
                names.stream()
                        .map(
                                name ->
                                        new ConnectorAccount(
                                                connector.name(),
                                                name,
                                                List.of(),
                                                List.of(),
                                                List.of(),
                                                List.of(),
                                                features))
                        .toList();
        return new dev.paylater.orchestrator.routing.Accounts() {
            @Override
            public List<ConnectorAccount> of(String merchantId) {
                return accounts;
            }

            @Override
            public boolean claimMandate(
                    String merchantId,
                    String mandateId,
                    String paymentId,
                    Predicate<String> hasEndedUnpaid) {
                throw new UnsupportedOperationException("Nobody pays by mandate here");
            }

            @Override
            public @Nullable Routing ruleOf(String profileId) {
                return null;
            }
        };
    }

    dev.paylater.connector.account.Accounts forCalls() {
        var accounts = names.stream().map(this::account).toList();
        return new dev.paylater.connector.account.Accounts() {
            @Override
            public @Nullable Account byId(String id) {
                return accounts.stream().filter(a -> a.id().equals(id)).findFirst().orElse(null);
            }

            @Override
            public List<Account> of(String merchantId, String connectorName) {
                return accounts;
            }
        };
    }

    private Account account(String name) {
        return new Account(
                name,
                RandomMerchant.ID,
                connector.name(),
                URI.create("https://" + host(name)),
                Map.of("api_key", new Secret("sandbox_" + name)),
                secret(name),
                new Fields(Map.of()));
    }
}
