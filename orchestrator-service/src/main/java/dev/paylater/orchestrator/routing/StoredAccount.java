package dev.paylater.orchestrator.routing;

import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * What routing reads of a connector account; api-service writes it.
 *
 * @param strict whether what its connector would ignore is refused
 * @param position its place among the merchant's accounts
 */
@Document("connector_accounts")
record StoredAccount(
        @Id String accountId,
        String merchantId,
        String connector,
        boolean enabled,
        @Nullable Boolean strict,
        int position,
        @Nullable String businessCountry,
        @Nullable String businessLabel) {}
