package dev.paylater.refund;

import static dev.paylater.refund.Commands.execute;
import static dev.paylater.refund.Commands.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kit.security.Audience;
import dev.paylater.kit.security.KeyRing;
import dev.paylater.kit.security.ServiceToken;
import dev.paylater.schemas.ConnectorRequest;
import dev.paylater.schemas.RecordRefundStatus;
import dev.paylater.teststack.Stack;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RefundHttpTest {

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

    private static final JsonMapper JSON = JsonMapper.shared();

    private static RunningService service;

    @BeforeAll
    static void start() {
        service = new RunningService(Stack.shared().mongoUri("refund_http_test"));
        settle("pay_ok", "ref_ok", "approved");
        settle("pay_no", "ref_no", "declined");
        service.tell("pay_open", execute("pay_open", "ref_open"));
        expectRequest("ref_open", "refund");
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static void settle(String paymentId, String refundId, String result) {
        service.tell(paymentId, execute(paymentId, refundId));
        service.tell(paymentId, outcome(expectRequest(refundId, "refund"), result));
        service.expect(RecordRefundStatus.class, status -> status.getRefundId().equals(refundId));
    }

    private static ConnectorRequest expectRequest(String refundId, String operation) {
        return service.expect(
                ConnectorRequest.class,
                request ->
                        refundId.equals(request.getRefundId())
                                && request.getOperation().equals(operation));
    }

    private static JsonNode body(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }

    @Test
    void refund_has_every_field_of_the_interface() throws Exception {
        var refund = body(service.get("/refunds/ref_ok"));

        assertThat(new TreeSet<>(refund.propertyNames())).isEqualTo(new TreeSet<>(FIELDS));
        assertThat(refund.get("status").asString()).isEqualTo("succeeded");
        assertThat(refund.get("amount").asLong()).isEqualTo(5000);
        assertThat(refund.get("metadata")).isEqualTo(JSON.readTree("{\"a\":1}"));
        assertThat(refund.get("split_refunds").isNull()).isTrue();
        assertThat(refund.get("error_code").isNull()).isTrue();
        assertThat(refund.get("created_at").asString())
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
    }

    @Test
    void failed_refund_tells_why() throws Exception {
        var refund = body(service.get("/refunds/ref_no"));

        assertThat(refund.get("status").asString()).isEqualTo("failed");
        assertThat(refund.get("error_code").asString()).isEqualTo("no");
        assertThat(refund.get("unified_code").asString()).isEqualTo("declined");
    }

    @Test
    void answer_carries_the_request_id() throws Exception {
        var response = service.send(service.request("/refunds/nope").header("x-request-id", "r1"));

        assertThat(response.headers().firstValue("x-request-id")).contains("r1");
        assertThat(body(response).at("/error/request_id").asString()).isEqualTo("r1");
        assertThat(service.get("/refunds/ref_ok").headers().firstValue("x-request-id")).isPresent();
    }

    @Test
    void unknown_refund_and_another_merchants_look_the_same() throws Exception {
        var unknown = service.get("/refunds/nope");
        var token = service.bean(ServiceToken.class).issue(Audience.REFUND, "other");
        var foreign =
                service.send(
                        service.requestWithoutToken("/refunds/ref_ok")
                                .header(ServiceToken.HEADER, token));

        assertError(unknown, 404, "HE_02", null);
        assertError(foreign, 404, "HE_02", null);
        assertThat(body(foreign).at("/error/message"))
                .isEqualTo(body(unknown).at("/error/message"));
    }

    @Test
    void nobody_gets_in_without_a_valid_token() throws Exception {
        assertError(
                service.send(service.requestWithoutToken("/refunds/ref_ok")), 401, "IR_01", null);
        for (var token : new String[] {"", "x", "a.b.c", "bWVyY2hhbnQ.99999999999.AAAA"}) {
            assertError(
                    service.send(
                            service.requestWithoutToken("/refunds/ref_ok")
                                    .header(ServiceToken.HEADER, token)),
                    401,
                    "IR_01",
                    null);
        }
        var expired =
                new ServiceToken(
                                KeyRing.parse("the key", RunningService.SERVICE_KEY),
                                Audience.REFUND,
                                Clock.offset(Clock.systemUTC(), Duration.ofMinutes(-5)))
                        .issue(Audience.REFUND, "merchant");
        var forAnother = service.bean(ServiceToken.class).issue(Audience.WEBHOOK, "merchant");
        for (var token : List.of(expired, forAnother)) {
            assertError(
                    service.send(
                            service.requestWithoutToken("/refunds/ref_ok")
                                    .header(ServiceToken.HEADER, token)),
                    401,
                    "IR_01",
                    null);
        }
    }

    @Test
    void merchants_words_can_be_changed() throws Exception {
        var before = body(service.get("/refunds/ref_no"));
        var response =
                service.post("/refunds/ref_no", "{\"reason\":\"broken\",\"metadata\":{\"b\":[2]}}");

        assertThat(response.statusCode()).isEqualTo(200);
        var refund = body(service.get("/refunds/ref_no"));
        assertThat(body(response)).isEqualTo(refund);
        assertThat(refund.get("reason").asString()).isEqualTo("broken");
        assertThat(refund.get("metadata")).isEqualTo(JSON.readTree("{\"b\":[2]}"));
        assertThat(refund.get("status")).isEqualTo(before.get("status"));
        assertThat(body(service.post("/refunds/ref_no", "{}"))).isEqualTo(refund);
    }

    @Test
    void forced_inquiry_waits_for_the_providers_result() throws Exception {
        service.tell("pay_sync", execute("pay_sync", "ref_sync"));
        service.tell("pay_sync", outcome(expectRequest("ref_sync", "refund"), "pending"));
        var inquiring =
                Thread.ofVirtual()
                        .start(
                                () ->
                                        service.tell(
                                                "pay_sync",
                                                outcome(
                                                        expectRequest("ref_sync", "status"),
                                                        "approved")));
        var refund = body(service.get("/refunds/ref_sync?force_sync=true"));
        inquiring.join();

        assertThat(refund.get("status").asString()).isEqualTo("succeeded");
    }

    @Test
    void inquiry_is_forced_by_the_body_unless_the_query_says_no() throws Exception {
        service.tell("pay_asked", execute("pay_asked", "ref_asked"));
        service.tell("pay_asked", outcome(expectRequest("ref_asked", "refund"), "pending"));
        var unasked = body(retrieve("ref_asked?force_sync=false", "{\"force_sync\":true}"));
        assertThat(unasked.get("status").asString()).isEqualTo("pending");
        assertError(retrieve("ref_asked", "{\"force_sync\":1}"), 422, "IR_05", "force_sync");
        assertError(
                retrieve("ref_asked?force_sync=true", "{\"force_sync\":{}}"),
                422,
                "IR_05",
                "force_sync");
        var inquiring =
                Thread.ofVirtual()
                        .start(
                                () ->
                                        service.tell(
                                                "pay_asked",
                                                outcome(
                                                        expectRequest("ref_asked", "status"),
                                                        "approved")));
        var refund = body(retrieve("ref_asked", "{\"force_sync\":true}"));
        inquiring.join();

        assertThat(refund.get("status").asString()).isEqualTo("succeeded");
    }

    private static HttpResponse<String> retrieve(String path, String body) throws Exception {
        return service.send(
                service.request("/refunds/" + path)
                        .header("content-type", "application/json")
                        .method("GET", HttpRequest.BodyPublishers.ofString(body)));
    }

    @Test
    void list_finds_by_any_combination() throws Exception {
        var all = body(service.post("/refunds/list", "{\"start_time\":\"2020-01-01T00:00:00Z\"}"));
        assertThat(all.get("total_count").asLong()).isGreaterThanOrEqualTo(3);
        assertThat(all.get("count").asInt()).isEqualTo(all.get("data").size());

        var one =
                body(
                        service.post(
                                "/refunds/list",
                                """
                                {"start_time": "2020-01-01T00:00:00+02:00", "end_time": null,
                                 "payment_id": "pay_ok", "profile_id": "profile",
                                 "amount_filter": {"start_amount": 5000, "end_amount": 5000},
                                 "connector": ["sandbox", "klarna"],
                                 "merchant_connector_id": ["mca_1"], "currency": ["EUR"],
                                 "refund_status": ["succeeded", "review"], "limit": 100.0,
                                 "offset": 0e0}
                                """));
        assertThat(one.get("total_count").asLong()).isEqualTo(1);
        assertThat(one.at("/data/0/refund_id").asString()).isEqualTo("ref_ok");
        assertThat(new TreeSet<>(one.at("/data/0").propertyNames()))
                .isEqualTo(new TreeSet<>(FIELDS));
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
                "{\"start_time\":\"2026-01-02T00:00:00Z\",\"limit\":0}    | 422 | IR_06 | limit",
                "{\"start_time\":\"2026-01-02T00:00:00Z\",\"limit\":101}  | 422 | IR_06 | limit",
                "{\"start_time\":\"2026-01-02T00:00:00Z\",\"limit\":\"x\"} | 422 | IR_05 | limit",
                "{\"start_time\":\"2026-01-02T00:00:00Z\",\"limit\":1.5}  | 422 | IR_05 | limit",
                "{\"start_time\":\"2026-01-02T00:00:00Z\",\"offset\":-1}  | 422 | IR_06 | offset",
                "{\"start_time\":\"2026-01-02T00:00:00Z\",\"currency\":[\"XX\"]}"
                        + " | 422 | IR_05 | currency[0]",
                "{\"start_time\":\"2026-01-02T00:00:00Z\",\"refund_status\":[\"lost\"]}"
                        + " | 422 | IR_05 | refund_status[0]",
                "{\"start_time\":\"2026-01-02T00:00:00Z\",\"connector\":\"sandbox\"}"
                        + " | 422 | IR_05 | connector",
                "{\"start_time\":\"2026-01-02T00:00:00Z\",\"amount_filter\":3}"
                        + " | 422 | IR_05 | amount_filter",
                "{\"start_time\":\"2026-01-02T00:00:00Z\",\"amount_filter\":"
                        + "{\"start_amount\":2,\"end_amount\":1}} | 422 | IR_06 | amount_filter",
                "[]                                             | 400 | IR_06 | -",
                "no json                                        | 400 | IR_06 | -",
                "''                                             | 400 | IR_06 | -"
            })
    void list_refuses_what_makes_no_sense(
            String body, int status, String code, @Nullable String param) throws Exception {
        assertError(service.post("/refunds/list", body), status, code, param);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"reason\": 5}      | 422 | IR_05 | reason",
                "{\"metadata\": []}   | 422 | IR_05 | metadata",
                "{\"metadata\": {\"a123456789b123456789c123456789d123456789e\": 1}}"
                        + " | 422 | IR_05 | metadata.a123456789b123456789c123456789d123456789e"
            })
    void description_of_the_wrong_form_is_refused(
            String body, int status, String code, String param) throws Exception {
        assertError(service.post("/refunds/ref_ok", body), status, code, param);
    }

    @Test
    void all_that_is_wrong_is_told_at_once() throws Exception {
        var error =
                body(service.post("/refunds/list", "{\"limit\":0,\"currency\":[\"?\"]}"))
                        .get("error");

        assertThat(error.get("code").asString()).isEqualTo("IR_04");
        assertThat(error.get("fields").valueStream().map(f -> f.get("param").asString()))
                .containsExactlyInAnyOrder("start_time", "limit", "currency[0]");
    }

    @Test
    void body_of_the_wrong_kind_or_size_is_refused() throws Exception {
        var noType =
                service.send(
                        service.request("/refunds/list")
                                .header("content-type", "text/plain")
                                .POST(HttpRequest.BodyPublishers.ofString("{}")));
        assertError(noType, 415, "IR_06", null);
        assertError(
                service.post("/refunds/list", "{\"x\":\"" + "x".repeat(600 * 1024) + "\"}"),
                413,
                "IR_06",
                null);
    }

    @Test
    void unknown_path_and_method_are_told() throws Exception {
        assertError(service.get("/nothing"), 404, "IR_02", null);
        var delete = service.send(service.request("/refunds/ref_ok").DELETE());
        assertError(delete, 405, "IR_03", null);
        assertThat(delete.headers().firstValue("allow")).isPresent();
    }

    @Test
    void health_and_metrics_are_at_the_management_port_only() throws Exception {
        assertThat(service.manage("/actuator/health/readiness").statusCode()).isEqualTo(200);
        assertThat(service.manage("/actuator/prometheus").body()).contains("jvm_memory");
        assertThat(service.get("/actuator/health/readiness").statusCode()).isEqualTo(404);
        assertThat(service.get("/actuator/prometheus").statusCode()).isEqualTo(404);
        assertThat(service.manage("/refunds/ref_ok").statusCode()).isEqualTo(404);
    }

    private static void assertError(
            HttpResponse<String> response, int status, String code, @Nullable String param) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("content-type")).contains("application/json");
        var error = body(response).get("error");
        assertThat(error.get("code").asString()).isEqualTo(code);
        assertThat(error.get("type").isString()).isTrue();
        assertThat(error.get("message").isString()).isTrue();
        assertThat(error.get("request_id").isString()).isTrue();
        if (param != null) {
            assertThat(error.get("param").asString()).isEqualTo(param);
        }
    }
}
