package dev.paylater.api.merchant;

import dev.paylater.kit.mongo.ConnectorCapabilities;
import dev.paylater.options.ServingAccount;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An enabled account with what its connector can serve, as the orchestrator reads both.
 *
 * @param settings JSON texts by name
 */
public record ServedAccount(
        String connector,
        String merchantConnectorId,
        List<String> currencies,
        List<String> countries,
        List<String> markets,
        List<String> paymentMethodTypes,
        List<String> captureMethods,
        List<String> features,
        @Nullable String businessCountry,
        @Nullable String businessLabel,
        Map<String, String> settings)
        implements ServingAccount {

    static ServedAccount of(ConnectorAccount account, ConnectorCapabilities served) {
        return new ServedAccount(
                account.connector(),
                account.accountId(),
                served.currencies(),
                served.countries(),
                served.markets(),
                served.paymentMethodTypes(),
                served.captureMethods(),
                ServingAccount.features(served.features(), account.strict()),
                account.businessCountry(),
                account.businessLabel(),
                account.settings());
    }
}
