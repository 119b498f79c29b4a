package dev.paylater.ops;

import dev.paylater.teststack.Stack;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** Topics of the broker that all tests share. */
final class Topics {
    private Topics() {}

    /** Makes those that are missing. */
    static void make(List<String> names) throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", Stack.shared().bootstrap()))) {
            var existing = admin.listTopics().names().get();
            admin.createTopics(
                            names.stream()
                                    .filter(name -> !existing.contains(name))
                                    .map(name -> new NewTopic(name, 1, (short) 1))
                                    .toList())
                    .all()
                    .get();
        }
    }
}
