package dev.paylater.api.merchant;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Version;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * A merchant's account at a provider.
 *
 * @param accountId merchant_connector_id
 * @param strict whether what its connector would ignore is refused; null: no
 * @param position its place among the merchant's accounts
 * @param credentials JSON text, sealed under the account
 * @param webhookSecret sealed under the account
 * @param settings JSON texts by name
 */
@Document("connector_accounts")
public record ConnectorAccount(
        @Id String accountId,
        String merchantId,
        String connector,
        boolean enabled,
        @Nullable Boolean strict,
        int position,
        @Nullable String baseUrl,
        @Nullable String credentials,
        @Nullable String webhookSecret,
        Map<String, String> settings,
        @Nullable String businessCountry,
        @Nullable String businessLabel,
        Instant createdAt,
        @Version @Nullable Long version) {}
