package dev.paylater.api.link;

import java.util.Locale;
import java.util.stream.Stream;

/** What the payment page asks the customer for. */
enum PayField {
    FIRST_NAME("First name", "text", "given-name", "billing.address.first_name"),
    LAST_NAME("Last name", "text", "family-name", "billing.address.last_name"),
    LINE1("Street and number", "text", "address-line1", "billing.address.line1"),
    ZIP("Postal code", "text", "postal-code", "billing.address.zip"),
    CITY("City", "text", "address-level2", "billing.address.city"),
    COUNTRY("Country", "select", "country", "billing.address.country"),
    EMAIL("E-mail", "email", "email", "billing.email"),
    PHONE("Phone", "tel", "tel", "billing.phone.number"),
    BIRTH_DATE("Date of birth", "date", "bday", "birth_date");

    final String label;
    final String type;
    final String autocomplete;

    /** Where it lies in the body of a confirm. */
    final String path;

    PayField(String label, String type, String autocomplete, String path) {
        this.label = label;
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
}
