package dev.paylater.connector.kit;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A request to a provider.
 *
 * @param path what follows the base address, query included; everything variable is encoded
 */
public record HttpCall(
        Method method, String path, Map<String, String> headers, @Nullable String body) {

    /** HTTP methods that providers use. */
    public enum Method {
        GET,
        POST,
        PUT,
        PATCH,
        DELETE
    }

    /**
     * A call without a body.
     *
     * @param template a path in which each {@code {}} stands for a value to be encoded
     */
    public static HttpCall of(Method method, String template, Object... values) {
        var headers = new LinkedHashMap<String, String>();
        headers.put("Accept", "application/json");
        return new HttpCall(method, fill(template, values), headers, null);
    }

    public HttpCall withHeader(String name, String value) {
        var more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new HttpCall(method, path, more, body);
    }

    /** HTTP Basic, RFC 7617. */
    public HttpCall withBasicAuthorization(String user, String password) {
        var pair = (user + ':' + password).getBytes(StandardCharsets.UTF_8);
        return withHeader("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
    }

    /** A bearer token, RFC 6750. */
    public HttpCall withBearer(String token) {
        return withHeader("Authorization", "Bearer " + token);
    }

    public HttpCall withJson(JsonNode json) {
        return new HttpCall(method, path, headers, json.toString())
                .withHeader("Content-Type", "application/json");
    }

    /** A form (application/x-www-form-urlencoded) of one field. */
    public HttpCall withForm(String name, String value) {
        return new HttpCall(method, path, headers, encoded(name) + '=' + encoded(value))
                .withHeader("Content-Type", "application/x-www-form-urlencoded");
    }

    /** Credentials are headers and personal data is in the body: neither shows itself. */
    @Override
    public String toString() {
        return method + " " + path;
    }

    private static String fill(String template, Object... values) {
        var filled = new StringBuilder();
        var next = 0;
        for (var value : values) {
            var hole = template.indexOf("{}", next);
            filled.append(template, next, hole);
            filled.append(encoded(String.valueOf(value)));
            next = hole + 2;
        }
        return filled.append(template, next, template.length()).toString();
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
