package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.KeyKind;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** What administrators did can be read afterwards, by whom and from where, and nothing secret. */
class AuditLogTest {

    private static final RunningApi API = RunningApi.shared();

    @Test
    void a_change_has_a_line_before_it_is_made_and_one_with_what_came_of_it() {
        merchant("merchant_audited");
        var account =
                administer(
                        "/merchant_audited/connector_accounts",
                        """
                        {"connector": "klarna", "merchant_connector_id": "mca_audited",
                         "base_url": "https://one.example",
                         "credentials": {"username": "canary-1", "password": "canary-1"}, "webhook_secret": "canary-2-of-sixteen"}
                        """);
        assertThat(account.status()).isEqualTo(200);
        var changed =
                administer(
                        "/merchant_audited/connector_accounts/mca_audited",
                        """
                        {"base_url": "https://two.example",
                         "credentials": {"username": "canary-3", "password": "canary-3"}}
                        """);
        var lines = list("merchant_id=merchant_audited&limit=2");
        assertThat(lines).hasSize(2);
        var done = lines.getFirst();
        var requested = lines.getLast();
        for (var line : lines) {
            assertThat(line.path("action").asString()).isEqualTo("updateConnectorAccount");
            assertThat(line.path("actor").asString()).isEqualTo("key_admin_sandbox");
            assertThat(line.path("address").asString()).isEqualTo("127.0.0.1");
            assertThat(line.path("resource_id").asString()).isEqualTo("mca_audited");
            assertThat(line.path("act_id")).isEqualTo(done.path("act_id"));
            assertThat(line.path("request_id").asString())
                    .isEqualTo(changed.header("x-request-id"));
        }
        assertThat(requested.path("outcome").asString()).isEqualTo("requested");
        assertThat(requested.path("before").isNull()).isTrue();
        assertThat(requested.path("after").isNull()).isTrue();
        assertThat(done.path("outcome").asString()).isEqualTo("done");
        assertThat(done.path("status").intValue()).isEqualTo(200);
        assertThat(done.at("/before/base_url").asString()).isEqualTo("https://one.example");
        assertThat(done.at("/after/base_url").asString()).isEqualTo("https://two.example");
        assertThat(done.at("/after/credentials").asString()).isEqualTo("replaced");
        assertThat(done.at("/after/webhook_secret").isMissingNode()).isTrue();
        assertThat(everythingWritten()).doesNotContain("canary-");
    }

    @Test
    void neither_a_key_nor_its_hash_is_in_the_log() {
        merchant("merchant_audited_keys");
        var keys = "/merchant_audited_keys/api_keys";
        var issued = administer(keys, "{\"kind\": \"secret\", \"name\": \"till\"}").json();
        var path = keys + "/" + issued.path("key_id").asString();
        var successor = administer(path + "/rotate", "{\"overlap_seconds\": 60}").json();
        administer(path + "/revoke", "");
        var done =
                list("merchant_id=merchant_audited_keys&limit=100").stream()
                        .filter(line -> line.path("outcome").asString().equals("done"))
                        .toList();
        assertThat(done)
                .extracting(line -> line.path("action").asString())
                .containsExactly("revokeApiKey", "rotateApiKey", "issueApiKey", "createMerchant");
        assertThat(done.get(0).at("/before/revoked_at").isNull()).isTrue();
        assertThat(done.get(0).at("/after/revoked_at").isString()).isTrue();
        assertThat(done.get(1).at("/before/key_id")).isEqualTo(issued.path("key_id"));
        assertThat(done.get(1).at("/after/key_id")).isEqualTo(successor.path("key_id"));
        assertThat(done.get(2).path("before").isNull()).isTrue();
        assertThat(done.get(2).at("/after/name").asString()).isEqualTo("till");
        for (var key : List.of(issued, successor)) {
            var stored =
                    Objects.requireNonNull(
                            API.bean(MongoDatabase.class)
                                    .getCollection("api_keys")
                                    .find(new Document("_id", key.path("key_id").asString()))
                                    .first());
            assertThat(everythingWritten())
                    .doesNotContain(key.path("api_key").asString())
                    .doesNotContain(stored.getString("hash"));
        }
    }

    @Test
    void money_that_an_operator_settles_by_hand_is_in_the_log_with_reason_and_name() {
        var payment = API.create("").path("payment_id").asString();
        var settlement =
                """
                {"attempt_id": "%s_1", "amount": 6540, "operator": "ada", "reason": "ticket 9"}
                """
                        .formatted(payment);
        administer("/merchant_sandbox/payments/" + payment + "/unwanted_money/settle", settlement);
        var done = list("action=settleUnwantedMoney&limit=1").getFirst();
        assertThat(done.path("outcome").asString()).isEqualTo("done");
        assertThat(done.path("merchant_id").asString()).isEqualTo("merchant_sandbox");
        assertThat(done.path("resource_id").asString()).isEqualTo(payment);
        assertThat(done.path("after")).isEqualTo(Json.read(settlement));
    }

