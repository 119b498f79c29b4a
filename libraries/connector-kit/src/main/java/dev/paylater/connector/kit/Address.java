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
        return number == null ? null : phone(number, Fields.textOf(phone.path("country_code")));
    }

    /** A number as it is called from everywhere, where its country's code is known. */
    static String phone(String number, @Nullable String country) {
        if (country == null) {
            return number;
        }
        return (country.startsWith("+") ? country : "+" + country) + number;
    }

    /** This, with a name where it has none: the last word is the last name. */
    Address named(@Nullable String name) {
        if (name == null || firstName != null || lastName != null) {
            return this;
        }
        var words = name.strip();
        var space = words.lastIndexOf(' ');
        return new Address(
                space < 0 ? words : words.substring(0, space).strip(),
                space < 0 ? null : words.substring(space + 1),
                line1,
                line2,
                line3,
                city,
                zip,
                state,
                country,
                phone,
                email);
    }

    /** This, with a phone where it has none. */
    Address calledAt(@Nullable String number) {
        return phone != null || number == null
                ? this
                : new Address(
                        firstName, lastName, line1, line2, line3, city, zip, state, country, number,
                        email);
    }
}
