package dev.paylater.simulator.dialect;

import dev.paylater.simulator.book.BookJson;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/** One HTTP request, read completely. Segments are the decoded path below the dialect's base. */
public final class ProviderCall {

    private final String method;
    private final String path;
    private final List<String> segments;
    private final Map<String, String> query;
    private final Function<String, @Nullable String> headers;
    private final byte[] body;
    private @Nullable ObjectNode json;

    public ProviderCall(
            String method,
            String path,
            List<String> segments,
            Map<String, String> query,
            Function<String, @Nullable String> headers,
            byte[] body) {
        this.method = method;
        this.path = path;
        this.segments = segments;
        this.query = query;
        this.headers = headers;
        this.body = body;
    }

    public String method() {
        return method;
    }

    public String path() {
        return path;
    }

    public List<String> segments() {
        return segments;
    }

    /** The segment at that place, or the empty string beyond the end. */
    public String segment(int at) {
        return at < segments.size() ? segments.get(at) : "";
    }

    public @Nullable String query(String name) {
        return query.get(name);
    }

    public @Nullable String header(String name) {
        return headers.apply(name);
    }

    /** What follows this beginning in the bearer token. */
    public @Nullable String bearer(String beginning) {
        return header("Authorization", "Bearer " + beginning);
    }

    /** A header that names a write once, or a name that nobody else has. */
    public String headerOrNew(String name) {
        var given = header(name);
        return given == null || given.isEmpty() ? UUID.randomUUID().toString() : given;
    }

    /** What follows this prefix in a header: whose credentials they are. */
    public @Nullable String header(String name, String prefix) {
        var value = header(name);
        return value != null && value.startsWith(prefix) && value.length() > prefix.length()
                ? value.substring(prefix.length())
                : null;
    }

    public byte[] body() {
        return body.clone();
    }

    /** The body as a JSON object; an empty body is an empty object. */
    public ObjectNode json() {
        if (json == null) {
            json = parsed();
        }
        return json;
    }

    /** The body as a list of JSON objects. */
    public List<ObjectNode> list() {
        try {
            var list = new ArrayList<ObjectNode>();
            for (var entry : BookJson.MAPPER.readTree(body)) {
                if (entry instanceof ObjectNode object) {
                    list.add(object);
                }
            }
            if (list.isEmpty()) {
                throw new BadRequest(BadRequest.Kind.NOT_JSON, null, "The body is no list.");
            }
            return list;
        } catch (JacksonException e) {
            throw new BadRequest(BadRequest.Kind.NOT_JSON, null, "The body is not JSON.");
        }
    }

    /** Tells requests under one idempotency key apart: method, path and body, byte by byte. */
    public String fingerprint() {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            digest.update((method + ' ' + path + '\n').getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest(body), 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private ObjectNode parsed() {
        if (body.length == 0) {
            return BookJson.MAPPER.createObjectNode();
        }
        try {
            if (BookJson.MAPPER.readTree(body) instanceof ObjectNode object) {
                return object;
            }
            throw new BadRequest(BadRequest.Kind.NOT_JSON, null, "The body is not an object.");
        } catch (JacksonException e) {
            throw new BadRequest(BadRequest.Kind.NOT_JSON, null, "The body is not JSON.");
        }
    }
}
