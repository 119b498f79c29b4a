package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.form.Sealing;
import dev.paylater.api.json.Json;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import dev.paylater.schemas.SettleRefund;
import dev.paylater.schemas.SyncRefund;
import dev.paylater.schemas.UpdateRefund;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.avro.specific.SpecificRecord;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Refunds that are there: shown, listed, changed and inquired about. */
class RefundApiTest {

    private static final RunningApi API = RunningApi.shared();

    /** Section 2.4 of the interface. */
    private static final Set<String> FIELDS =
            Set.of(
                    "refund_id",
                    "payment_id",
                    "amount",
                    "currency",
                    "status",
                    "reason",
                    "metadata",
                    "error_message",
                    "error_code",
                    "unified_code",
                    "unified_message",
                    "created_at",
                    "updated_at",
                    "connector",
                    "profile_id",
                    "merchant_connector_id",
                    "split_refunds",
                    "order_details",
                    "warnings");

    private String payment = "";
    private String refund = "";

    @BeforeEach
    void newIds() {
        payment = "pay_" + UUID.randomUUID();
        refund = "ref_" + UUID.randomUUID();
    }

    private StoredRefund stored() {
        return StoredRefund.of(payment, refund);
    }

    private SealedPlace place(String field) {
        return new SealedPlace("merchant_sandbox", payment, field);
    }

    private JsonNode shown() {
        return API.get("/refunds/" + refund).json();
    }

    private RunningApi.Reply update(String body, String... headers) {
        return API.post("/refunds/" + refund, body, headers);
    }

    /** The commands about the refund of this test. */
    private <T extends SpecificRecord> List<T> received(Class<T> type) {
        return API.orchestrator.received(type).stream()
                .filter(
                        command ->
                                refund.equals(
                                        command.get(
                                                command.getSchema().getField("refund_id").pos())))
                .toList();
    }

    @Test
    void a_refund_has_every_field_of_the_interface() {
        stored().store(API);

        var shown = shown();

        assertThat(new TreeSet<>(shown.propertyNames())).isEqualTo(new TreeSet<>(FIELDS));
        assertThat(shown.get("status").asString()).isEqualTo("succeeded");
        assertThat(shown.get("amount").asLong()).isEqualTo(6540);
        assertThat(shown.get("metadata")).isEqualTo(Json.read("{\"a\":1}"));
        assertThat(shown.get("split_refunds").isNull()).isTrue();
        assertThat(shown.get("error_code").isNull()).isTrue();
        assertThat(shown.get("warnings").isNull()).isTrue();
        assertThat(shown.get("created_at").asString())
                .matches("2026-02-03T\\d\\d:\\d\\d:\\d\\d\\.789Z");
    }

    @Test
    void a_failed_refund_says_why() {
        stored().with("status", "failed")
                .with(
                        "error",
                        new Document("code", "no")
                                .append("message", "Not now")
                                .append("unified", "declined"))
                .store(API);

        var shown = shown();

        assertThat(shown.get("status").asString()).isEqualTo("failed");
        assertThat(shown.get("error_code").asString()).isEqualTo("no");
        assertThat(shown.get("error_message").asString()).isEqualTo("Not now");
        assertThat(shown.get("unified_code").asString()).isEqualTo("declined");
        assertThat(shown.get("unified_message").asString()).isNotEmpty();
    }

    @Test
    void a_field_that_the_connector_ignores_is_warned_of() {
        stored().with("details.refund_type", "\"instant\"").store(API);

        assertThat(shown().get("warnings"))
                .isEqualTo(
                        Json.read(
                                """
                                [{"param": "refund_type", "code": "IR_37",
                                  "message": "refund_type is not supported by sandbox"}]
                                """));
    }

