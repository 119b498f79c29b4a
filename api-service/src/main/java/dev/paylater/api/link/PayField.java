package dev.paylater.api.link;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What the payment page asks the shopper for. Its label is the text {@code field.<form name>}. */
enum PayField {
    FIRST_NAME("text", "given-name", "billing.address.first_name"),
    LAST_NAME("text", "family-name", "billing.address.last_name"),
    LINE1("text", "address-line1", "billing.address.line1"),
    ZIP("text", "postal-code", "billing.address.zip"),
    CITY("text", "address-level2", "billing.address.city"),
    COUNTRY("select", "country", "billing.address.country"),
    EMAIL("email", "email", "billing.email"),
    PHONE("tel", "tel", "billing.phone.number"),
    BIRTH_DATE("date", "bday", "birth_date");

    final String type;
    final String autocomplete;

    /** Where it lies in the body of a confirm. */
    final String path;

    PayField(String type, String autocomplete, String path) {
        this.type = type;
        this.autocomplete = autocomplete;
        this.path = path;
    }

    /** As the form names it. */
    String formName() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean isRequired() {
        return this != PHONE && this != BIRTH_DATE;
    }

    /** The names that lead to it. */
    Stream<String> steps() {
        return Stream.of(path.split("\\.", -1));
    }

    /** The fields of the payment that have its value, the first that is there counts. */
    List<String> sources() {
        return switch (this) {
            case EMAIL -> List.of(path, "customer.email", "email");
            case PHONE -> List.of(path, "customer.phone", "phone");
            // A date of birth is not shown.
            case BIRTH_DATE -> List.of();
            case FIRST_NAME, LAST_NAME, LINE1, ZIP, CITY, COUNTRY -> List.of(path);
        };
    }

    /** The entry that a problem of the API is about. */
    static Optional<PayField> at(String path) {
        return Arrays.stream(values()).filter(field -> field.path.equals(path)).findFirst();
    }
}
