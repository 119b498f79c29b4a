package dev.paylater.api.link;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.json.Json;
import java.net.URLDecoder;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/** What a shopper entered on a payment page. Values are stripped; a blank one counts as none. */
final class PayForm {

    static final String SAVED_METHOD = "payment_method_id";
    static final String TYPE = "payment_method_type";
    static final String PURCHASE = "purchase";

    private static final Pattern EMAIL = Pattern.compile("[^@\\s]+@[^@\\s.]+(\\.[^@\\s.]+)+");
    private static final Set<String> COUNTRIES =
            Locale.getISOCountries(Locale.IsoCountryCode.PART1_ALPHA2);

    /** Of somebody who has entered nothing yet. */
    static final PayForm EMPTY = new PayForm(Map.of());

    private final Map<String, String> entered;

    private PayForm(Map<String, String> entered) {
        this.entered = entered;
    }

    static PayForm read(byte[] body) {
        return new PayForm(entered(new String(body, UTF_8)));
    }

    boolean isEmpty() {
        return entered.isEmpty();
    }

    /** The saved payment method that was chosen instead of entering anything. */
    Optional<String> savedMethod() {
        return Optional.ofNullable(entered.get(SAVED_METHOD));
    }

    /** Which purchase by a reusable link it is. */
    Optional<String> purchase() {
        return Optional.ofNullable(entered.get(PURCHASE));
    }

    /** Empty when none was chosen. */
    Optional<String> type() {
        return Optional.ofNullable(entered.get(TYPE));
    }

    String value(PayField field) {
        return entered.getOrDefault(field.formName(), "");
    }

    /**
     * The keys of the sentences about entries that cannot be right, as the page's own attributes
     * check them in the browser.
     *
     * @param asked what the chosen way to pay asks for
     */
    Map<PayField, String> errors(Collection<PayField> asked) {
        var errors = new EnumMap<PayField, String>(PayField.class);
        for (var field : asked) {
            var value = value(field);
            if (value.isEmpty()) {
                if (field.isRequired()) {
                    errors.put(field, "error.required");
                }
            } else if (!isWellFormed(field, value)) {
                errors.put(field, "error.invalid");
            }
        }
        return errors;
    }

    private static boolean isWellFormed(PayField field, String value) {
        return switch (field) {
            case EMAIL -> EMAIL.matcher(value).matches();
            case COUNTRY -> COUNTRIES.contains(value);
            case BIRTH_DATE -> isDate(value);
            case FIRST_NAME, LAST_NAME, LINE1, ZIP, CITY, PHONE -> true;
        };
    }

    private static boolean isDate(String value) {
        try {
            LocalDate.parse(value);
            return true;
        } catch (DateTimeException _) {
            return false;
        }
    }

    /**
     * The body of a confirm.
     *
     * @param asked fields that the chosen type asks for; other entries are not sent
     */
    ObjectNode confirm(String type, Collection<PayField> asked) {
        var confirm = Json.emptyObject();
        confirm.put("payment_method", "pay_later");
        confirm.put(TYPE, type);
        confirm.putObject("payment_method_data").putObject("pay_later").putObject(type);
        for (var field : asked) {
            var value = value(field);
            if (!value.isEmpty()) {
                put(confirm, field.steps(), value);
            }
        }
        return confirm;
    }

    private static void put(ObjectNode target, List<String> steps, String value) {
        if (steps.size() == 1) {
            target.put(steps.getFirst(), value);
        } else {
            put(target.withObjectProperty(steps.getFirst()), steps.subList(1, steps.size()), value);
        }
    }

    private static Map<String, String> entered(String encoded) {
        var entered = new HashMap<String, String>();
        for (var pair : encoded.split("&", -1)) {
            var equals = pair.indexOf('=');
            if (equals > 0) {
                var value = decode(pair.substring(equals + 1)).strip();
                if (!value.isEmpty()) {
                    entered.put(decode(pair.substring(0, equals)), value);
                }
            }
        }
        return entered;
    }

    /** A broken escape is text like any other. */
    private static String decode(String encoded) {
        try {
            return URLDecoder.decode(encoded, UTF_8);
        } catch (IllegalArgumentException _) {
            return encoded;
        }
    }
}
