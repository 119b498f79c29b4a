package dev.paylater.connector.kit;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads a provider's JSON at a JSON pointer (RFC 6901), as {@code /order/uuid}. */
public final class Json {

    private static final String DAY = "2026-02-01";

    private Json() {}

    /** The text or number there, or null when it is absent, null or empty. */
    public static @Nullable String text(JsonNode json, String pointer) {
        return Fields.textOf(json.at(pointer));
    }

    /**
     * A text without which the answer says nothing.
     *
     * @throws UnreadableAnswer when there is none
     */
    public static String required(JsonNode json, String pointer) {
        var text = text(json, pointer);
        if (text == null) {
            throw new UnreadableAnswer(pointer + " is missing");
        }
        return text;
    }

    /**
     * A time of RFC 3339, a number of seconds since 1970, or a day, whose end it is in UTC; null
     * when it is absent or none.
     */
    public static @Nullable Instant time(JsonNode json, String pointer) {
        if (json.at(pointer).isIntegralNumber()) {
            return Instant.ofEpochSecond(json.at(pointer).asLong());
        }
        var text = text(json, pointer);
        if (text == null) {
            return null;
        }
        try {
            return text.length() == DAY.length()
                    ? LocalDate.parse(text).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException _) {
            return null;
        }
    }

    /**
     * An integer of minor units without which the answer says nothing.
     *
     * @throws UnreadableAnswer when there is none, or one below zero
     */
    public static long amount(JsonNode json, String pointer) {
        var amount = json.at(pointer);
        if (!amount.isIntegralNumber() || !amount.canConvertToLong() || amount.asLong() < 0) {
            throw new UnreadableAnswer(pointer + " is no amount");
        }
        return amount.asLong();
    }

    /** What distinguishes notifications where they have no id: the first text is required. */
    public static String identity(JsonNode json, String first, String... others) {
        var identity = new StringJoiner(":").add(required(json, first));
        for (var pointer : others) {
            identity.add(String.valueOf(text(json, pointer)));
        }
        return identity.toString();
    }

    /** What distinguishes notifications where none of the texts is in each, but one of them is. */
    static String anyIdentity(JsonNode json, String... pointers) {
        var identity =
                Stream.of(pointers)
                        .map(pointer -> text(json, pointer))
                        .filter(Objects::nonNull)
                        .collect(Collectors.joining("/"));
        if (identity.isEmpty()) {
            throw new UnreadableAnswer("nothing distinguishes it");
        }
        return identity;
    }
}
