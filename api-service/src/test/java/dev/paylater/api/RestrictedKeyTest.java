package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Keys that a merchant limits, and what whoever gets hold of one can still do with it. */
class RestrictedKeyTest {

    private static final RunningApi API = RunningApi.shared();
    private static final String KEYS = "/admin/merchants/merchant_sandbox/api_keys";

    @Test
    void with_a_reporting_tools_key_i_read_payments_and_move_no_money() {
        var payment = API.create("").path("payment_id").asString();
        var key = issue("\"scopes\": [\"payments.read\", \"reports\"]").path("api_key").asString();
        assertThat(API.getAs(key, "/payments/" + payment).status()).isEqualTo(200);
        var refused = API.postAs(key, "/payments/" + payment + "/cancel", "{}");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.code()).isEqualTo("IR_17");
        assertThat(refused.json().at("/error/type").asString()).isEqualTo("authentication");
        assertThat(refused.json().at("/error/message").asString())
                .isEqualTo("This key lacks the scope payments.write");
        assertThat(API.postAs(key, "/refunds", "{\"payment_id\": \"" + payment + "\"}").code())
                .isEqualTo("IR_17");
    }

    @Test
    void what_a_refused_call_asks_for_leaves_no_trace_under_its_idempotency_key() {
        var key = issue("\"scopes\": [\"payments.read\"]").path("api_key").asString();
        var body = "{\"amount\": 1, \"currency\": \"EUR\"}";
        assertThat(API.postAs(key, "/payments", body, "Idempotency-Key", "k-refused").code())
                .isEqualTo("IR_17");
        assertThat(API.post("/payments", body, "Idempotency-Key", "k-refused").status())
                .isEqualTo(200);
    }

    @Test
    void limits_are_shown_where_the_key_is_shown() {
        var issued =
                issue(
                        """
                        "scopes": ["disputes", "disputes", "reports"],
                        "allowed_addresses": ["203.0.113.0/24", "2001:db8::/32"]
                        """);
        var listed =
                API.inspectAs(RunningApi.ADMIN, KEYS)
                        .items()
                        .valueStream()
                        .filter(key -> key.path("key_id").equals(issued.path("key_id")))
                        .findFirst()
                        .orElseThrow();
        for (var shown : List.of(issued, listed)) {
            assertThat(shown.path("scopes").toString()).isEqualTo("[\"disputes\",\"reports\"]");
            assertThat(shown.path("allowed_addresses").toString())
                    .isEqualTo("[\"203.0.113.0/24\",\"2001:db8::/32\"]");
        }
        var unlimited = issue("\"name\": \"all\"");
        assertThat(unlimited.path("scopes").isNull()).isTrue();
        assertThat(unlimited.path("allowed_addresses").isNull()).isTrue();
    }

    @Test
    void a_key_that_was_stolen_does_not_work_from_my_address_whatever_i_say_it_is() {
        var key = issue("\"allowed_addresses\": [\"203.0.113.7\"]").path("api_key").asString();
        for (var header : List.of("X-Forwarded-For", "X-Real-IP", "X-Client-IP")) {
            var refused = API.postAs(key, "/payments", "{}", header, "203.0.113.7");
            assertThat(refused.status()).as(header).isEqualTo(403);
            assertThat(refused.code()).isEqualTo("IR_17");
        }
        var forwarded = "for=203.0.113.7;proto=https";
        assertThat(API.postAs(key, "/payments", "{}", "Forwarded", forwarded).code())
                .isEqualTo("IR_17");
        var here = issue("\"allowed_addresses\": [\"127.0.0.0/8\", \"::1\"]");
        assertThat(API.getAs(here.path("api_key").asString(), "/payments/list").status())
                .isEqualTo(200);
    }

    @Test
    void behind_a_trusted_proxy_the_address_is_the_one_that_the_proxy_saw() {
        try (var api = new RunningApi("--server.forward-headers-strategy=native")) {
            var key =
                    api.administer(
                                    KEYS,
                                    """
                                    {"kind": "secret", "allowed_addresses": ["203.0.113.7"]}
                                    """)
                            .json()
                            .path("api_key")
                            .asString();
            var body = "{\"amount\": 1, \"currency\": \"EUR\"}";
            assertThat(
                            api.postAs(key, "/payments", body, "X-Forwarded-For", "203.0.113.7")
                                    .status())
                    .isEqualTo(200);
            var made = "203.0.113.7, 198.51.100.1";
            assertThat(api.postAs(key, "/payments", body, "X-Forwarded-For", made).code())
                    .isEqualTo("IR_17");
        }
    }

    @Test
    void whoever_shows_a_stolen_key_from_elsewhere_uses_up_nothing_of_its_rate() {
        try (var api =
                new RunningApi(
                        "--paylater.api.requests-per-second=1",
                        "--paylater.api.burst=4",
                        "--server.forward-headers-strategy=native")) {
            var key =
                    api.administer(
                                    KEYS,
                                    """
                                    {"kind": "secret", "allowed_addresses": ["203.0.113.7"]}
                                    """)
                            .json()
                            .path("api_key")
                            .asString();
            for (var i = 0; i < 40; i++) {
                assertThat(list(api, key, "198.51.100.1").status()).isEqualTo(403);
            }
            assertThat(list(api, key, "203.0.113.7").status()).isEqualTo(200);
        }
    }

    private static RunningApi.Reply list(RunningApi api, String key, String address) {
        return api.send(
                api.request("/payments/list")
                        .header("api-key", key)
                        .header("X-Forwarded-For", address)
                        .GET());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "\"scopes\": [\"payments.read\", \"payments\"]; IR_05; scopes[1]",
                "\"scopes\": [\"settle\"]; IR_05; scopes[0]",
                "\"scopes\": []; IR_05; scopes",
                "\"scopes\": \"payments.read\"; IR_05; scopes",
                "\"kind\": \"publishable\", \"scopes\": [\"payments.read\"]; IR_06; scopes",
                "\"allowed_addresses\": []; IR_05; allowed_addresses",
                "\"allowed_addresses\": [\"shop.example\"]; IR_05; allowed_addresses",
                "\"allowed_addresses\": [\"10.0.0.0/8\", \"10.0.0.1/8\"]; IR_05; allowed_addresses",
                "\"allowed_addresses\": [\"10.0.0.0/33\"]; IR_05; allowed_addresses",
            })
    void a_limit_that_means_nothing_is_refused_and_does_not_become_no_limit(
            String limits, String code, String param) {
        var kind = limits.contains("kind") ? "" : "\"kind\": \"secret\", ";
        var answer = API.administer(KEYS, "{" + kind + limits + "}");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.code()).isEqualTo(code);
        assertThat(answer.json().at("/error/param").asString()).isEqualTo(param);
    }

    @Test
    void whoever_finds_a_key_sees_whether_it_is_for_tests() {
        assertThat(issue("\"name\": \"n\"").path("api_key").asString())
                .matches("sk_test_[0-9a-f]{48}");
        var publishable = API.administer(KEYS, "{\"kind\": \"publishable\"}").json();
        assertThat(publishable.path("api_key").asString()).matches("pk_test_[0-9a-f]{48}");
        assertThat(publishable.path("prefix").asString()).matches("pk_test_[0-9a-f]{8}");
        try (var api = new RunningApi("--paylater.api.key-environment=live")) {
            assertThat(
                            api.administer(KEYS, "{\"kind\": \"secret\"}")
                                    .json()
                                    .path("api_key")
                                    .asString())
                    .matches("sk_live_[0-9a-f]{48}");
        }
    }

    private static JsonNode issue(String limits) {
        return API.administer(KEYS, "{\"kind\": \"secret\", " + limits + "}").json();
    }
}
