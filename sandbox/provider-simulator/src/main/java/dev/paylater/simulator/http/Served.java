package dev.paylater.simulator.http;

import dev.paylater.simulator.book.BookJson;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** What the simulator itself answers, as opposed to a provider that it plays. */
public sealed interface Served {

    record Text(int status, String type, String body) implements Served {}

    record Redirect(String location) implements Served {}

    record Stream(String type, Consumer<OutputStream> body) implements Served {}

    static Served json(int status, JsonNode body) {
        return new Text(
                status,
                "application/json",
                new String(BookJson.MAPPER.writeValueAsBytes(body), StandardCharsets.UTF_8));
    }

    static Served html(int status, String body) {
        return new Text(status, "text/html;charset=utf-8", body);
    }

    static Served problem(int status, String code, String message) {
        var body = BookJson.MAPPER.createObjectNode();
        body.putObject("error").put("code", code).put("message", message);
        return json(status, body);
    }
}
