package dev.paylater.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.teststack.Stack;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Dead letters by the interface and in the console: listed by cause, and replayed for a reason. */
class DeadLettersTest {

    private static final RunningApi API = RunningApi.shared();
    private static final String TOPIC = "refunds.events.dlt";
    private static final String LIST = "/admin/dead_letters/" + TOPIC;
    private static final String PAGE = "/console/dead_letters/" + TOPIC + "/0";

    private final String tag = "cause-of-test " + letters(UUID.randomUUID());

    /** Without digits, which are taken out of a cause. */
    private static String letters(UUID id) {
        return id.toString().replaceAll("[0-9-]", "").concat("x");
    }

    @BeforeAll
    static void the_topics_of_another_service() throws Exception {
        try (var admin =
                Admin.create(
                        Map.<String, Object>of("bootstrap.servers", Stack.shared().bootstrap()))) {
            var existing = admin.listTopics().names().get();
            admin.createTopics(
                            Stream.of("refunds.events", TOPIC)
                                    .filter(topic -> !existing.contains(topic))
                                    .map(
                                            topic ->
                                                    new NewTopic(
                                                            topic,
                                                            Optional.of(1),
                                                            Optional.empty()))
                                    .toList())
                    .all()
                    .get();
        }
    }

    static long setAside(String key, String reason) {
        var letter = new ProducerRecord<>(TOPIC, key.getBytes(UTF_8), new byte[] {0, 1, 2});
        letter.headers()
                .add("dlt-original-topic", "refunds.events".getBytes(UTF_8))
                .add("dlt-original-partition", "3".getBytes(UTF_8))
                .add("dlt-original-offset", "17".getBytes(UTF_8))
                .add("dlt-reason", reason.getBytes(UTF_8));
        var bytes = new ByteArraySerializer();
        try (var producer =
                new KafkaProducer<>(
                        Map.<String, Object>of("bootstrap.servers", Stack.shared().bootstrap()),
                        bytes,
                        bytes)) {
            return producer.send(letter).get().offset();
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JsonNode topic() {
        return StreamSupport.stream(
                        API.inspectAs(RunningApi.ADMIN, "/admin/dead_letters")
                                .items()
                                .spliterator(),
                        false)
                .filter(topic -> topic.path("topic").asString().equals(TOPIC))
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode letter(long offset) {
        return API.inspectAs(RunningApi.ADMIN, LIST + "?limit=1&from=" + offset).items().path(0);
    }

    @Test
    void letters_are_listed_with_reason_and_payment_and_one_of_them_is_replayed() {
        var first = setAside("merchant_sandbox/pay_1", tag + " of pay_1");
        var second = setAside("merchant_sandbox/pay_2", tag + " of pay_2");
        var before = topic().path("waiting").longValue();
        assertThat(topic().path("letters").longValue()).isGreaterThanOrEqualTo(before);
        assertThat(topic().path("next_offset").longValue()).isLessThanOrEqualTo(first);

        var shown = letter(first);
        assertThat(shown.path("topic").asString()).isEqualTo(TOPIC);
        assertThat(shown.path("partition").intValue()).isZero();
        assertThat(shown.path("offset").longValue()).isEqualTo(first);
        assertThat(shown.path("at").asString()).endsWith("Z");
        assertThat(shown.path("key").asString()).isEqualTo("merchant_sandbox/pay_1");
        assertThat(shown.path("reason").asString()).isEqualTo(tag + " of pay_1");
        assertThat(shown.path("cause").asString()).isEqualTo(tag + " of …");
        assertThat(shown.path("bytes").intValue()).isEqualTo(3);
        assertThat(shown.path("replayed").booleanValue()).isFalse();
        assertThat(API.inspectAs(RunningApi.ADMIN, LIST + "?limit=1&partition=7").code())
                .isEqualTo("HE_02");
        assertThat(
                        API.inspectAs(RunningApi.ADMIN, LIST + "?limit=1&from=" + first)
                                .json()
                                .path("has_more")
                                .booleanValue())
                .isTrue();

        var done =
                API.administer(
                                LIST + "/replay",
                                "{\"offsets\": [%s], \"partition\": 0, \"reason\": \"mended\"}"
                                        .formatted(first))
                        .json();
        assertThat(done.path("replayed").intValue()).isEqualTo(1);
        assertThat(done.path("waiting").longValue()).isEqualTo(before - 1);
        assertThat(letter(first).path("replayed").booleanValue()).isTrue();
        assertThat(letter(second).path("replayed").booleanValue()).isFalse();
        var line =
                API.inspectAs(RunningApi.ADMIN, "/audit_log?limit=1&action=replayDeadLetters")
                        .items()
                        .path(0);
        assertThat(line.path("resource_id").asString()).isEqualTo(TOPIC);
        assertThat(line.at("/after/reason").asString()).isEqualTo("mended");

        var again =
                API.administer(
                        LIST + "/replay",
                        "{\"cause\": \"%s of …\", \"reason\": \"mended\"}".formatted(tag));
        assertThat(again.json().path("replayed").intValue()).isEqualTo(1);
        assertThat(letter(second).path("replayed").booleanValue()).isTrue();
    }

    @Test
    void a_replay_names_either_letters_or_a_cause_and_always_a_reason() {
        setAside("k", tag);
        for (var body :
                List.of(
                        "{\"reason\": \"r\"}",
                        "{\"offsets\": [1]}",
                        "{\"offsets\": [], \"reason\": \"r\"}",
                        "{\"offsets\": [-1], \"reason\": \"r\"}",
                        "{\"offsets\": [1], \"cause\": \"c\", \"reason\": \"r\"}")) {
            assertThat(API.administer(LIST + "/replay", body).status())
                    .as(body)
                    .isBetween(400, 422);
        }
        assertThat(
                        API.administer(
                                        "/admin/dead_letters/payments.events/replay",
                                        "{\"offsets\": [1], \"reason\": \"r\"}")
                                .status())
                .isEqualTo(404);
        for (var query : List.of("from=x", "from=-1", "partition=a", "limit=101")) {
            assertThat(API.inspectAs(RunningApi.ADMIN, LIST + "?" + query).status())
                    .as(query)
                    .isEqualTo(422);
        }
    }

    @Test
    void an_operator_replays_all_of_a_cause_in_the_console() {
        var first = setAside("merchant_sandbox/pay_7", tag + " <b>1</b>");
        setAside("nothing", tag + " <b>2</b>");
        setAside("other", tag + " else");
        var operator = ConsoleClient.as(API, "operator");
        assertThat(operator.get("/console/dead_letters").body()).contains(TOPIC, PAGE);

        var page = operator.get(PAGE + "?from=" + first).body();
        assertThat(page)
                .contains(
                        "href=\"/console/payments/merchant_sandbox/pay_7\"",
                        "&lt;b&gt;1&lt;/b&gt;",
                        PAGE + "/replay?offset=" + first)
                .doesNotContain("<b>");
        var link = page.replaceAll("(?s).*?href=\"([^\"]*replay\\?cause=[^\"]*)\".*", "$1");
        var form = operator.get(link.replace("&amp;", "&"));
        assertThat(form.body()).contains("All letters of this cause");
        var cause =
                form.body()
                        .replaceAll("(?s).*name=\"cause\" value=\"([^\"]*)\".*", "$1")
                        .replace("&lt;", "<")
                        .replace("&gt;", ">");

        assertThat(
                        operator.submit(
                                        PAGE + "/replay",
                                        "cause",
                                        cause,
                                        "form_id",
                                        ConsoleClient.formId(form))
                                .status())
                .as("without a reason")
                .isBetween(400, 422);
        var done =
                operator.submit(
                        PAGE + "/replay",
                        "cause",
                        cause,
                        "reason",
                        "deployed",
                        "form_id",
                        ConsoleClient.formId(form));
        assertThat(done.header("location")).as(done.body()).startsWith(PAGE + "?done=2&from=");
        assertThat(letter(first).path("replayed").booleanValue()).isTrue();
        assertThat(letter(first + 1).path("replayed").booleanValue()).isTrue();
        assertThat(letter(first + 2).path("replayed").booleanValue()).isFalse();
        var line =
                API.inspectAs(RunningApi.ADMIN, "/audit_log?limit=1&action=replayDeadLetters")
                        .items()
                        .path(0);
        assertThat(line.path("actor_name").asString()).isEqualTo("Local operator");
        assertThat(line.at("/after/reason").asString()).isEqualTo("deployed");
        assertThat(line.at("/after/cause").asString()).isEqualTo(cause);
    }
}
