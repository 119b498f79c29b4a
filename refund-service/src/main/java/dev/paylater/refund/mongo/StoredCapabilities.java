package dev.paylater.refund.mongo;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.Document;

/** What refunds need of a connector's capabilities; connector-service writes them. */
@Document("connector_capabilities")
record StoredCapabilities(@Id String connector, @Nullable List<String> features) {

    boolean has(String feature) {
        return features != null && features.contains(feature);
    }
}
