package dev.paylater.kit.kafka;

import dev.paylater.messaging.RegistryUnavailable;
import dev.paylater.messaging.SchemaRegistry;
import dev.paylater.messaging.UnknownSchema;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.avro.Schema;

/** Gives each subject an id from 1 on, and can be told not to answer. */
final class MemoryRegistry implements SchemaRegistry {

    final Map<String, Schema> bySubject = new LinkedHashMap<>();
    volatile boolean away;
    volatile int asked;

    @Override
    public int idOf(String subject, Schema schema) {
        requireHere();
        bySubject.putIfAbsent(subject, schema);
        return bySubject.keySet().stream().toList().indexOf(subject) + 1;
    }

    @Override
    public Schema schemaOf(int id) {
        requireHere();
        return bySubject.values().stream()
                .skip(id - 1L)
                .findFirst()
                .orElseThrow(() -> new UnknownSchema("no schema " + id));
    }

    private synchronized void requireHere() {
        asked++;
        if (away) {
            throw new RegistryUnavailable("away", null);
        }
    }
}
