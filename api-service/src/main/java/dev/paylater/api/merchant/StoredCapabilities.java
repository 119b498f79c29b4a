package dev.paylater.api.merchant;

import java.util.List;
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
        @Nullable List<String> features) {}
