package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.json.JsonMapper;

/** What a running system exports: enough for every rule, explained, and not too much. */
@ExtendWith(RunningStack.class)
class MetricsTest {

    private static final MerchantClient ANYBODY = new MerchantClient("");
    private static final Map<String, Integer> SERVICES =
            Map.of(
                    "api-service", 8180,
                    "refund-service", 8181,
                    "connector-service", 8182,
                    "orchestrator-service", 8183,
                    "webhook-service", 8184);
    private static final Duration UNTIL_MEASURED = Duration.ofSeconds(60);
    private static final int MAX_BYTES = 200_000;

    private static final Map<String, String> SCRAPES = new HashMap<>();

    @BeforeAll
    static void scrape() {
        var payment = MerchantClient.SANDBOX.pay("", "automatic").expect(200).string("payment_id");
        MerchantClient.SANDBOX
                .post("/refunds", "{\"payment_id\": \"%s\", \"amount\": 500}".formatted(payment))
                .expect(200);
        SERVICES.keySet().forEach(service -> SCRAPES.put(service, scrape(service)));
    }

    private static String scrape(String service) {
        var port = Objects.requireNonNull(SERVICES.get(service)) + Script.PORT_OFFSET;
        return ANYBODY.get("http://127.0.0.1:%s/actuator/prometheus".formatted(port)).text();
    }

    @Test
    void every_metric_that_a_rule_names_is_exported() {
        var exported = new TreeSet<String>();
        SCRAPES.values().forEach(scrape -> exported.addAll(names(scrape)));
        for (var rule : AlertRules.all()) {
            assertThat(exported).as(rule.name()).containsAll(AlertRules.metrics(rule.expression()));
        }
    }

    @Test
    void every_metric_that_a_dashboard_names_is_exported() throws IOException {
        var exported = new TreeSet<String>();
        SCRAPES.values().forEach(scrape -> exported.addAll(names(scrape)));
        var queries = new ArrayList<String>();
        try (var dashboards = Files.list(AlertRules.ROOT.resolve("docker/grafana"))) {
            for (var dashboard : dashboards.toList()) {
                JsonMapper.shared()
                        .readTree(Files.readString(dashboard))
                        .findValuesAsString("expr")
                        .forEach(queries::add);
            }
        }
        assertThat(queries).hasSizeGreaterThan(30);
        for (var query : queries) {
            assertThat(exported).as(query).containsAll(AlertRules.metrics(query));
        }
    }

    @Test
    void every_metric_says_what_it_is() {
        var silent = new ArrayList<String>();
        SCRAPES.forEach(
                (service, scrape) ->
                        scrape.lines()
                                .filter(line -> line.startsWith("# HELP "))
                                .filter(line -> line.strip().split(" ", 4).length < 4)
                                .forEach(line -> silent.add(service + ": " + line)));
        assertThat(silent).isEmpty();
    }

    @Test
    void a_scrape_is_small() {
        SCRAPES.forEach(
                (service, scrape) -> assertThat(scrape.length()).as(service).isLessThan(MAX_BYTES));
    }

    /** Groups are measured every five seconds. */
    @Test
    void every_service_sees_somebody_in_every_group() {
        for (var service : SERVICES.keySet()) {
            var end = Instant.now().plus(UNTIL_MEASURED);
            while (groupsWithMembers(service) != 18) {
                assertThat(Instant.now()).as(service).isBefore(end);
                MerchantClient.pause();
            }
        }
    }

    private static long groupsWithMembers(String service) {
        return series(scrape(service), "paylater_kafka_members").stream()
                .filter(line -> !line.endsWith(" 0.0"))
                .count();
    }

    @Test
    void dead_letters_count_from_zero() {
        assertThat(series(scraped("connector-service"), "paylater_dead_letters_total")).hasSize(14);
        assertThat(series(scraped("orchestrator-service"), "paylater_dead_letters_total"))
                .singleElement()
                .asString()
                .contains("topic=\"payments.commands\"");
    }

    private static String scraped(String service) {
        return Objects.requireNonNull(SCRAPES.get(service));
    }

    private static List<String> series(String scrape, String name) {
        return scrape.lines().filter(line -> line.startsWith(name + "{")).toList();
    }

    private static Set<String> names(String scrape) {
        return scrape.lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split("[{ ]", 2)[0])
                .collect(Collectors.toSet());
    }
}
