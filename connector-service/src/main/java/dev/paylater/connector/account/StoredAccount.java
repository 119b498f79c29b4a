package dev.paylater.connector.account;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * What a worker reads of a connector account; api-service writes it.
 *
 * @param credentials JSON text, sealed under the account
 * @param webhookSecret sealed under the account
 * @param settings JSON texts by name
 */
@Document("connector_accounts")
record StoredAccount(
        @Id String accountId,
        String merchantId,
        String connector,
        @Nullable String baseUrl,
        @Nullable String credentials,
        @Nullable String webhookSecret,
        @Nullable Map<String, String> settings) {}
