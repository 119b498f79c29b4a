package dev.paylater.connector.kit;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberFormat;
import com.google.i18n.phonenumbers.PhoneNumberUtil.ValidationResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Phone numbers as they are called from everywhere: E.164, as {@code +491511234567}. */
public final class Phone {

    private static final PhoneNumberUtil NUMBERS = PhoneNumberUtil.getInstance();

    /** How merchants write a country's calling code: {@code +49}, {@code 0049} or {@code 49}. */
    private static final Pattern CODE = Pattern.compile("(?:\\+|00)?(\\d{1,4})");

    /** What most of the world dials before a country's code. */
    private static final Pattern ABROAD = Pattern.compile("^[\\s(]*00(?=[\\s)]*[1-9])");

    private static final Pattern MARKS = Pattern.compile("[\\s()./-]");

    private Phone() {}

    /**
     * The number, or null when it cannot be one; whether it is connected is not asked.
     *
     * @param code the country's calling code or ISO 3166-1 alpha-2 code, as the merchant gave it
     * @param country where the customer lives, which counts without such a code
     */
    static @Nullable String of(
            @Nullable String number, @Nullable String code, @Nullable String country) {
        if (number == null) {
            return null;
        }
        var region = region(code, country);
        var read = possible(ABROAD.matcher(number).replaceFirst("+"), region);
        if (read == null) {
            read = possible(number, region);
        }
        return read == null && region != null ? withCode(number) : read;
    }

    /**
     * The fields of a payment whose numbers are given and are not sent, since they cannot be phone
     * numbers.
     *
     * @param carried carried fields, interface name to JSON text
     * @param country of the customer, where no address tells it
     */
    public static List<String> unusable(Map<String, String> carried, @Nullable String country) {
        var terms = new Fields(carried);
        var given = terms.text("billing", "address", "country");
        var home = given == null ? country : given;
        var unusable = new ArrayList<String>();
        for (var holder : List.of("billing", "shipping")) {
            var own = terms.text(holder, "address", "country");
            check(
                    holder + ".phone.number",
                    terms.text(holder, "phone", "number"),
                    terms.text(holder, "phone", "country_code"),
                    own == null ? home : own,
                    unusable);
        }
        check(
                "customer.phone",
                terms.text("customer", "phone"),
                terms.text("customer", "phone_country_code"),
                home,
                unusable);
        check("phone", terms.text("phone"), null, home, unusable);
        return List.copyOf(unusable);
    }

    private static void check(
            String field,
            @Nullable String number,
            @Nullable String code,
            @Nullable String country,
            List<String> unusable) {
        if (number != null && of(number, code, country) == null) {
            unusable.add(field);
        }
    }

    private static @Nullable String region(@Nullable String code, @Nullable String country) {
        var text = code == null ? "" : MARKS.matcher(code).replaceAll("");
        var named = text.toUpperCase(Locale.ROOT);
        if (NUMBERS.getSupportedRegions().contains(named)) {
            return named;
        }
        var digits = CODE.matcher(text);
        var regions =
                digits.matches()
                        ? NUMBERS.getRegionCodesForCountryCode(Integer.parseInt(digits.group(1)))
                        : List.<String>of();
        return regions.isEmpty() || (country != null && regions.contains(country))
                ? country
                : regions.getFirst();
    }

    /** A number that is too long for its country, and right with a {@code +} before it. */
    private static @Nullable String withCode(String number) {
        var read = possible("+" + MARKS.matcher(number).replaceAll(""), null);
        try {
            return read != null && NUMBERS.isValidNumber(NUMBERS.parse(read, null)) ? read : null;
        } catch (NumberParseException e) {
            return null;
        }
    }

    private static @Nullable String possible(String number, @Nullable String region) {
        try {
            var read = NUMBERS.parse(number, region);
            return NUMBERS.isPossibleNumberWithReason(read) == ValidationResult.IS_POSSIBLE
                    ? NUMBERS.format(read, PhoneNumberFormat.E164)
                    : null;
        } catch (NumberParseException e) {
            return null;
        }
    }
}
