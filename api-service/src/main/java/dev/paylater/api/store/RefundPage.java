package dev.paylater.api.store;

import java.util.List;
import org.bson.RawBsonDocument;

/**
 * Some of the refunds that match, newest first.
 *
 * @param totalCount all that match
 */
public record RefundPage(List<RawBsonDocument> refunds, long totalCount) {}
