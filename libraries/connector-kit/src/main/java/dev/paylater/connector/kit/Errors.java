package dev.paylater.connector.kit;

import dev.paylater.provider.Decline;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.UnifiedError;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A provider's errors: where an answer holds them, and what they come to. An answer 401, and a 403
 * that is not in the table by its code or its status, is the account's fault and no refusal.
 */
public final class Errors {

    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    private final List<String> codes;
    private Function<JsonNode, @Nullable String> message = _ -> null;
    private @Nullable String reason;
    private boolean unifiedMessages;
    private final Map<String, UnifiedError> meanings = new HashMap<>();
    private final Map<Integer, UnifiedError> statuses = new HashMap<>();
    private final Set<String> unauthorized = new HashSet<>();
    private final Set<String> unconfigured = new HashSet<>();
    private final Map<String, String> inUse = new HashMap<>();
    private final Set<String> absent = new HashSet<>();
    private final Map<Integer, ProviderResult> results = new HashMap<>();

    private Errors(List<String> codes) {
        this.codes = codes;
    }

    /** A table without rows; the code lies at the first of these pointers that has one. */
    public static Errors at(String... codes) {
        return new Errors(List.of(codes));
    }

    public Errors message(String... pointers) {
        return message(
                json ->
                        Stream.of(pointers)
                                .map(at -> orEmpty(Json.text(json, at)))
                                .filter(text -> !text.isEmpty())
                                .findFirst()
                                .orElse(null));
    }

    public Errors message(Function<JsonNode, @Nullable String> reading) {
        message = reading;
        return this;
    }

    /** Where the provider says more than its message, for people. */
    public Errors reason(String pointer) {
        reason = pointer;
        return this;
    }

    /** The provider says no more than a code: the message is that of the unified error. */
    public Errors unifiedMessages() {
        unifiedMessages = true;
        return this;
    }

    /** What codes come to. */
    public Errors map(UnifiedError unified, String... values) {
        for (var value : values) {
            meanings.put(value, unified);
        }
        return this;
    }

    /** What an answer of these HTTP statuses comes to when its code is not in the table. */
    public Errors status(UnifiedError unified, int... values) {
        for (var value : values) {
            statuses.put(value, unified);
        }
        return this;
    }

    /** Codes that blame the account: its credentials, or what it is set up for. */
    public Errors unauthorized(String... values) {
        unauthorized.addAll(List.of(values));
        return this;
    }

    /** Parts of a message that say of what only an account's set-up decides that it is wrong. */
    public Errors unconfigured(String... parts) {
        unconfigured.addAll(List.of(parts));
        return this;
    }

    /** Codes of an answer 400 that say, as 404 does, that there is no such thing. */
    public Errors absent(String... values) {
        absent.addAll(List.of(values));
        return this;
    }

    /** Says, with this value there, that something has happened under our key or reference. */
    public Errors inUse(String pointer, String value) {
        inUse.put(pointer, value);
        return this;
    }

    /** An HTTP status that says it all, whatever the body. */
    public Errors result(ProviderResult result, int... values) {
        for (var value : values) {
            results.put(value, result);
        }
        return this;
    }

    /** What an error answer means for the operation that it answers. */
    public ProviderResult result(HttpAnswer answer) {
        var fixed = results.get(answer.status());
        if (fixed != null) {
            return fixed;
        }
        if (answer.status() == UNAUTHORIZED) {
            return refusedAccount(answer);
        }
        if (answer.status() == FORBIDDEN && !isKnown(answer)) {
            return refusedAccount(answer);
        }
        var json = answer.json();
        var code = code(json);
        if (code == null) {
            throw new UnreadableAnswer("an error without a code, status " + answer.status());
        }
        if (unauthorized.contains(code) || blamesSetUp(json)) {
            return refusedAccount(answer);
        }
        return isInUse(json)
                ? ProviderResult.unknown("our name for it is in use")
                : ProviderResult.declined(
                        Decline.Outcome.FAILURE, error(json, statuses.get(answer.status())));
    }

    /**
     * Whether the table says what this 403 means; one with a page in place of JSON it never does.
     */
    private boolean isKnown(HttpAnswer answer) {
        if (statuses.containsKey(FORBIDDEN)) {
            return true;
        }
        try {
            return meanings.containsKey(orEmpty(code(answer.json())));
        } catch (UnreadableAnswer e) {
            return false;
        }
    }

    private boolean blamesSetUp(JsonNode json) {
        var text = unconfigured.isEmpty() ? "" : orEmpty(message.apply(json));
        return unconfigured.stream().anyMatch(text::contains);
    }

    /** Whether there is nothing that an inquiry could be about. */
    boolean isAbsent(HttpAnswer answer) {
        return answer.status() == NOT_FOUND
                || (answer.status() == BAD_REQUEST
                        && !absent.isEmpty()
                        && absent.contains(orEmpty(code(answer.json()))));
    }

    /** Whether something has happened under our key or reference, perhaps this operation. */
    boolean isInUse(JsonNode json) {
        return inUse.entrySet().stream()
                .anyMatch(row -> row.getValue().equals(Json.text(json, row.getKey())));
    }

    /** The refusal of a name that is known to be in use for something else. */
    ProviderResult duplicate(JsonNode json) {
        return ProviderResult.declined(
                Decline.Outcome.FAILURE,
                new ProviderError(
                        code(json),
                        message.apply(json),
                        reason == null ? null : Json.text(json, reason),
                        UnifiedError.DUPLICATE));
    }

    /** The answer to an inquiry that was refused: it says nothing about the operation. */
    public static ProviderResult inquiryRefused(HttpAnswer answer) {
        return answer.status() == UNAUTHORIZED || answer.status() == FORBIDDEN
                ? refusedAccount(answer)
                : ProviderResult.unknown("the inquiry was refused: " + answer);
    }

    /** The code in a body, if there is one. */
    public @Nullable String code(JsonNode json) {
        for (var pointer : codes) {
            var code = Json.text(json, pointer);
            if (code != null) {
                return code;
            }
        }
        return null;
    }

    /** The error in a body. */
    public ProviderError error(JsonNode json) {
        return error(json, null);
    }

    private ProviderError error(JsonNode json, @Nullable UnifiedError byStatus) {
        var code = code(json);
        var otherwise = byStatus == null ? UnifiedError.UNKNOWN : byStatus;
        var unified = meanings.getOrDefault(orEmpty(code), otherwise);
        return new ProviderError(
                code,
                unifiedMessages ? unified.message() : message.apply(json),
                reason == null ? null : Json.text(json, reason),
                unified);
    }

    private static ProviderResult refusedAccount(HttpAnswer answer) {
        return ProviderResult.unauthorized(
                "the provider does not accept the account's credentials: " + answer);
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
