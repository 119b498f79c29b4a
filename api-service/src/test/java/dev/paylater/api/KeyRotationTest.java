package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Rotation replaces a key by one other, whatever happens on the way, and never brings one back. */
class KeyRotationTest {

    private static final RunningApi API = RunningApi.shared();
    private static int merchants;

    private final String keys = "/admin/merchants/merchant_rotates_" + ++merchants + "/api_keys";

    @BeforeEach
    void a_merchant_of_its_own() {
        var id = "merchant_rotates_" + merchants;
        API.administer("/admin/merchants", "{\"merchant_id\": \"" + id + "\"}");
    }

    @Test
    void a_key_that_has_expired_is_not_brought_back() {
        var key = issue("");
        set(key, "expires_at", Date.from(Instant.now().minusSeconds(1)));
        refused(rotate(key, "{}"), "This key has ended: issue another");
        assertThat(listed()).hasSize(1);
        assertThat(works(key)).isFalse();
    }

    @Test
    void a_key_that_was_revoked_is_not_brought_back() {
        var key = issue("");
        API.administer(keys + "/" + id(key) + "/revoke", "");
        refused(rotate(key, "{\"overlap_seconds\": 3600}"), "This key has ended: issue another");
        assertThat(listed()).hasSize(1);
        assertThat(works(key)).isFalse();
    }

    @Test
    void the_successor_may_do_what_the_key_might_and_for_as_long() {
        var expiry = Instant.now().plus(1, ChronoUnit.HOURS).truncatedTo(ChronoUnit.SECONDS);
        var key =
                issue(
                        """
                        , "name": "till", "scopes": ["payments.read"],
                        "allowed_addresses": ["127.0.0.0/8"], "expires_at": "%s"
                        """
                                .formatted(expiry));
        var successor = rotate(key, "{}").json();
        for (var kept : List.of("kind", "name", "scopes", "allowed_addresses", "expires_at")) {
            assertThat(successor.path(kept)).as(kept).isEqualTo(key.path(kept));
        }
        assertThat(works(successor)).isTrue();
        assertThat(API.postAs(successor.path("api_key").asString(), "/payments", "{}").code())
                .isEqualTo("IR_17");
        assertThat(shown(key).path("expires_at")).isEqualTo(key.path("expires_at"));
    }

    @Test
    void the_overlap_ends_a_key_that_would_have_lived_longer() {
        var key = issue("");
        var before = Instant.now();
        rotate(key, "{\"overlap_seconds\": 60}");
        assertThat(Instant.parse(shown(key).path("expires_at").asString()))
                .isBetween(before.plusSeconds(59), Instant.now().plusSeconds(61));
    }

    @Test
    void a_rotation_that_is_repeated_makes_no_second_successor() {
        var key = issue("");
        var successor = rotate(key, "{\"overlap_seconds\": 60}").json();
        var end = shown(key).path("expires_at");
        refused(
                rotate(key, "{\"overlap_seconds\": 2592000}"),
                "This key was rotated already: revoke its successor "
                        + id(successor)
                        + " to rotate it again");
        assertThat(shown(key).path("expires_at")).isEqualTo(end);
        assertThat(shown(key).path("successor_id").asString()).isEqualTo(id(successor));
        assertThat(listed()).hasSize(2);
    }

    @Test
    void two_administrators_who_rotate_at_once_leave_one_successor_that_one_of_them_knows()
            throws Exception {
        var key = issue("");
        var answers = new ArrayList<RunningApi.Reply>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<RunningApi.Reply> rotation = () -> rotate(key, "{}");
            for (Future<RunningApi.Reply> answer :
                    threads.invokeAll(Stream.generate(() -> rotation).limit(16).toList())) {
                answers.add(answer.get());
            }
        }
        assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 200)
                .extracting(RunningApi.Reply::code)
                .containsOnly("IR_16");
        assertThat(listed()).hasSize(2);
    }

    @Test
    void whoever_lost_the_answer_revokes_the_successor_that_nobody_knows_and_rotates_again() {
        var key = issue("");
        var lost = rotate(key, "{}").json();
        API.administer(keys + "/" + id(lost) + "/revoke", "");
        var known = rotate(key, "{}").json();
        assertThat(works(lost)).isFalse();
        assertThat(works(known)).isTrue();
        assertThat(works(key)).isTrue();
        assertThat(id(known)).isNotEqualTo(id(lost));
    }

    @Test
    void a_crash_before_the_successor_was_stored_is_made_good_by_a_repetition() {
        var key = issue("");
        set(key, "successor_id", "key_never_stored");
        var successor = rotate(key, "{}").json();
        assertThat(id(successor)).isEqualTo("key_never_stored");
        assertThat(works(successor)).isTrue();
        assertThat(rotate(key, "{}").code()).isEqualTo("IR_16");
    }

    private JsonNode issue(String more) {
        return API.administer(keys, "{\"kind\": \"secret\"" + more + "}").json();
    }

    private RunningApi.Reply rotate(JsonNode key, String body) {
        return API.administer(keys + "/" + id(key) + "/rotate", body);
    }

    private static void refused(RunningApi.Reply answer, String message) {
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("IR_16");
        assertThat(answer.json().at("/error/message").asString()).isEqualTo(message);
    }

    private static String id(JsonNode key) {
        return key.path("key_id").asString();
    }

    private static boolean works(JsonNode key) {
        return API.getAs(key.path("api_key").asString(), "/payments/list").status() == 200;
    }

    private JsonNode shown(JsonNode key) {
        return listed().stream()
                .filter(other -> id(other).equals(id(key)))
                .findFirst()
                .orElseThrow();
    }

    private List<JsonNode> listed() {
        return API.inspectAs(RunningApi.ADMIN, keys).items().valueStream().toList();
    }

    private static void set(JsonNode key, String field, Object value) {
        API.bean(MongoDatabase.class)
                .getCollection("api_keys")
                .updateOne(
                        new Document("_id", id(key)),
                        new Document("$set", new Document(field, value)));
    }
}
