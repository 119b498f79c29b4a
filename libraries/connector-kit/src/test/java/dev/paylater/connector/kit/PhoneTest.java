package dev.paylater.connector.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Phone numbers as people and merchants write them, and as providers want them: ITU-T E.164. */
final class PhoneTest {

    /** The number, the code beside it, the billing country; what is sent. */
    @ParameterizedTest
    @CsvSource({
        "+49301234567, 49, , +49301234567",
        "+49301234567, +49, DE, +49301234567",
        "+49301234567, 1, US, +49301234567",
        "+49301234567, , , +49301234567",
        "+49 (0)30 1234567, , , +49301234567",
        "0049301234567, 49, , +49301234567",
        "0049 30 1234567, , US, +49301234567",
        "(0049) 30 1234567, , DE, +49301234567",
        "49301234567, 49, , +49301234567",
        "0151 1234567, +49, , +491511234567",
        "0151 1234567, 49, , +491511234567",
        "0151 1234567, 0049, , +491511234567",
        "0151 1234567, + 49, , +491511234567",
        "0151 1234567, DE, , +491511234567",
        "0151 1234567, de, , +491511234567",
        "0151 1234567, , DE, +491511234567",
        "0151 1234567, 49, AT, +491511234567",
        "0151 1234567, 999, DE, +491511234567",
        "0151 1234567, XX, DE, +491511234567",
        "0151/1234567, , DE, +491511234567",
        "(030) 123-4567, , DE, +49301234567",
        "(030) 123-4567, 49, , +49301234567",
        "030 1234567 ext. 12, , DE, +49301234567",
        "06 6982 1234, 39, , +390669821234",
        "+39 06 6982 1234, , , +390669821234",
        "312 345 6789, 39, , +393123456789",
        "(415) 555-2671, 1, , +14155552671",
        "415-555-2671, , US, +14155552671",
        "1 415 555 2671, , US, +14155552671",
        "(613) 555-0123, 1, CA, +16135550123",
        "020 7946 0018, , GB, +442079460018",
        "06 12 34 56 78, 33, , +33612345678",
        "0412 345 678, 61, , +61412345678",
        "501234567, 966, , +966501234567",
        "0501234567, +966, , +966501234567",
        "966501234567, , SA, +966501234567",
        "966501234567, 966, , +966501234567",
        "500000001, 971, , +971500000001",
        "0500000001, , AE, +971500000001",
        "+971500000001, 971, AE, +971500000001",
        "971500000001, 00971, AE, +971500000001",
        "50001234, +965, , +96550001234",
        "36001234, 973, , +97336001234",
        "33123456, +974, , +97433123456",
        "92123456, 968, , +96892123456",
        "\u0665\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667, 966, , +966501234567",
        "4917612345678, , KW, +4917612345678"
    })
    void a_number_is_sent_as_it_is_called_from_everywhere(
            String number, @Nullable String code, @Nullable String country, String sent) {
        assertThat(Phone.of(number, code, country)).isEqualTo(sent);
    }

    @ParameterizedTest
    @CsvSource({
        "0151 1234567, , ",
        "0151 1234567, 999, ",
        "none, 49, DE",
        "-, 49, DE",
        "1, 49, DE",
        "5550100, 1, US",
        "1234567890123456789012345678901234567890, 49, DE",
        "501234567, 965, ",
        "+999 123456789, , ",
        "'', 49, DE",
        ", 49, DE"
    })
    void what_is_no_phone_number_is_not_sent(
            @Nullable String number, @Nullable String code, @Nullable String country) {
        assertThat(Phone.of(number, code, country)).isNull();
    }

    @Test
    void fields_that_hold_no_phone_number_are_named() {
        var terms =
                Map.of(
                        "billing",
                        "{\"phone\": {\"number\": \"none\"}, \"address\": {\"country\": \"DE\"}}",
                        "shipping",
                        "{\"phone\": {\"number\": \"1\", \"country_code\": \"49\"}}",
                        "customer",
                        "{\"phone\": \"x\", \"phone_country_code\": \"49\"}",
                        "phone",
                        "\"y\"");

        assertThat(Phone.unusable(terms, null))
                .containsExactly(
                        "billing.phone.number", "shipping.phone.number", "customer.phone", "phone");
    }

    @Test
    void fields_that_hold_a_phone_number_or_nothing_are_not_named() {
        var terms =
                Map.of(
                        "billing",
                        "{\"address\": {\"country\": \"DE\"}}",
                        "shipping",
                        "{\"phone\": {\"number\": \"0301234567\"}}",
                        "customer",
                        "{\"phone\": \"501234567\", \"phone_country_code\": \"+966\"}",
                        "phone",
                        "\"0301234567\"");

        assertThat(Phone.unusable(terms, null)).isEmpty();
        assertThat(Phone.unusable(Map.of("phone", "\"0301234567\""), "AT")).isEmpty();
        assertThat(Phone.unusable(Map.of("phone", "\"0301234567\""), null))
                .containsExactly("phone");
        assertThat(Phone.unusable(Map.of(), null)).isEmpty();
    }
}
