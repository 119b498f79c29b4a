package dev.paylater.messaging;

import java.util.Map;
import org.apache.avro.Schema;

/** Ids of schemas: a server in production, memory in the simulation. */
public interface SchemaRegistry {

    /**
     * The id of a schema under a subject, registering it when it is new.
     *
     * @throws RegistryUnavailable when the registry does not answer or refuses the schema
     */
    int idOf(String subject, Schema schema);

    /**
     * The schema with this id.
     *
     * @throws RegistryUnavailable when the registry does not answer
     * @throws UnknownSchema when it answers that there is no such schema
     */
    Schema schemaOf(int id);

    /**
     * The one at this address.
     *
     * @param settings see {@link KafkaSettings#registry}
     */
    static SchemaRegistry at(String baseUrl, Map<String, String> settings) {
        return new HttpSchemaRegistry(RegistryAccess.of(baseUrl, settings));
    }
}