    @Test
    void a_sealed_field_is_opened_for_its_merchant_alone_and_in_a_list() {
        var sealing = API.bean(Sealing.class);
        stored().with(
                        "details.metadata",
                        sealing.seal(place("metadata"), Json.read("{\"ssn\":\"1\",\"rate\":1.50}")))
                .with(
                        "details.split_refunds",
                        sealing.seal(place("split_refunds"), Json.read("{\"to\":\"Ada\"}")))
                .store(API);

        assertThat(API.get("/refunds/" + refund).body())
                .contains("\"metadata\":{\"ssn\":\"1\",\"rate\":1.50}")
                .contains("\"split_refunds\":{\"to\":\"Ada\"}");
        assertThat(list("\"payment_id\": \"" + payment + "\"").body())
                .contains("\"metadata\":{\"ssn\":\"1\",\"rate\":1.50}");
        var foreign = API.getAs(RunningApi.OTHER_SECRET, "/refunds/" + refund);
        var unknown = API.getAs(RunningApi.OTHER_SECRET, "/refunds/ref_nobodys");
        assertThat(foreign.status()).isEqualTo(404);
        assertThat(foreign.code()).isEqualTo("HE_02");
        assertThat(foreign.json().at("/error/message"))
                .isEqualTo(unknown.json().at("/error/message"));
    }

