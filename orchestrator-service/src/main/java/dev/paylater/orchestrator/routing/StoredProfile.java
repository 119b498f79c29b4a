package dev.paylater.orchestrator.routing;

import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * What routing reads of a profile; api-service writes it.
 *
 * @param routing the rule as JSON text
 * @param acceptPartialApproval null: no
 */
@Document("profiles")
record StoredProfile(
        @Id String profileId, @Nullable String routing, @Nullable Boolean acceptPartialApproval) {}
