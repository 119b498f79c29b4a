package dev.paylater.connector.account;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ReplaceOptions;
import dev.paylater.connector.kit.Capabilities;
import dev.paylater.connector.kit.Connector;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.bson.Document;

/** Tells the other services what the connectors can serve, in {@code connector_capabilities}. */
public final class CapabilityCatalogue {

    private final MongoCollection<Document> collection;

    CapabilityCatalogue(MongoDatabase database) {
        collection = database.getCollection("connector_capabilities");
    }

    /** Writes what these connectors can serve over whatever an older version had written. */
    public void publish(Collection<Connector> connectors) {
        for (var connector : connectors) {
            collection.replaceOne(
                    new Document("_id", connector.name()),
                    document(connector.name(), connector.capabilities()),
                    new ReplaceOptions().upsert(true));
        }
    }

    private static Document document(String name, Capabilities capabilities) {
        return new Document("_id", name)
                .append("currencies", sorted(capabilities.currencies().stream()))
                .append("countries", sorted(capabilities.countries().stream()))
                .append("payment_method_types", sorted(capabilities.paymentMethodTypes().stream()))
                .append("capture_methods", sorted(capabilities.captureMethods().stream()))
                .append(
                        "features",
                        sorted(
                                capabilities.features().stream()
                                        .map(Capabilities.Feature::wireName)));
    }

    private static List<String> sorted(Stream<String> values) {
        return values.sorted().toList();
    }
}
