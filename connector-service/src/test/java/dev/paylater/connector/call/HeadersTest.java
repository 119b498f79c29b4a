package dev.paylater.connector.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.kit.HttpCall;
import dev.paylater.connector.kit.HttpCall.Method;
import dev.paylater.kit.outgoing.PublicAddresses;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Everything that a provider reads above a body, header by header: nothing more may be sent. */
class HeadersTest {

    /** In UTF-8 one byte more for the diaeresis and for each of the three Arabic letters. */
    private static final String NAME = "Zoë علي";

    private static final int LENGTH = "{'name':'Zo. ...'}".length() + 4;

    @ParameterizedTest
    @EnumSource(
            value = Method.class,
            names = {"POST", "PUT", "PATCH"})
    void a_body_is_json_in_utf_8_without_a_content_coding(Method method) throws IOException {
        var json = JsonNodeFactory.instance.objectNode().put("name", NAME);

        var sent = sent(HttpCall.of(method, "/orders").withJson(json));

        assertThat(sent.headers())
                .isEqualTo(
                        usual(
                                Map.of(
                                        "Content-type", List.of("application/json"),
                                        "Content-length", List.of(String.valueOf(LENGTH)))));
        assertThat(sent.body()).isEqualTo("{\"name\":\"" + NAME + "\"}");
    }

    @ParameterizedTest
    @EnumSource(
            value = Method.class,
            mode = Mode.EXCLUDE,
            names = {"POST", "PUT", "PATCH"})
    void a_call_without_a_body_asks_for_no_other_protocol(Method method) throws IOException {
        assertThat(sent(HttpCall.of(method, "/orders/1")).headers()).isEqualTo(usual(Map.of()));
    }

    @Test
    void a_post_without_a_body_says_that_it_is_empty() throws IOException {
        assertThat(sent(HttpCall.of(Method.POST, "/orders/1/void")).headers())
                .isEqualTo(usual(Map.of("Content-length", List.of("0"))));
    }

    @Test
    void a_form_says_that_it_is_one() throws IOException {
        var call = HttpCall.of(Method.POST, "/token").withForm("grant_type", "client_credentials");

        assertThat(sent(call).headers())
                .isEqualTo(
                        usual(
                                Map.of(
                                        "Content-type",
                                        List.of("application/x-www-form-urlencoded"),
                                        "Content-length",
                                        List.of("29"))));
    }

    private static Map<String, List<String>> usual(Map<String, List<String>> more) {
        var headers =
                new HashMap<>(
                        Map.of(
                                "Accept", List.of("application/json"),
                                "Accept-encoding", List.of("gzip"),
                                "Connection", List.of("keep-alive"),
                                "User-agent", List.of("paylater/0.1")));
        headers.putAll(more);
        return headers;
    }

    private record Sent(Map<String, List<String>> headers, String body) {}

    private static Sent sent(HttpCall call) throws IOException {
        var sent = new ArrayList<Sent>();
        try (var provider = new FakeProvider();
                var http =
                        new Http(new PublicAddresses(Set.of("127.0.0.1")), Duration.ofSeconds(2))) {
            provider.then(
                    exchange -> {
                        var headers = new HashMap<String, List<String>>();
                        exchange.getRequestHeaders()
                                .forEach((name, values) -> headers.put(name, List.copyOf(values)));
                        headers.remove("Host");
                        sent.add(
                                new Sent(
                                        headers,
                                        new String(
                                                exchange.getRequestBody().readAllBytes(),
                                                java.nio.charset.StandardCharsets.UTF_8)));
                        FakeProvider.send(exchange, 200, "{}", null);
                    });
            http.send(provider.url(), call, Duration.ofSeconds(20));
        }
        return sent.getFirst();
    }
}
