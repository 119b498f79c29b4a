package dev.paylater.teststack;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;

/**
 * A Kafka that somebody runs and names. Tests begin without topics and leave none: one that has any
 * is refused, and what it has at the end was made by them.
 */
final class NamedBroker {

    private NamedBroker() {}

    static Broker at(String bootstrap) {
        try (var admin = admin(bootstrap)) {
            var topics = admin.listTopics().names().get();
            if (!topics.isEmpty()) {
                throw new IllegalStateException(
                        "Tests begin without topics, and the Kafka that %s names has %s"
                                .formatted(Source.KAFKA, topics));
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("No Kafka answers at " + bootstrap, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        return new Broker(bootstrap, () -> clear(bootstrap));
    }

    private static void clear(String bootstrap) {
        try (var admin = admin(bootstrap)) {
            admin.deleteTopics(new ArrayList<>(admin.listTopics().names().get())).all().get();
            List<String> groups =
                    admin.listGroups().all().get().stream().map(GroupListing::groupId).toList();
            admin.deleteConsumerGroups(groups).all().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("Topics or groups are left at " + bootstrap, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Admin admin(String bootstrap) {
        return Admin.create(Map.of("bootstrap.servers", bootstrap));
    }
}
