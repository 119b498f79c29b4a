package dev.paylater.e2e;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.bson.Document;

/** The document store behind the running system, seen past every service. */
public final class StoredDocuments implements AutoCloseable {

    private static final int BATCH = 500;

    /** What a sealed text begins with (docs/makers/data-model.md). */
    private static final String SEALED = "sealed:";

    private final MongoClient client =
            MongoClients.create("mongodb://127.0.0.1:" + (27017 + Script.PORT_OFFSET));

    public MongoDatabase database() {
        return client.getDatabase("paylater");
    }

    /** Copies of a payment that differ in id, customer and the time they were created. */
    public List<String> multiply(
            String paymentId, String customer, int count, IntFunction<Instant> at) {
        MongoCollection<Document> payments = database().getCollection("payments");
        var model =
                Objects.requireNonNull(
                        payments.find(Filters.eq("payment.payment_id", paymentId)).first());
        var key = model.getString("_id");
        var ids = new ArrayList<String>();
        var batch = new ArrayList<Document>();
        for (var i = 0; i < count; i++) {
            var id = "cpy_" + paymentId.substring(12) + "%08d".formatted(i);
            ids.add(id);
            var payment = new Document(model.get("payment", Document.class));
            var intent = new Document(payment.get("intent", Document.class));
            intent.append("customer_id", customer);
            payment.append("payment_id", id)
                    .append("intent", intent)
                    .append("terms", unsealed(payment.get("terms", new Document())))
                    .append("created", Date.from(at.apply(i)));
            batch.add(
                    new Document(model)
                            .append("_id", key.replace(paymentId, id))
                            .append("payment", payment));
            if (batch.size() == BATCH || i == count - 1) {
                payments.insertMany(batch);
                batch.clear();
            }
        }
        return ids;
    }

    /** Without what names a person: a sealed text can be opened in its own payment only. */
    private static Document unsealed(Document terms) {
        var kept = new Document();
        terms.forEach(
                (field, text) -> {
                    if (!text.toString().contains(SEALED)) {
                        kept.append(field, text);
                    }
                });
        return kept;
    }

    /** A payment as it is stored, without its history. */
    public Document payment(String paymentId) {
        var found =
                database()
                        .getCollection("payments")
                        .find(Filters.eq("payment.payment_id", paymentId))
                        .first();
        return Objects.requireNonNull(found).get("payment", Document.class);
    }

    /** Takes copies away again: no event has ever told of them. */
    public void remove(String customer) {
        database()
                .getCollection("payments")
                .deleteMany(
                        Filters.and(
                                Filters.eq("payment.intent.customer_id", customer),
                                Filters.regex("payment.payment_id", "^cpy_")));
    }

    @Override
    public void close() {
        client.close();
    }
}