    @Test
    void reason_and_metadata_can_be_changed() {
        stored().store(API);

        var changed = update("{\"reason\": \"late\", \"metadata\": {\"b\": [2]}}");

        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.json()).isEqualTo(shown());
        assertThat(changed.json().get("reason").asString()).isEqualTo("late");
        assertThat(changed.json().get("metadata")).isEqualTo(Json.read("{\"b\":[2]}"));
        assertThat(changed.json().get("status").asString()).isEqualTo("succeeded");
    }

    @Test
    void what_names_a_person_in_changed_metadata_is_sealed_for_the_refunds_payment() {
        stored().store(API);
        for (var ssn : new String[] {"111-22-3333", "sealed:AA"}) {
            var answer = update("{\"metadata\": {\"ssn\": \"" + ssn + "\"}}");

            assertThat(answer.json().at("/metadata/ssn").asString()).isEqualTo(ssn);
            var sent =
                    Json.read(received(UpdateRefund.class).getLast().getMetadata())
                            .path("ssn")
                            .asString();
            assertThat(sent).startsWith(Sealer.PREFIX).isNotEqualTo(ssn);
            assertThat(API.bean(Sealer.class).open(sent, place("metadata")))
                    .isEqualTo('"' + ssn + '"');
        }
    }

    @Test
    void a_change_that_says_what_is_known_is_no_command() {
        stored().store(API);
        update("{\"metadata\": {\"ssn\": \"1\"}}");
        for (var known :
                List.of(
                        "{}",
                        "{\"reason\": null}",
                        "{\"reason\": \"broken\"}",
                        "{\"metadata\": {\"ssn\": \"1\"}, \"reason\": \"broken\"}")) {
            assertThat(update(known).json()).as(known).isEqualTo(shown());
        }
        assertThat(received(UpdateRefund.class)).hasSize(1);
    }

    @Test
    void a_refund_that_was_changed_a_hundred_times_takes_no_more() {
        stored().after(99, "refund_updated").store(API);
        assertThat(update("{\"reason\": \"late\"}").status()).isEqualTo(200);

        var refused = update("{\"reason\": \"later\"}");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.code()).isEqualTo("IR_16");
        assertThat(update("{\"reason\": \"late\"}").status()).as("already so").isEqualTo(200);
    }

    @Test
    void a_refund_that_nobody_has_is_not_changed() {
        var answer = update("{\"metadata\": {\"a\": \"b\"}}");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.code()).isEqualTo("HE_02");
    }

    @Test
    void a_change_whose_reply_is_lost_is_found_in_the_store() {
        stored().store(API);
        API.orchestrator.mute = true;
        try {
            var changed = update("{\"metadata\": {\"ssn\": \"2\"}}");
            assertThat(changed.status()).isEqualTo(200);
            assertThat(changed.json().at("/metadata/ssn").asString()).isEqualTo("2");
        } finally {
            API.orchestrator.mute = false;
        }
    }

    @Test
    void a_change_that_is_not_made_in_time_can_be_repeated() {
        stored().store(API);
        API.orchestrator.absent = true;
        try {
            var answer = update("{\"reason\": \"late\"}");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.code()).isEqualTo("HE_00");
            assertThat(answer.header("Retry-After")).isNotEmpty();
            assertThat(shown().get("reason").asString()).isEqualTo("broken");
        } finally {
            API.orchestrator.absent = false;
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"reason\": 5}      | 422 | IR_05 | reason",
                "{\"metadata\": []}   | 422 | IR_05 | metadata",
                "{\"metadata\": {\"a123456789b123456789c123456789d123456789e\": 1}}"
                        + " | 422 | IR_05 | metadata"
            })
    void a_change_of_the_wrong_form_is_refused(String body, int status, String code, String param) {
        stored().store(API);
        check(update(body), status, code, param);
        assertThat(received(UpdateRefund.class)).isEmpty();
    }

    @Test
    void a_forced_inquiry_shows_what_the_provider_answers() {
        stored().with("status", "pending").store(API);

        var shown = API.get("/refunds/" + refund + "?force_sync=true").json();

        assertThat(shown.get("status").asString()).isEqualTo("succeeded");
        assertThat(received(SyncRefund.class)).hasSize(1);
    }

    @Test
    void an_inquiry_is_forced_by_the_body_unless_the_query_says_no() {
        stored().with("status", "pending").store(API);
        assertThat(retrieve("?force_sync=false", "{\"force_sync\": true}").json().get("status"))
                .isEqualTo(Json.read("\"pending\""));
        check(retrieve("", "{\"force_sync\": 1}"), 422, "IR_05", "force_sync");
        check(retrieve("?force_sync=true", "{\"force_sync\": {}}"), 422, "IR_05", "force_sync");
        assertThat(received(SyncRefund.class)).isEmpty();

        assertThat(retrieve("", "{\"force_sync\": true}").json().get("status"))
                .isEqualTo(Json.read("\"succeeded\""));
    }

    private RunningApi.Reply retrieve(String query, String body) {
        return API.send(
                API.request("/refunds/" + refund + query)
                        .header("api-key", RunningApi.SECRET)
                        .header("content-type", "application/json")
                        .method("GET", BodyPublishers.ofString(body)));
    }

    @Test
    void a_provider_is_not_asked_about_what_has_ended_or_was_asked_a_thousand_times() {
        for (var ended : List.of("succeeded", "failed")) {
            stored().with("status", ended).store(API);
            assertThat(API.get("/refunds/" + refund + "?force_sync=true").json().get("status"))
                    .isEqualTo(Json.read('"' + ended + '"'));
        }
        stored().with("status", "pending").after(1_000, "status_inquired").store(API);
        assertThat(API.get("/refunds/" + refund + "?force_sync=true").json().get("status"))
                .isEqualTo(Json.read("\"pending\""));
        assertThat(received(SyncRefund.class)).isEmpty();
    }

    @Test
    void a_refund_is_shown_as_it_is_known_when_its_provider_does_not_answer_in_time() {
        stored().with("status", "pending").store(API);
        API.orchestrator.absent = true;
        try {
            var shown = API.get("/refunds/" + refund + "?force_sync=true");
            assertThat(shown.status()).isEqualTo(200);
            assertThat(shown.json().get("status").asString()).isEqualTo("pending");
        } finally {
            API.orchestrator.absent = false;
        }
    }

    @Test
    void an_operator_settles_a_refund_of_a_merchant() {
        stored().with("status", "pending").store(API);
        var path = "/admin/merchants/merchant_sandbox/refunds/" + refund + "/settle";

        var settled =
                API.administer(
                        path, "{\"result\": \"failed\", \"operator\": \"ada\", \"reason\": \"r\"}");

        assertThat(settled.status()).as(settled.body()).isEqualTo(200);
        assertThat(settled.json().get("status").asString()).isEqualTo("failed");
        assertThat(received(SettleRefund.class))
                .singleElement()
                .satisfies(
                        command -> {
                            assertThat(command.getSucceeded()).isFalse();
                            assertThat(command.getPaymentId()).isEqualTo(payment);
                            assertThat(command.getReason()).isEqualTo("r");
                        });
    }

    private static RunningApi.Reply list(String conditions) {
        return API.post(
                "/refunds/list", "{\"start_time\": \"2026-01-01T00:00:00Z\", " + conditions + "}");
    }

    @Test
    void a_list_finds_by_any_combination_and_counts_all_that_match() {
        stored().store(API);
        var older = refund;
        refund = "ref_" + UUID.randomUUID();
        stored().with("status", "failed").with("amount", 5000L).store(API);

        var both = list("\"limit\": 1, \"payment_id\": \"" + payment + "\"").json();
        assertThat(both.get("count").asInt()).isEqualTo(1);
        assertThat(both.get("total_count").asLong()).isEqualTo(2);
        assertThat(both.at("/data/0/refund_id").asString()).isEqualTo(refund);
        assertThat(new TreeSet<>(both.at("/data/0").propertyNames()))
                .isEqualTo(new TreeSet<>(FIELDS));

        var one =
                API.post(
                                "/refunds/list",
                                """
                                {"start_time": "2020-01-01T00:00:00+02:00", "end_time": null,
                                 "payment_id": "%s", "profile_id": "pro_sandbox",
                                 "amount_filter": {"start_amount": 6540, "end_amount": 6540},
                                 "connector": ["sandbox", "klarna"],
                                 "merchant_connector_id": ["mca_sandbox"], "currency": ["EUR"],
                                 "refund_status": ["succeeded", "review"], "limit": 100.0,
                                 "offset": 0e0}
                                """
                                        .formatted(payment))
                        .json();
        assertThat(one.get("total_count").asLong()).isEqualTo(1);
        assertThat(one.at("/data/0/refund_id").asString()).isEqualTo(older);
        assertThat(
                        list("\"offset\": 2, \"payment_id\": \"" + payment + "\"")
                                .json()
                                .get("data")
                                .isEmpty())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "{}                                             | 400 | IR_04 | start_time",
                "{\"start_time\":null}                          | 400 | IR_04 | start_time",
                "{\"start_time\":\"yesterday\"}                 | 422 | IR_05 | start_time",
                "{\"start_time\":7}                             | 422 | IR_05 | start_time",
                "{\"start_time\":\"2026-01-02T00:00:00Z\",\"end_time\":\"2026-01-01T00:00:00Z\"}"
                        + " | 422 | IR_06 | end_time",
                "{\"start_time\":\"2026-01-02T00:00:00Z\",\"limit\":0}    | 422 | IR_05 | limit",
                "{\"start_time\":\"2026-01-02T00:00:00Z\",\"limit\":101}  | 422 | IR_05 | limit",
                "{\"start_time\":\"2026-01-02T00:00:00Z\",\"limit\":\"x\"} | 422 | IR_05 | limit",
                "{\"start_time\":\"2026-01-02T00:00:00Z\",\"limit\":1.5}  | 422 | IR_05 | limit",
                "{\"start_time\":\"2026-01-02T00:00:00Z\",\"offset\":-1}  | 422 | IR_05 | offset",
                "{\"start_time\":\"2026-01-02T00:00:00Z\",\"currency\":[\"XX\"]}"
                        + " | 422 | IR_05 | currency[0]",
                "{\"start_time\":\"2026-01-02T00:00:00Z\",\"refund_status\":[\"lost\"]}"
                        + " | 422 | IR_05 | refund_status[0]",
                "{\"start_time\":\"2026-01-02T00:00:00Z\",\"refund_status\":[null]}"
                        + " | 422 | IR_05 | refund_status[0]",
                "{\"start_time\":\"2026-01-02T00:00:00Z\",\"connector\":\"sandbox\"}"
                        + " | 422 | IR_05 | connector",
                "{\"start_time\":\"2026-01-02T00:00:00Z\",\"amount_filter\":3}"
                        + " | 422 | IR_05 | amount_filter",
                "{\"start_time\":\"2026-01-02T00:00:00Z\",\"amount_filter\":"
                        + "{\"start_amount\":2,\"end_amount\":1}} | 422 | IR_06 | amount_filter",
                "[]                                             | 422 | IR_05 | body",
                "no json                                        | 400 | IR_06 | -"
            })
    void a_list_refuses_what_makes_no_sense(
            String body, int status, String code, @Nullable String param) {
        check(API.post("/refunds/list", body), status, code, param);
    }

    private static void check(
            RunningApi.Reply answer, int status, String code, @Nullable String param) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.code()).isEqualTo(code);
        if (param != null) {
            assertThat(answer.json().at("/error/param").asString()).isEqualTo(param);
        }
    }

    @Test
    void all_that_is_wrong_with_a_list_is_told_at_once() {
        var error =
                API.post("/refunds/list", "{\"limit\":0,\"currency\":[\"?\"]}").json().get("error");

        assertThat(error.get("code").asString()).isEqualTo("IR_04");
        assertThat(error.get("fields").valueStream().map(field -> field.get("param").asString()))
                .containsExactlyInAnyOrder("start_time", "limit", "currency[0]");
    }
}
