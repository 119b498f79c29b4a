package dev.paylater.api.store;

import static com.mongodb.client.model.Filters.eq;
import static dev.paylater.api.store.Deadline.bounded;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.bson.RawBsonDocument;
import org.springframework.stereotype.Component;

/** Finds refunds. They are written by refund-service only, so nothing here can. */
@Component
public final class RefundReads {

    private final MongoCollection<RawBsonDocument> refunds;

    RefundReads(MongoDatabase database) {
        this.refunds = database.getCollection("refunds", RawBsonDocument.class);
    }

    /** A refund as it is stored. */
    public Optional<ByteBuffer> findRaw(String merchantId, String refundId) {
        return Optional.ofNullable(
                        bounded(refunds.find(eq("_id", merchantId + "/" + refundId))).first())
                .map(found -> found.getByteBuffer().asNIO());
    }
}
