package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Filters of the console's list of payments that are saved under a name. */
class SavedFiltersTest {

    private static final RunningApi API = RunningApi.shared();
    private static final String LIST = "/console/payments";
    private static final String SAVE = "/console/payment_filters";
    private static final String REMOVE = SAVE + "/remove";

    private static MongoCollection<Document> stored() {
        return API.bean(MongoDatabase.class).getCollection("payment_filters");
    }

    @BeforeEach
    void none_is_saved() {
        stored().deleteMany(new Document());
    }

    private static ConsoleClient merchant() {
        return ConsoleClient.as(API, "merchant");
    }

    private static RunningApi.Reply save(ConsoleClient client, String name, String status) {
        return client.submit(SAVE, "name", name, "status", status);
    }

    private static List<String> names(String owner) {
        var found = stored().find(Filters.eq("_id", owner)).first();
        return found == null
                ? List.of()
                : found.getList("filters", Document.class).stream()
                        .map(filter -> filter.getString("name"))
                        .toList();
    }

    @Test
    void a_filter_is_saved_opened_replaced_and_removed() {
        var merchant = merchant();
        assertThat(merchant.get(LIST).body()).doesNotContain(SAVE);
        assertThat(merchant.get(LIST + "?status=failed&connector=klarna").body())
                .contains("Save this filter as", "name=\"connector\" value=\"klarna\"");

        var answer =
                merchant.submit(
                        SAVE,
                        "name",
                        "Lost <b> & \u00e4",
                        "status",
                        "failed",
                        "connector",
                        "klarna");
        assertThat(answer.status()).isEqualTo(303);
        assertThat(answer.header("location")).isEqualTo(LIST + "?status=failed&connector=klarna");
        assertThat(merchant.get(LIST).body())
                .contains(
                        "href=\"/console/payments?status=failed&amp;connector=klarna\"",
                        "Lost &lt;b&gt; &amp; \u00e4",
                        "Remove Lost")
                .doesNotContain("<b>", "aria-current=\"true\"");
        assertThat(merchant.get(answer.header("location")).body())
                .contains("aria-current=\"true\"");

        // An "a" with the dots behind it is the one letter.
        save(merchant, "Lost <b> & a\u0308", "processing");
        assertThat(names("merchant/merchant_sandbox")).hasSize(1);
        assertThat(merchant.get(LIST).body())
                .contains("href=\"/console/payments?status=processing\"");

        assertThat(merchant.submit(REMOVE, "name", "Lost <b> & \u00e4").status()).isEqualTo(303);
        assertThat(merchant.submit(REMOVE, "name", "Lost <b> & \u00e4").status()).isEqualTo(404);
        assertThat(merchant.get(LIST).body()).doesNotContain("Saved filters");
    }

    @Test
    void an_act_has_a_line_in_the_audit_log() {
        var merchant = merchant();
        save(merchant, "Audited", "failed");
        assertThat(lastLine("savePaymentFilter"))
                .contains(
                        "done", "Audited", "\"after\":{\"status\":\"failed\"}", "merchant_sandbox");
        merchant.submit(REMOVE, "name", "Audited");
        assertThat(lastLine("removePaymentFilter")).contains("done", "Audited");
    }

    private static String lastLine(String action) {
        return API.inspectAs(RunningApi.ADMIN, "/audit_log?limit=1&action=" + action)
                .items()
                .path(0)
                .toString();
    }

    @Test
    void those_of_another_merchant_and_of_administrators_are_out_of_reach() {
        var merchant = merchant();
        var other = ConsoleClient.with(API, RunningApi.OTHER_SECRET);
        var operator = ConsoleClient.as(API, "operator");
        var support = ConsoleClient.as(API, "support");
        save(merchant, "Ours", "failed");

        for (var stranger : List.of(other, operator, support)) {
            assertThat(stranger.get(LIST).body()).doesNotContain("Ours");
            for (var field : List.of("merchant_id", "owner", "_id")) {
                assertThat(
                                stranger.submit(REMOVE, "name", "Ours", field, "merchant_sandbox")
                                        .status())
                        .isEqualTo(404);
            }
            stranger.submit(
                    SAVE,
                    "name",
                    "Ours",
                    "status",
                    "processing",
                    "merchant_id",
                    "merchant_sandbox",
                    "owner",
                    "merchant/merchant_sandbox");
        }
        assertThat(merchant().get(LIST).body())
                .as("all of a merchant's people see them")
                .contains("Ours", "href=\"/console/payments?status=failed\"");
        assertThat(other.get(LIST).body())
                .as("a merchant's filter is of its own payments")
                .contains("href=\"/console/payments?status=processing\"");
        assertThat(operator.get(LIST).body())
                .contains("?merchant_id=merchant_sandbox&amp;status=processing");
        assertThat(names("admin/console_operator")).containsExactly("Ours");
        assertThat(names("admin/console_support")).containsExactly("Ours");
    }

