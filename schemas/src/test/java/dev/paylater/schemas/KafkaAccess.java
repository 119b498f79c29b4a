package dev.paylater.schemas;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What each user may do at Kafka, where that asks for logins: no more than the catalogue of topics
 * says. A service's user has the service's name.
 *
 * @param user who may
 * @param operations Kafka's names of what is allowed
 * @param kind of what the names are
 * @param names of topics or groups, or what they begin with
 */
record KafkaAccess(String user, List<String> operations, Kind kind, List<String> names) {

    /** The registry of docker-compose.production.yml keeps the schemas at Kafka. */
    private static final String REGISTRY = "registry";

    private static final String TOPICS_OF_REGISTRY = "kafkasql-";

    /** Without this topic the registry does not start; it is named in Apicurio's configuration. */
    private static final String EVENTS_OF_REGISTRY = "registry-events";

    /** Reconciles each night; what else it can do, an operator does with an operator's login. */
    private static final String OPS = "paylater-ops";

    /** DeadLetterOffice's group. */
    private static final String REPLAYS = "paylater-dlq-replay";

    /** Of api-service there is none: each instance reads its own partition of the replies. */
    private static final List<String> GROUPS =
            List.of(Topic.CONNECTOR, Topic.ORCHESTRATOR, Topic.REFUND, Topic.WEBHOOK);

    /** What Kafka's tools are asked for with the options --topic and --group. */
    enum Kind {
        TOPIC("topic", false),
        TOPICS_BEGINNING_WITH("topic", true),
        GROUPS_BEGINNING_WITH("group", true);

        private final String resource;
        private final boolean prefix;

        Kind(String resource, boolean prefix) {
            this.resource = resource;
            this.prefix = prefix;
        }
    }

    /** One line: user, operations, kind of resource and of pattern, names. */
    @Override
    public String toString() {
        return "%s %s %s %s %s"
                .formatted(
                        user,
                        String.join(",", operations),
                        kind.resource,
                        kind.prefix ? "prefixed" : "literal",
                        String.join(" ", names));
    }

    /** All that is allowed; nothing else is. */
    static List<KafkaAccess> all() {
        var all = new ArrayList<KafkaAccess>();
        for (var service :
                List.of(
                        Topic.API,
                        Topic.CONNECTOR,
                        Topic.ORCHESTRATOR,
                        Topic.REFUND,
                        Topic.WEBHOOK)) {
            all.addAll(of(service));
        }
        // What was replayed of the dead letters that it shows to operators.
        all.add(
                new KafkaAccess(
                        Topic.API, List.of("Read"), Kind.GROUPS_BEGINNING_WITH, List.of(REPLAYS)));
        all.add(
                new KafkaAccess(
                        OPS,
                        List.of("Read"),
                        Kind.TOPIC,
                        List.of(Topic.PAYMENT_EVENTS.name(), Topic.REFUND_EVENTS.name())));
        all.add(
                new KafkaAccess(
                        REGISTRY,
                        List.of("All"),
                        Kind.TOPICS_BEGINNING_WITH,
                        List.of(TOPICS_OF_REGISTRY)));
        all.add(new KafkaAccess(REGISTRY, List.of("All"), Kind.TOPIC, List.of(EVENTS_OF_REGISTRY)));
        all.add(
                new KafkaAccess(
                        REGISTRY,
                        List.of("All"),
                        Kind.GROUPS_BEGINNING_WITH,
                        List.of(TOPICS_OF_REGISTRY)));
        return all;
    }

    /** A service that reads a topic writes to its dead letter topic. */
    private static List<KafkaAccess> of(String service) {
        var written = new TreeSet<>(names(topic -> topic.writers().contains(service), false));
        written.addAll(names(topic -> topic.readers().contains(service), true));
        var read = names(topic -> topic.readers().contains(service), false);
        read.addAll(names(topic -> topic.deadLetters().readers().contains(service), true));
        return List.of(
                topics(service, List.of("Write"), written),
                topics(service, List.of("Read"), read),
                // At its start it creates what is missing and looks whether the rest is safe; what
                // is not, it cannot change.
                topics(
                        service,
                        List.of("Create", "Describe", "DescribeConfigs"),
                        held(service.equals(Topic.CONNECTOR) ? Topic.all() : Topic.shared())),
                new KafkaAccess(
                        service, List.of("Read"), Kind.GROUPS_BEGINNING_WITH, List.of(service)),
                // Each service measures the lag of every consumer group.
                new KafkaAccess(
                        service,
                        List.of("Describe"),
                        Kind.GROUPS_BEGINNING_WITH,
                        GROUPS.stream().filter(group -> !group.equals(service)).toList()));
    }

    private static KafkaAccess topics(String user, List<String> operations, Set<String> names) {
        return new KafkaAccess(user, operations, Kind.TOPIC, List.copyOf(names));
    }

    private static Set<String> held(List<Topic> topics) {
        var names = new TreeSet<String>();
        topics.forEach(topic -> names.addAll(List.of(topic.name(), topic.deadLetters().name())));
        return names;
    }

    private static Set<String> names(Predicate<Topic> which, boolean deadLetters) {
        var names = new TreeSet<String>();
        Topic.all().stream()
                .filter(which)
                .map(topic -> deadLetters ? topic.deadLetters() : topic)
                .forEach(topic -> names.add(topic.name()));
        return names;
    }
}
