package dev.paylater.api.http;

import dev.paylater.api.error.Problem;
import dev.paylater.api.json.Json;
import dev.paylater.kit.outgoing.WebAddress;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A complete answer: what it is made of is decided before the first byte is sent, except for
 * events.
 */
public final class Answer {

    static final String SET_COOKIE = "Set-Cookie";

    private static final String WARNINGS = "warnings";
    private static final String JSON = "application/json";

    /** One line of the answer's head. */
    record Header(String name, String value) {}

    /** Server-sent events, as they happen. */
    public interface Events {
        /** Writes them until there are no more; it ends the stream. */
        void write(OutputStream out) throws IOException;
    }

    private final int status;
    private final String contentType;
    private final byte[] body;
    private final List<Header> headers;
    private final @Nullable Events events;

    private Answer(int status, String contentType, byte[] body, List<Header> headers) {
        this(status, contentType, body, headers, null);
    }

    private Answer(
            int status,
            String contentType,
            byte[] body,
            List<Header> headers,
            @Nullable Events events) {
        this.status = status;
        this.contentType = contentType;
        this.body = body;
        this.headers = headers;
        this.events = events;
    }

    public static Answer json(byte[] body) {
        return json(200, body);
    }

    public static Answer json(int status, byte[] body) {
        return of(status, JSON, body, Map.of());
    }

    public static Answer json(Json.Content content) {
        return json(Json.write(content));
    }

    /** With these warnings beside its own, where it is an object that has some. */
    Answer warningOf(List<Problem> warnings) {
        if (warnings.isEmpty()
                || !contentType.equals(JSON)
                || !(Json.read(body) instanceof ObjectNode shown)
                || !shown.has(WARNINGS)) {
            return this;
        }
        var all = shown.get(WARNINGS) instanceof ArrayNode own ? own : shown.putArray(WARNINGS);
        for (var warning : warnings) {
            all.addObject()
                    .put("param", warning.param())
                    .put("code", warning.code().name())
                    .put("message", warning.message());
        }
        return new Answer(
                status, contentType, Json.text(shown).getBytes(StandardCharsets.UTF_8), headers);
    }

    /** A page with the policy whose nonce is in it. */
    public static Answer html(String page, ContentPolicy policy) {
        return html(200, page, policy);
    }

    /** A page of another status. */
    public static Answer html(int status, String page, ContentPolicy policy) {
        return of(
                status,
                "text/html;charset=utf-8",
                page.getBytes(StandardCharsets.UTF_8),
                Map.of(SecurityHeaders.CONTENT_POLICY, policy.header()));
    }

    public static Answer of(
            int status, String contentType, byte[] body, Map<String, String> headers) {
        return new Answer(
                status,
                contentType,
                body,
                headers.entrySet().stream()
                        .map(header -> new Header(header.getKey(), header.getValue()))
                        .toList());
    }

    /** Events that are sent as they happen; a proxy in between keeps none back. */
    public static Answer events(Events events) {
        return new Answer(
                200,
                "text/event-stream;charset=utf-8",
                new byte[0],
                List.of(new Header("X-Accel-Buffering", "no")),
                events);
    }

    /** A provider's address may hold letters of any language; a header holds none. */
    public static Answer redirect(String location) {
        return of(302, "text/plain", new byte[0], Map.of("Location", ascii(location)));
    }

    /** The browser sends the form that it has sent here to another address. */
    public static Answer sentOn(String location) {
        return of(307, "text/plain", new byte[0], Map.of("Location", ascii(location)));
    }

    private static String ascii(String location) {
        try {
            return WebAddress.of(location).ascii();
        } catch (WebAddress.Unusable _) {
            // An app's own scheme, say; it is a header's value as it is.
            return location;
        }
    }

    /** With a cookie; an answer may set several. */
    public Answer withCookie(String cookie) {
        return with(SET_COOKIE, cookie);
    }

    /** With another header. */
    public Answer with(String name, String value) {
        var all = new ArrayList<>(headers);
        all.add(new Header(name, value));
        return new Answer(status, contentType, body, all, events);
    }

    int status() {
        return status;
    }

    String contentType() {
        return contentType;
    }

    byte[] body() {
        return body;
    }

    @Nullable Events events() {
        return events;
    }

    List<Header> headers() {
        return headers;
    }
}
