package dev.paylater.orchestrator.routing;

import dev.paylater.orchestrator.payment.ConnectorAccount;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/** What a connector can serve; connector-service writes it. An absent list restricts nothing. */
@Document("connector_capabilities")
record StoredCapabilities(
        @Id String connector,
        @Nullable List<String> currencies,
        @Nullable List<String> countries,
        @Nullable List<String> markets,
        @Nullable List<String> paymentMethodTypes,
        @Nullable List<String> captureMethods,
        @Nullable List<String> features) {

    /** An account at this connector. */
    ConnectorAccount accountOf(StoredAccount account) {
        return new ConnectorAccount(
                connector,
                account.accountId(),
                orNone(currencies),
                orNone(countries),
                orNone(markets),
                orNone(paymentMethodTypes),
                orNone(captureMethods),
                features(account),
                account.businessCountry(),
                account.businessLabel());
    }

    private List<String> features(StoredAccount account) {
        return Boolean.TRUE.equals(account.strict())
                ? Stream.concat(orNone(features).stream(), Stream.of(ConnectorAccount.STRICT))
                        .toList()
                : orNone(features);
    }

    private static List<String> orNone(@Nullable List<String> texts) {
        return texts == null ? List.of() : texts;
    }
}
