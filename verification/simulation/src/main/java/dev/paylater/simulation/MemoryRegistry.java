package dev.paylater.simulation;

import dev.paylater.messaging.SchemaRegistry;
import dev.paylater.messaging.UnknownSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;

/** Schemas by number. */
final class MemoryRegistry implements SchemaRegistry {

    private final Map<String, Integer> ids = new HashMap<>();
    private final List<Schema> schemas = new ArrayList<>();

    @Override
    public int idOf(String subject, Schema schema) {
        return ids.computeIfAbsent(
                subject,
                _ -> {
                    schemas.add(schema);
                    return schemas.size() - 1;
                });
    }

    @Override
    public Schema schemaOf(int id) {
        if (id < 0 || id >= schemas.size()) {
            throw new UnknownSchema("id " + id);
        }
        return schemas.get(id);
    }
}
