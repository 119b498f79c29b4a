package dev.paylater.refund.mongo;

import java.util.List;
import org.bson.BsonDocument;

/**
 * Some of the refunds that match, newest first.
 *
 * @param totalCount all that match
 */
public record RefundPage(List<? extends BsonDocument> refunds, long totalCount) {}
