package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every way a request can fail has the one shape. */
class HttpApiTest {

    private static final RunningApi API = RunningApi.shared();

    @ParameterizedTest
    @CsvSource({
        "POST, /payments, 401, IR_01",
        "GET, /nothing/here, 404, IR_02",
        "DELETE, /payments, 405, IR_03",
        "PUT, /payments/x/capture, 405, IR_03",
        "GET, /refunds, 405, IR_03",
    })
    void a_call_without_a_key_or_a_target_is_refused(
            String method, String path, int status, String code) {
        var answer = API.send(API.request(path).method(method, BodyPublishers.noBody()));
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.code()).isEqualTo(code);
        assertThat(answer.header("content-type")).isEqualTo("application/json");
        assertThat(answer.json().at("/error/request_id").asString())
                .isNotEmpty()
                .isEqualTo(answer.header("x-request-id"));
        assertThat(answer.json().at("/error/doc_url").asString()).endsWith("/docs/errors/" + code);
        if (status == 405) {
            assertThat(answer.header("allow")).isNotEmpty();
        }
    }

    @Test
    void a_key_must_be_of_the_kind_that_the_call_needs() {
        assertThat(API.postAs("sk_nobody", "/payments", "{}").code()).isEqualTo("IR_01");
        assertThat(API.postAs(RunningApi.PUBLISHABLE, "/payments", "{}").code()).isEqualTo("IR_01");
        assertThat(API.postAs(RunningApi.SECRET, "/payments/session_tokens", "{}").status())
                .isEqualTo(401);
        assertThat(API.postAs(RunningApi.ADMIN, "/payments", "{}").status()).isEqualTo(401);
        assertThat(API.getAs(RunningApi.SECRET, "/admin/merchants").status()).isEqualTo(401);
    }

    @Test
    void another_merchants_payment_looks_like_a_missing_one() {
        var id = API.create("").path("payment_id").asString();
        var foreign = API.getAs(RunningApi.OTHER_SECRET, "/payments/" + id);
        var missing = API.get("/payments/pay_00000000000000000000000000");
        assertThat(foreign.status()).isEqualTo(404).isEqualTo(missing.status());
        assertThat(foreign.json().at("/error/message"))
                .isEqualTo(missing.json().at("/error/message"));
        assertThat(API.get("/payments/short").code()).isEqualTo("HE_02");
        assertThat(API.postAs(RunningApi.OTHER_SECRET, "/payments/" + id + "/capture", "{}").code())
                .isEqualTo("HE_02");
    }

    @Test
    void a_body_must_be_json_of_a_bearable_size() {
        var form =
                API.post("/payments", "a=b", "content-type", "application/x-www-form-urlencoded");
        assertThat(form.status()).isEqualTo(415);
        assertThat(form.code()).isEqualTo("IR_06");
        var large = API.post("/payments", "{\"description\": \"" + "x".repeat(600_000) + "\"}");
        assertThat(large.status()).isEqualTo(413);
        assertThat(large.code()).isEqualTo("IR_06");
    }

    @Test
    void a_key_that_calls_too_often_is_refused_and_another_one_is_not() {
        try (var api =
                new RunningApi("--paylater.api.requests-per-second=1", "--paylater.api.burst=2")) {
            assertThat(api.get("/payments/list").status()).isEqualTo(200);
            assertRefusesInTheEnd(api);
            assertThat(api.getAs(RunningApi.OTHER_SECRET, "/payments/list").status())
                    .isEqualTo(200);
        }
    }

    private static void assertRefusesInTheEnd(RunningApi api) {
        var refused =
                IntStream.range(0, 50)
                        .mapToObj(_ -> api.get("/payments/list"))
                        .filter(answer -> answer.status() != 200)
                        .findFirst()
                        .orElseThrow();
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.code()).isEqualTo("RL_01");
        assertThat(refused.header("Retry-After")).isEqualTo("1");
    }

    @Test
    void a_merchant_that_reads_too_often_is_refused_and_still_pays_and_so_does_another() {
        try (var api = new RunningApi("--paylater.merchant-limits.requests-per-second=1")) {
            assertRefusesInTheEnd(api);
            var body = "{\"amount\": 0, \"currency\": \"EUR\"}";
            assertThat(api.post("/payments", body).status()).isNotEqualTo(429);
            assertThat(api.getAs(RunningApi.OTHER_SECRET, "/payments/list").status())
                    .isEqualTo(200);
        }
    }

    @Test
    void what_tomcat_refuses_has_the_same_shape() throws IOException {
        var port = API.request("/").build().uri().getPort();
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write(
                            "GET /a%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
            var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 400").contains("\"error\":{");
        }
    }

    @Test
    void a_request_id_is_taken_over() {
        var answer = API.post("/payments", "{}", "x-request-id", "mine-1");
        assertThat(answer.header("x-request-id")).isEqualTo("mine-1");
        assertThat(answer.json().at("/error/request_id").asString()).isEqualTo("mine-1");
    }

    @Test
    void what_is_asked_of_an_absent_service_can_be_repeated() {
        var answer = API.post("/webhooks/merchant_sandbox/sandbox", "{}");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.code()).isEqualTo("HE_00");
        assertThat(answer.header("Retry-After")).isNotEmpty();
    }

    @Test
    void the_interface_describes_itself() {
        assertThat(API.get("/openapi.json").json().path("openapi").asString()).startsWith("3.1");
        assertThat(API.get("/docs").body()).contains("/docs/assets/swagger-ui-bundle.js");
        assertThat(API.get("/docs/assets/swagger-ui-bundle.js").status()).isEqualTo(200);
        assertThat(API.get("/docs/assets/..%2fsecret").status()).isGreaterThanOrEqualTo(400);
        assertThat(API.get("/docs/errors/IR_05").body()).contains("wrong form");
        assertThat(API.get("/docs/errors/NO_01").status()).isEqualTo(404);
    }

    @Test
    void the_page_for_trying_out_forgets_the_key_that_was_typed() {
        assertThat(API.send(API.request("/docs").GET()).body())
                .contains("persistAuthorization: false")
                .doesNotContain("localStorage", "sessionStorage");
    }

    @Test
    void what_operators_look_at_is_nowhere_to_be_found_by_anybody_else() {
        for (var path :
                new String[] {
                    "/actuator",
                    "/actuator/",
                    "/actuator/health",
                    "/actuator/health/readiness",
                    "/actuator/prometheus",
                    "/actuator;a=b/prometheus",
                    "//actuator/prometheus",
                    "/%61ctuator/prometheus",
                    "/docs/../actuator/prometheus",
                    "/docs;x/..;y/actuator/prometheus",
                }) {
            var answer = API.send(API.request(path).GET());
            assertThat(answer.status()).as(path).isIn(400, 404);
            assertThat(answer.code()).as(path).isIn("IR_02", "IR_06");
            assertThat(answer.body()).doesNotContain("UP", "jvm_");
        }
        assertThat(API.manage("/actuator/health/readiness").status()).isEqualTo(200);
        assertThat(API.manage("/actuator/prometheus").body()).contains("jvm_");
    }

    @Test
    void the_management_port_serves_nothing_else() {
        for (var path : new String[] {"/docs", "/openapi.json", "/payments/list", "/"}) {
            assertThat(API.manage(path).status()).as(path).isEqualTo(404);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /payments/list, GET /payments/list",
        "GET, /customers/list, GET /customers",
    })
    void who_asks_for_a_list_where_others_have_it_hears_where_it_is(
            String method, String path, String list) {
        var body = BodyPublishers.ofString(method.equals("POST") ? "{}" : "");
        var answer =
                API.send(
                        API.request(path)
                                .header("api-key", RunningApi.SECRET)
                                .header("content-type", "application/json")
                                .method(method, body));
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().at("/error/message").asString()).endsWith("is " + list);
    }
}
