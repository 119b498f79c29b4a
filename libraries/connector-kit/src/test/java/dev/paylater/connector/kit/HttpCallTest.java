package dev.paylater.connector.kit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.HttpCall.Method;
import org.junit.jupiter.api.Test;

final class HttpCallTest {

    @Test
    void a_value_cannot_leave_its_place_in_the_path() {
        var call = HttpCall.of(Method.GET, "/payments/{}/{}?key={}", "../admin?", "a b", "k&x=1");

        assertThat(call.path()).isEqualTo("/payments/..%2Fadmin%3F/a%20b?key=k%26x%3D1");
    }

    @Test
    void a_call_does_not_show_its_credentials() {
        var call = HttpCall.of(Method.GET, "/x").withHeader("Authorization", "Bearer secret");

        assertThat(call).asString().isEqualTo("GET /x").doesNotContain("secret");
        assertThat(new Secret("secret")).asString().doesNotContain("secret");
    }
}
