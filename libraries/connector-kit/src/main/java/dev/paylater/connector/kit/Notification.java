package dev.paylater.connector.kit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** What came in at the webhook address, byte by byte, since signatures are made over bytes. */
public final class Notification {

    private final String url;
    private final Map<String, String> headers;
    private final Map<String, String> query;
    private final byte[] body;

    /**
     * A notification.
     *
     * @param url the whole address as the provider knows it: some sign it as well
     * @param headers by lower-case name
     * @param query the address's parameters
     */
    public Notification(
            String url, Map<String, String> headers, Map<String, String> query, byte[] body) {
        this.url = url;
        this.headers = Map.copyOf(headers);
        this.query = Map.copyOf(query);
        this.body = body.clone();
    }

    /** A notification of which the address does not matter. */
    public Notification(Map<String, String> headers, Map<String, String> query, byte[] body) {
        this("", headers, query, body);
    }

    public String url() {
        return url;
    }

    public @Nullable String header(String name) {
        return headers.get(name.toLowerCase(Locale.ROOT));
    }

    public @Nullable String parameter(String name) {
        return query.get(name);
    }

    public byte[] body() {
        return body.clone();
    }

    /**
     * The body.
     *
     * @throws UnreadableAnswer when it is no JSON, or cut off
     */
    public JsonNode json() {
        return new HttpAnswer(200, headers, new String(body, UTF_8)).json();
    }

    /** The fields of a body that is a form (application/x-www-form-urlencoded), as texts. */
    public JsonNode form() {
        var fields = JsonNodeFactory.instance.objectNode();
        for (var field : new String(body, UTF_8).split("&", -1)) {
            var cut = field.indexOf('=');
            if (cut > 0) {
                fields.put(decoded(field.substring(0, cut)), decoded(field.substring(cut + 1)));
            }
        }
        return fields;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, UTF_8);
        } catch (IllegalArgumentException e) {
            throw new UnreadableAnswer("body is no form");
        }
    }
}
