package dev.paylater.refund.http;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The fields of a request's body, and all that is found wrong with them. */
final class JsonBody {

    private static final int MAX_BYTES = 512 * 1024;
    private static final int MAX_PROBLEMS = 50;
    private static final JsonMapper JSON = JsonMapper.shared();

    private final ObjectNode fields;
    private final List<Problem> problems = new ArrayList<>();

    JsonBody(ObjectNode fields) {
        this.fields = fields;
    }

    static JsonBody read(HttpServletRequest request) throws IOException {
        var type = request.getContentType();
        if (type == null || !type.split(";", 2)[0].strip().equalsIgnoreCase("application/json")) {
            throw RequestRefused.of(415, ErrorCode.IR_06, "The body must be application/json");
        }
        var bytes = request.getInputStream().readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw RequestRefused.of(413, ErrorCode.IR_06, "The body is larger than 512 KiB");
        }
        try {
            if (JSON.readTree(bytes) instanceof ObjectNode object) {
                return new JsonBody(object);
            }
        } catch (JacksonException e) {
            throw RequestRefused.of(400, ErrorCode.IR_06, "The body is not JSON");
        }
        throw RequestRefused.of(400, ErrorCode.IR_06, "The body is not a JSON object");
    }

    /** Refuses the request if anything was wrong. */
    void check() {
        if (!problems.isEmpty()) {
            throw RequestRefused.of(problems);
        }
    }

    void requirePresent(String name) {
        if (at(name) == null) {
            add(Problem.missing(name));
        }
    }

    /** Of thousands of problems the first are told: the answer has a size, whatever was sent. */
    void add(Problem problem) {
        if (problems.size() < MAX_PROBLEMS) {
            problems.add(problem);
        }
    }

    /** The value, or null when it is absent or null. */
    private @Nullable JsonNode at(String name) {
        var value = fields.get(name);
        return value == null || value.isNull() ? null : value;
    }

    @Nullable String text(String name, int maxLength) {
        var value = at(name);
        if (value == null) {
            return null;
        }
        if (!value.isString() || value.asString().length() > maxLength) {
            add(
                    Problem.malformed(
                            name, "must be a text of at most %s characters".formatted(maxLength)));
            return null;
        }
        return value.asString();
    }

    boolean flag(String name) {
        var value = at(name);
        if (value != null && !value.isBoolean()) {
            add(Problem.malformed(name, "must be true or false"));
        }
        return value != null && value.booleanValue(false);
    }

    @Nullable Long number(String name) {
        return number(name, at(name));
    }

    private @Nullable Long number(String name, @Nullable JsonNode value) {
        if (value == null || value.isNull()) {
            return null;
        }
        if (!value.canConvertToExactIntegral() || !value.canConvertToLong()) {
            add(Problem.malformed(name, "must be an integer"));
            return null;
        }
        return value.asLong();
    }

    @Nullable Long number(String parent, String name) {
        var object = at(parent);
        if (object == null) {
            return null;
        }
        return object.isObject() ? number(parent + "." + name, object.get(name)) : null;
    }

    @Nullable JsonNode object(String name) {
        var value = at(name);
        if (value != null && !value.isObject()) {
            add(Problem.malformed(name, "must be an object"));
            return null;
        }
        return value;
    }

    @Nullable Instant time(String name) {
        var value = at(name);
        if (value == null) {
            return null;
        }
        try {
            if (value.isString()) {
                return OffsetDateTime.parse(value.asString()).toInstant();
            }
        } catch (DateTimeException e) {
            // Reported below, like every other value that is no time.
        }
        add(Problem.malformed(name, "must be an ISO 8601 time with its zone"));
        return null;
    }

    /** Empty when it is absent, null or empty. */
    Set<String> texts(String name, Predicate<String> allowed, String expectation) {
        var value = at(name);
        var texts = new LinkedHashSet<String>();
        if (value == null) {
            return texts;
        }
        if (!value.isArray()) {
            add(Problem.malformed(name, "must be an array"));
            return texts;
        }
        for (var i = 0; i < value.size(); i++) {
            var item = value.get(i);
            if (item.isString() && allowed.test(item.asString())) {
                texts.add(item.asString());
            } else {
                add(Problem.malformed("%s[%s]".formatted(name, i), expectation));
            }
        }
        return texts;
    }
}
