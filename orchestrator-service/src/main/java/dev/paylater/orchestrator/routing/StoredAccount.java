package dev.paylater.orchestrator.routing;

import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * What routing reads of a connector account; api-service writes it.
 *
 * @param position its place among the merchant's accounts
 */
@Document("connector_accounts")
record StoredAccount(
        @Id String accountId, String merchantId, String connector, boolean enabled, int position) {}
