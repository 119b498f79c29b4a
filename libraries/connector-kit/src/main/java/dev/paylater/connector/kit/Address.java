package dev.paylater.connector.kit;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** An address holder of the interface (2.5), flat as every provider wants it. */
public record Address(
        @Nullable String firstName,
        @Nullable String lastName,
        @Nullable String line1,
        @Nullable String line2,
        @Nullable String line3,
        @Nullable String city,
        @Nullable String zip,
        @Nullable String state,
        @Nullable String country,
        @Nullable String phone,
        @Nullable String email) {

    /** A street and the number behind it. */
    private static final Pattern STREET = Pattern.compile("(.+?)\\s+(\\d+\\s?[a-zA-Z]?)");

    /** Reads {@code billing} or {@code shipping}. */
    public static Address of(JsonNode holder) {
        var address = holder.path("address");
        return new Address(
                Fields.textOf(address.path("first_name")),
                Fields.textOf(address.path("last_name")),
                Fields.textOf(address.path("line1")),
                Fields.textOf(address.path("line2")),
                Fields.textOf(address.path("line3")),
                Fields.textOf(address.path("city")),
                Fields.textOf(address.path("zip")),
                Fields.textOf(address.path("state")),
                Fields.textOf(address.path("country")),
                phone(holder.path("phone")),
                Fields.textOf(holder.path("email")));
    }

    /** First and last name, as far as they are known. */
    public String name() {
        return Stream.of(firstName, lastName)
                .filter(Objects::nonNull)
                .collect(Collectors.joining(" "));
    }

    /** The first line without a house number at its end. */
    public @Nullable String street() {
        var parts = street(line1);
        return parts.matches() ? parts.group(1) : line1;
    }

    /** The number at the end of the first line. */
    public @Nullable String houseNumber() {
        var parts = street(line1);
        return parts.matches() ? parts.group(2) : null;
    }

    private static Matcher street(@Nullable String line) {
        return STREET.matcher(line == null ? "" : line);
    }

    private static @Nullable String phone(JsonNode phone) {
        var number = Fields.textOf(phone.path("number"));
        var country = Fields.textOf(phone.path("country_code"));
        if (number == null || country == null) {
            return number;
        }
        return (country.startsWith("+") ? country : "+" + country) + number;
    }
}
