package dev.paylater.api.audit;

import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/** That the topic may not have a line yet: stored before the line and deleted after publishing. */
@Document("audit_unpublished")
record UnpublishedLine(@Id String lineId) {}
