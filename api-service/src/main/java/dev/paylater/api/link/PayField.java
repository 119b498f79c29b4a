package dev.paylater.api.link;

import dev.paylater.connector.kit.CustomerField;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the payment page asks the shopper for. Its label is the text {@code field.<form name>}. */
enum PayField {
    FIRST_NAME("text", "given-name", CustomerField.FIRST_NAME),
    LAST_NAME("text", "family-name", CustomerField.LAST_NAME),
    LINE1("text", "address-line1", CustomerField.LINE1),
    ZIP("text", "postal-code", CustomerField.ZIP),
    CITY("text", "address-level2", CustomerField.CITY),
    COUNTRY("select", "country", CustomerField.COUNTRY),
    EMAIL("email", "email", CustomerField.EMAIL),
    PHONE("tel", "tel", CustomerField.PHONE),
    /** No provider requires it; some decide better with it. */
    BIRTH_DATE("date", "bday", null);

    final String type;
    final String autocomplete;

    /** What of the customer it is; null: a date of birth. */
    final @Nullable CustomerField field;

    PayField(String type, String autocomplete, @Nullable CustomerField field) {
        this.type = type;
        this.autocomplete = autocomplete;
        this.field = field;
    }

    /** As the form names it. */
    String formName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Where it lies in the body of a confirm. */
    String path() {
        return field == null ? "birth_date" : field.path();
    }

    boolean isRequired() {
        return field != null;
    }

    /** The names that lead to it. */
    List<String> steps() {
        return Arrays.asList(path().split("\\.", -1));
    }

    /** The entry that a problem of the API is about. */
    static Optional<PayField> at(String path) {
        return Arrays.stream(values()).filter(field -> field.path().equals(path)).findFirst();
    }
}
