package dev.paylater.connector.kit;

import static dev.paylater.connector.kit.Contexts.json;
import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Address holders as the interface (2.5) writes them. */
final class AddressTest {

    @Test
    void an_address_holder_is_read_field_by_field() {
        var holder =
                json(
                        """
                        {'address': {'first_name': 'Ada', 'last_name': 'Lovelace',
                            'line1': 'Main 1', 'line2': 'c/o B', 'line3': '3rd floor',
                            'city': 'Berlin', 'zip': '10115', 'state': 'BE', 'country': 'DE'},
                         'phone': {'number': '301234', 'country_code': '+49'},
                         'email': 'ada@example.com'}
                        """);

        assertThat(Address.of(holder))
                .isEqualTo(
                        new Address(
                                "Ada",
                                "Lovelace",
                                "Main 1",
                                "c/o B",
                                "3rd floor",
                                "Berlin",
                                "10115",
                                "BE",
                                "DE",
                                "+49301234",
                                "ada@example.com"));
    }

    @Test
    void what_is_absent_or_empty_is_unknown() {
        assertThat(Address.of(json("{'address': {'city': ''}, 'email': null}")))
                .isEqualTo(
                        new Address(
                                null, null, null, null, null, null, null, null, null, null, null));
    }

    @ParameterizedTest
    @CsvSource({
        "{'number': '301'}, 301",
        "{'country_code': '+49'}, ",
        "{'number': '301'; 'country_code': '49'}, +49301",
        "{'number': '301'; 'country_code': '+49'}, +49301"
    })
    void a_phone_number_has_its_country_code_where_it_is_known(
            String phone, @Nullable String expected) {
        var holder = json("{'phone': " + phone.replace(';', ',') + "}");

        assertThat(Address.of(holder).phone()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "{'first_name': 'Ada'; 'last_name': 'Lovelace'}, Ada Lovelace",
        "{'first_name': 'Ada'}, Ada",
        "{'last_name': 'Lovelace'}, Lovelace",
        "{}, ''"
    })
    void a_name_is_first_and_last_name_as_far_as_they_are_known(String address, String name) {
        var holder = json("{'address': " + address.replace(';', ',') + "}");

        assertThat(Address.of(holder).name()).isEqualTo(name);
    }

    @ParameterizedTest
    @CsvSource({
        "Main 1, Main, 1",
        "Am Markt 12 a, Am Markt, 12 a",
        "Kai, Kai,",
        "5th Avenue, 5th Avenue,",
        "'', ,"
    })
    void a_house_number_is_what_ends_the_first_line(
            String line, @Nullable String street, @Nullable String number) {
        var address = Address.of(json("{'address': {'line1': '" + line + "'}}"));

        assertThat(address.street()).isEqualTo(street);
        assertThat(address.houseNumber()).isEqualTo(number);
    }
}