    @Test
    void what_the_list_does_not_know_is_not_saved() {
        var merchant = merchant();
        merchant.submit(
                SAVE,
                "name",
                "Odd",
                "status",
                "failed",
                "connector",
                "no such",
                "created.gte",
                "yesterday",
                "find",
                "ada@example.com",
                "customer_id",
                "cus_ada",
                "cursor",
                "x",
                "next",
                "https://evil.example");
        assertThat(merchant.get(LIST).body()).contains("href=\"/console/payments?status=failed\"");
        assertThat(stored().find().into(new ArrayList<>()).toString())
                .doesNotContain("ada", "evil", "yesterday", "no such", "cursor");

        assertThat(merchant.submit(SAVE, "name", "Nothing", "find", "x").status())
                .isBetween(400, 422);
        assertThat(merchant.get(LIST + "?find=ada&status=failed").body())
                .doesNotContain("Save this filter as");
    }

    @Test
    void one_whose_field_is_gone_opens_what_is_left() {
        var merchant = merchant();
        save(merchant, "Old", "failed");
        stored().updateMany(
                        new Document(),
                        Updates.set(
                                "filters.0.conditions",
                                List.of(
                                        new Document("field", "gone").append("value", "x"),
                                        new Document("field", "connector").append("value", "gone"),
                                        new Document("field", "status")
                                                .append("value", "cancelled"))));
        assertThat(merchant.get(LIST).body())
                .contains("href=\"/console/payments?status=cancelled\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\u0000b", "a\nb", "a\u202eb", "a\u2028b", "a\u200bb"})
    void a_name_is_printable(String name) {
        assertThat(save(merchant(), name, "failed").status()).isBetween(400, 422);
        assertThat(stored().countDocuments()).isZero();
    }

    @Test
    void a_name_has_at_most_sixty_characters() {
        var merchant = merchant();
        assertThat(save(merchant, "\ud83d\ude00".repeat(60), "failed").status()).isEqualTo(303);
        assertThat(save(merchant, "x".repeat(61), "failed").status()).isBetween(400, 422);
        assertThat(names("merchant/merchant_sandbox")).hasSize(1);
    }

    @Test
    void there_are_at_most_twenty_also_of_those_that_come_at_once() throws Exception {
        var merchant = merchant();
        var saves =
                IntStream.range(0, 24)
                        .mapToObj(
                                i ->
                                        (Callable<Integer>)
                                                () -> save(merchant, "n" + i, "failed").status())
                        .toList();
        try (var pool = Executors.newFixedThreadPool(3)) {
            for (var one : pool.invokeAll(saves)) {
                assertThat(one.get()).isIn(303, 400, 422);
            }
        }
        assertThat(names("merchant/merchant_sandbox")).hasSize(20).doesNotHaveDuplicates();
        var kept = names("merchant/merchant_sandbox").getFirst();
        assertThat(save(merchant, kept, "processing").status()).isEqualTo(303);
        assertThat(save(merchant, "one more", "failed").status()).isBetween(400, 422);
    }

    @Test
    void those_of_an_administrator_go_on_with_a_key_that_theirs_is_rotated_to() {
        var first = issued("/admin/keys", "{\"name\": \"Ada\", \"role\": \"support\"}");
        save(ConsoleClient.with(API, first.path("api_key").asString()), "Ours", "failed");
        var second = rotated(first);
        var third = rotated(second);
        var stranger = issued("/admin/keys", "{\"name\": \"Eve\", \"role\": \"support\"}");

        var ada = ConsoleClient.with(API, third.path("api_key").asString());
        assertThat(ada.get(LIST).body()).contains("Ours");
        save(ada, "More", "processing");
        assertThat(names("admin/" + first.path("key_id").asString()))
                .containsExactly("Ours", "More");
        ada.submit(REMOVE, "name", "Ours");
        for (var key : List.of(first, second, third)) {
            assertThat(ConsoleClient.with(API, key.path("api_key").asString()).get(LIST).body())
                    .contains("More")
                    .doesNotContain("Ours");
        }
        assertThat(ConsoleClient.with(API, stranger.path("api_key").asString()).get(LIST).body())
                .doesNotContain("More");
    }

    private static JsonNode issued(String path, String body) {
        return API.administer(path, body).json();
    }

    private static JsonNode rotated(JsonNode key) {
        var path = "/admin/keys/" + key.path("key_id").asString() + "/rotate";
        return issued(path, "{\"overlap_seconds\": 600}");
    }

    @Test
    void a_time_is_saved_as_it_was_typed() {
        var merchant = merchant();
        merchant.submit(
                SAVE, "name", "January", "created.gte", "2026-01-01", "created.lte", "2026-01-31");
        assertThat(merchant.get(LIST).body())
                .contains("?created.gte=2026-01-01&amp;created.lte=2026-01-31\"");
    }

    @Test
    void a_forged_form_saves_and_removes_nothing() {
        var merchant = merchant();
        save(merchant, "Kept", "failed");
        var others = "form_token=" + ConsoleClient.as(API, "operator").formToken;
        for (var token : List.of("", others)) {
            for (var path : List.of(SAVE, REMOVE)) {
                var form = token + "&status=failed&name=" + "Kept";
                assertThat(merchant.submitRaw(path, form).status()).isEqualTo(403);
            }
        }
        assertThat(names("merchant/merchant_sandbox")).containsExactly("Kept");
    }
}
