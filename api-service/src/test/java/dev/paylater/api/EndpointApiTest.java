package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a merchant is shown of what an endpoint's webhooks are signed with. */
class EndpointApiTest {

    private static final RunningApi API = RunningApi.shared();

    private String id = "";

    @AfterEach
    void delete() {
        var deletion =
                API.request("/webhook_endpoints/" + id)
                        .header("api-key", RunningApi.SECRET)
                        .DELETE();
        assertThat(API.send(deletion).status()).isEqualTo(200);
    }

    @Test
    void a_shared_secret_is_shown_when_it_is_made_and_never_again() {
        var made = create("");

        assertThat(made.path("signature").asString()).isEqualTo("v1");
        assertThat(made.path("secret").asString()).startsWith("whsec_");
        assertThat(shown().has("secret")).isFalse();
        assertThat(rotated().path("secret").asString())
                .startsWith("whsec_")
                .isNotEqualTo(made.path("secret").asString());
    }

    @Test
    void of_a_key_pair_the_public_keys_are_shown_and_the_private_one_never() {
        var made = create(", \"signature\": \"v1a\"");

        assertThat(made.path("signature").asString()).isEqualTo("v1a");
        assertThat(made.has("secret")).isFalse();
        var first = publicKeys(made);
        assertThat(first).singleElement().asString().startsWith("whpk_");
        assertThat(publicKeys(shown())).isEqualTo(first);

        var rotated = publicKeys(rotated());
        assertThat(rotated).hasSize(2).endsWith(first.getFirst()).doesNotHaveDuplicates();
        assertThat(publicKeys(shown())).isEqualTo(rotated);
        assertThat(shown().toString()).doesNotContain("whsk_");
    }

    @Test
    void the_shape_of_bodies_stays_as_it_was_when_the_endpoint_was_made() {
        assertThat(create("").path("api_version").asString()).isEqualTo("2026-11-01");
        var changed = API.post("/webhook_endpoints/" + id, "{\"api_version\": \"2026-11-01\"}");
        assertThat(changed.status()).isEqualTo(200);
        assertThat(shown().path("api_version").asString()).isEqualTo("2026-11-01");
    }

    @Test
    void a_shape_that_there_is_not_is_refused() {
        create("");
        var later = "\"api_version\": \"2027-01-01\"";
        for (var answer :
                List.of(
                        API.post(
                                "/webhook_endpoints",
                                "{\"url\": \"http://127.0.0.1:9/\", %s}".formatted(later)),
                        API.post("/webhook_endpoints/" + id, "{%s}".formatted(later)))) {
            assertThat(answer.status()).isEqualTo(422);
            assertThat(answer.json().at("/error/code").asString()).isEqualTo("IR_05");
            assertThat(answer.json().at("/error/param").asString()).isEqualTo("api_version");
        }
    }

    private JsonNode create(String more) {
        var answer =
                API.post(
                        "/webhook_endpoints",
                        "{\"url\": \"http://127.0.0.1:9/hooks\"%s}".formatted(more));
        assertThat(answer.status()).isEqualTo(200);
        id = answer.json().path("id").asString();
        return answer.json();
    }

    private JsonNode shown() {
        return API.get("/webhook_endpoints/" + id).json();
    }

    private JsonNode rotated() {
        var answer = API.post("/webhook_endpoints/" + id + "/rotate_secret", "{}");
        assertThat(answer.status()).isEqualTo(200);
        return answer.json();
    }

    private static List<String> publicKeys(JsonNode endpoint) {
        return endpoint.path("public_keys").valueStream().map(JsonNode::asString).toList();
    }
}
