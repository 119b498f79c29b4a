package dev.paylater.orchestrator.routing;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.set;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import java.util.function.Predicate;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Which payment holds a mandate that pays once. A claim is one conditional write, so at most one
 * payment holds it at a time, however many instances ask.
 */
@Component
final class MandateClaims {

    private static final String ID = "_id";
    private static final String PAYMENT_ID = "payment_id";

    private final MongoCollection<Document> claims;

    MandateClaims(MongoDatabase database) {
        this.claims = database.getCollection("mandate_claims");
    }

    /**
     * Claims a mandate for a payment.
     *
     * @param hasEndedUnpaid whether the payment that holds it can never use it any more
     * @return whether this payment holds it now
     */
    boolean claim(
            String merchantId,
            String mandateId,
            String paymentId,
            Predicate<String> hasEndedUnpaid) {
        var id = merchantId + "/" + mandateId;
        while (true) {
            var claim = claims.find(eq(ID, id)).first();
            var holder = claim == null ? null : claim.getString(PAYMENT_ID);
            if (paymentId.equals(holder)) {
                return true;
            }
            if (holder != null && !hasEndedUnpaid.test(holder)) {
                return false;
            }
            if (replaceHolder(id, holder, paymentId)) {
                return true;
            }
        }
    }

    /** Whether nobody else was faster. */
    private boolean replaceHolder(String id, @Nullable String holder, String paymentId) {
        if (holder != null) {
            return claims.updateOne(
                                    and(eq(ID, id), eq(PAYMENT_ID, holder)),
                                    set(PAYMENT_ID, paymentId))
                            .getMatchedCount()
                    == 1;
        }
        try {
            claims.insertOne(new Document(ID, id).append(PAYMENT_ID, paymentId));
            return true;
        } catch (MongoWriteException e) {
            if (e.getError().getCategory() == ErrorCategory.DUPLICATE_KEY) {
                return false;
            }
            throw e;
        }
    }
}