    static Stream<Arguments> administration() {
        return Endpoint.of(API)
                .filter(endpoint -> endpoint.kinds().contains(KeyKind.ADMIN))
                .filter(endpoint -> !endpoint.isOfConsole())
                .map(endpoint -> Arguments.of(endpoint.name(), endpoint));
    }

    /** Whatever it is called with, so also endpoints that nobody thought of here. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("administration")
    void no_call_that_could_change_something_goes_without_a_line(String name, Endpoint endpoint) {
        var before = documents().size();
        var answer = endpoint.call(API, RunningApi.ADMIN);
        var lines = documents().subList(before, documents().size());
        if (endpoint.verb().equals("GET")) {
            assertThat(lines).isEmpty();
        } else {
            assertThat(answer.status()).isGreaterThanOrEqualTo(400);
            assertThat(lines)
                    .extracting(line -> line.getString("outcome"))
                    .containsExactly("requested", "refused");
            assertThat(lines).allMatch(line -> line.getString("action").matches("[a-zA-Z]+"));
        }
    }

    @Test
    void whoever_changes_where_events_go_is_in_the_log_and_no_secret_is() {
        var from = documents().size();
        var made = API.post("/webhook_endpoints", "{\"url\": \"http://127.0.0.1:9/one\"}").json();
        var path = "/webhook_endpoints/" + made.path("id").asString();
        API.post(path, "{\"url\": \"http://127.0.0.1:9/two\"}");
        var rotated = API.post(path + "/rotate_secret", "{}").json();
        API.send(API.request(path).header("api-key", RunningApi.SECRET).DELETE());

        var lines = documents().subList(from, documents().size());
        assertThat(lines)
                .extracting(line -> line.getString("action") + " " + line.getString("outcome"))
                .containsExactly(
                        "createWebhookEndpoint requested",
                        "createWebhookEndpoint done",
                        "updateWebhookEndpoint requested",
                        "updateWebhookEndpoint done",
                        "rotateWebhookSecret requested",
                        "rotateWebhookSecret done",
                        "deleteWebhookEndpoint requested",
                        "deleteWebhookEndpoint done");
        assertThat(lines)
                .extracting(line -> line.getString("actor"))
                .containsOnly("key_sk_sandbox");
        assertThat(lines)
                .extracting(line -> line.getString("merchant_id"))
                .containsOnly("merchant_sandbox");
        var done = lines.stream().filter(line -> line.getString("outcome").equals("done")).toList();
        assertThat(done)
                .extracting(line -> line.getString("resource_id"))
                .containsOnly(made.path("id").asString());
        assertThat(done)
                .extracting(line -> url(line, "before") + " " + url(line, "after"))
                .containsExactly(
                        "none http://127.0.0.1:9/one",
                        "http://127.0.0.1:9/one http://127.0.0.1:9/two",
                        "http://127.0.0.1:9/two http://127.0.0.1:9/two",
                        "http://127.0.0.1:9/two none");
        assertThat(Json.read(done.get(2).getString("after")).path("secret").asString())
                .isEqualTo("replaced");
        assertThat(everythingWritten())
                .doesNotContain(made.path("secret").asString())
                .doesNotContain(rotated.path("secret").asString());
    }

    private static String url(Document line, String state) {
        var text = line.getString(state);
        return text == null ? "none" : Json.read(text).path("url").asString();
    }

    @Test
    void a_change_that_is_repeated_under_its_key_is_one_act() {
        var body = "{\"url\": \"http://127.0.0.1:9/repeated\"}";
        var from = documents().size();
        var first = API.post("/webhook_endpoints", body, "Idempotency-Key", "audited-once");
        var second = API.post("/webhook_endpoints", body, "Idempotency-Key", "audited-once");
        var written = documents().subList(from, documents().size());
        var path = "/webhook_endpoints/" + first.json().path("id").asString();
        API.send(API.request(path).header("api-key", RunningApi.SECRET).DELETE());

        assertThat(second.body()).isEqualTo(first.body());
        assertThat(written)
                .extracting(line -> line.getString("outcome"))
                .containsExactly("requested", "done");
    }

    @Test
    void what_was_written_is_not_written_over() {
        merchant("merchant_audited_twice");
        var first = documents();
        administer("/merchant_audited_twice/profiles", "{\"name\": \"P\"}");
        assertThat(documents()).startsWith(first.toArray(Document[]::new));
    }

    @Test
    void a_change_that_cannot_be_logged_is_not_made_and_one_that_was_is_not_confirmed() {
        try (var api = new RunningApi()) {
            // From the second line with the same outcome on, writing the log fails.
            api.bean(MongoDatabase.class)
                    .getCollection("audit_log")
                    .createIndex(new Document("outcome", 1), new IndexOptions().unique(true));
            var merchants = "/admin/merchants";
            assertThat(api.administer(merchants, "{\"merchant_id\": \"m_1\"}").status())
                    .isEqualTo(200);
            var unlogged = api.administer(merchants, "{\"merchant_id\": \"m_2\"}");
            assertThat(unlogged.status()).isEqualTo(500);
            assertThat(api.inspectAs(RunningApi.ADMIN, merchants + "/m_2").status()).isEqualTo(404);
            api.bean(MongoDatabase.class)
                    .getCollection("audit_log")
                    .deleteOne(new Document("outcome", "requested"));
            var unconfirmed = api.administer(merchants, "{\"merchant_id\": \"m_3\"}");
            assertThat(unconfirmed.status()).isEqualTo(503);
            assertThat(unconfirmed.code()).isEqualTo("HE_03");
            assertThat(documents(api))
                    .filteredOn(line -> line.getString("outcome").equals("requested"))
                    .hasSize(1);
        }
    }

    @Test
    void the_list_goes_from_the_newest_to_the_oldest_and_can_be_narrowed_down() {
        var from = Instant.now();
        for (var i = 0; i < 4; i++) {
            merchant("merchant_listed_" + i);
        }
        var all = list("from=" + from + "&limit=100");
        assertThat(all).hasSizeGreaterThanOrEqualTo(8);
        assertThat(ids(all)).isSortedAccordingTo((one, other) -> other.compareTo(one));
        var walked = new ArrayList<String>();
        var page = list("from=" + from + "&limit=3");
        while (!page.isEmpty()) {
            walked.addAll(ids(page));
            page = list("from=" + from + "&limit=3&starting_after=" + walked.getLast());
        }
        assertThat(walked).isEqualTo(ids(all));
        // What is requested is a merchant, and which one is known when it is done.
        assertThat(list("merchant_id=merchant_listed_2")).hasSize(1);
        assertThat(list("action=createMerchant&merchant_id=merchant_listed_2")).hasSize(1);
        assertThat(list("action=rotateApiKey&merchant_id=merchant_listed_2")).isEmpty();
        assertThat(list("actor=key_nobody")).isEmpty();
        var last = all.getLast().path("at").asString();
        assertThat(ids(list("to=" + last + "&limit=100"))).doesNotContainAnyElementsOf(ids(all));
        assertThat(list("to=" + Instant.now().plusSeconds(60) + "&limit=1"))
                .isEqualTo(list("limit=1"));
        assertThat(list("limit=100").size()).isLessThanOrEqualTo(100);
        for (var wrong : List.of("limit=101", "limit=0", "from=yesterday", "merchant=m")) {
            assertThat(inspect(wrong).status()).as(wrong).isEqualTo(422);
        }
        assertThat(inspect("starting_after=aud_nothing").status()).isEqualTo(404);
    }

    private static List<String> ids(List<JsonNode> lines) {
        return lines.stream().map(line -> line.path("audit_id").asString()).toList();
    }

    private static List<JsonNode> list(String query) {
        var answer = inspect(query);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.items().valueStream().toList();
    }

    private static RunningApi.Reply inspect(String query) {
        var encoded =
                Stream.of(query.split("&"))
                        .map(pair -> pair.split("=", 2))
                        .map(
                                pair ->
                                        pair[0]
                                                + "="
                                                + URLEncoder.encode(
                                                        pair[1], StandardCharsets.UTF_8))
                        .toList();
        return API.inspectAs(RunningApi.ADMIN, "/audit_log?" + String.join("&", encoded));
    }

    private static void merchant(String id) {
        API.administer("/admin/merchants", "{\"merchant_id\": \"" + id + "\"}");
    }

    private static RunningApi.Reply administer(String path, String body) {
        return API.administer("/admin/merchants" + path, body);
    }

    private static String everythingWritten() {
        return documents().toString();
    }

    private static List<Document> documents() {
        return documents(API);
    }

    private static List<Document> documents(RunningApi api) {
        return api.bean(MongoDatabase.class)
                .getCollection("audit_log")
                .find()
                .sort(new Document("_id", 1))
                .into(new ArrayList<>());
    }
}
