package dev.paylater.connector.kit;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An address holder of the interface (2.5), flat as every provider wants it.
 *
 * @param phone E.164; null where what was given is no phone number
 */
@RecordBuilder
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
        @Nullable String email)
        implements AddressBuilder.With {

    /**
     * Reads {@code billing} or {@code shipping}.
     *
     * @param home the country of a phone number whose country neither it nor the address tells
     */
    static Address of(JsonNode holder, @Nullable String home) {
        var address = holder.path("address");
        var country = Fields.textOf(address.path("country"));
        return new Address(
                Fields.textOf(address.path("first_name")),
                Fields.textOf(address.path("last_name")),
                Fields.textOf(address.path("line1")),
                Fields.textOf(address.path("line2")),
                Fields.textOf(address.path("line3")),
                Fields.textOf(address.path("city")),
                Fields.textOf(address.path("zip")),
                Fields.textOf(address.path("state")),
                country,
                Phone.of(
                        Fields.textOf(holder.path("phone").path("number")),
                        Fields.textOf(holder.path("phone").path("country_code")),
                        country == null ? home : country),
                Fields.textOf(holder.path("email")));
    }

    /** First and last name, as far as they are known. */
    public String name() {
        return Stream.of(firstName, lastName)
                .filter(Objects::nonNull)
                .collect(Collectors.joining(" "));
    }

    /** The first line, without its house number where it is certain what that is. */
    public @Nullable String street() {
        return Street.of(line1).name();
    }

    /** The house number of the first line, as it is written there. */
    public @Nullable String houseNumber() {
        return Street.of(line1).number();
    }

    /**
     * This, with what it lacks of this name: the rest of it beside a first or last name, or all of
     * it, with its last word as last name.
     */
    Address named(@Nullable String name) {
        if (name == null || (firstName != null && lastName != null)) {
            return this;
        }
        var words = name.strip();
        if (firstName != null) {
            return words.startsWith(firstName + " ")
                    ? withLastName(words.substring(firstName.length()).strip())
                    : this;
        }
        if (lastName != null) {
            return words.endsWith(" " + lastName)
                    ? withFirstName(words.substring(0, words.length() - lastName.length()).strip())
                    : this;
        }
        var parts = PersonName.of(words);
        return withFirstName(parts.first()).withLastName(parts.last());
    }

    /** This, with somebody's name where it has none; without a street it is nobody's address. */
    Address named(Address person) {
        return line1 == null || firstName != null || lastName != null
                ? this
                : withFirstName(person.firstName).withLastName(person.lastName);
    }
}
