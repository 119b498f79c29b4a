package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A page of any origin may send what the API takes, and read all of every answer. */
class CorsTest {

    private static final RunningApi API = RunningApi.shared();
    private static final String ORIGIN = "https://shop.example";

    @ParameterizedTest
    @CsvSource({
        "GET, /payments/list, 200",
        "HEAD, /payments/list, 200",
        "OPTIONS, /payments/list, 200",
        "DELETE, /customers/nobody, 404",
        "GET, /nothing/here/at/all, 404",
        "PUT, /payments/list, 405",
        "DELETE, /payments/list, 405",
        "GET, /payments/list?limit=x, 422"
    })
    void every_answer_may_be_read_from_another_origin(String method, String path, int status) {
        var answer =
                API.send(
                        API.request(path)
                                .header("api-key", RunningApi.SECRET)
                                .header("origin", ORIGIN)
                                .method(method, BodyPublishers.noBody()));
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.header("access-control-allow-origin")).isEqualTo("*");
        assertThat(answer.header("access-control-expose-headers"))
                .contains("x-request-id", "Retry-After", "Idempotent-Replayed");
        assertThat(answer.header("access-control-allow-credentials")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "POST", "DELETE"})
    void a_browser_that_asks_first_is_allowed_every_method_and_header(String method) {
        var answer =
                API.send(
                        API.request("/customers/nobody")
                                .header("origin", ORIGIN)
                                .header("access-control-request-method", method)
                                .header(
                                        "access-control-request-headers",
                                        "api-key, authorization, content-type, idempotency-key")
                                .method("OPTIONS", BodyPublishers.noBody()));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("access-control-allow-methods")).contains(method);
        assertThat(answer.header("access-control-allow-headers").toLowerCase(java.util.Locale.ROOT))
                .contains("api-key", "authorization", "content-type", "idempotency-key", "prefer");
    }

    @Test
    void what_is_refused_before_the_api_sees_it_may_be_read_too() {
        var address = API.request("/").build().uri();
        assertThat(QueriesTest.exchange(address, "/payments/%", "Origin: " + ORIGIN))
                .startsWith("HTTP/1.1 400")
                .containsIgnoringCase("access-control-allow-origin: *");
    }

    @Test
    void who_asks_from_no_other_origin_is_told_nothing_of_it() {
        assertThat(API.get("/payments/list").header("access-control-allow-origin")).isEmpty();
    }

    @Test
    void a_key_is_taken_as_a_bearer_token() {
        var answer =
                API.send(
                        API.request("/payments/list")
                                .header("authorization", "Bearer " + RunningApi.SECRET)
                                .GET());
        assertThat(answer.status()).isEqualTo(200);
        var admin =
                API.send(
                        API.request("/admin/merchants")
                                .header("authorization", "bearer " + RunningApi.ADMIN)
                                .GET());
        assertThat(admin.status()).isEqualTo(200);
        var wrong =
                API.send(
                        API.request("/payments/list")
                                .header("authorization", "Bearer sk_no")
                                .GET());
        assertThat(wrong.status()).isEqualTo(401);
        var missing = API.send(API.request("/payments/list").GET());
        assertThat(missing.status()).isEqualTo(401);
        assertThat(missing.json().at("/error/message").asString())
                .contains("api-key", "Authorization: Bearer");
    }
}
