package dev.paylater.connector.kit;

import static dev.paylater.connector.kit.Contexts.json;
import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Address holders as the interface (2.5) writes them. */
final class AddressTest {

    private static final Address NOBODY =
            new Address(null, null, null, null, null, null, null, null, null, null, null);

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

        assertThat(Address.of(holder, null))
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
        assertThat(Address.of(json("{'address': {'city': ''}, 'email': null}"), null))
                .isEqualTo(
                        new Address(
                                null, null, null, null, null, null, null, null, null, null, null));
    }

    @ParameterizedTest
    @CsvSource({
        "{'number': '0301234567'}, , , ",
        "{'number': '0301234567'}, , DE, +49301234567",
        "{'number': '0301234567'}, AT, DE, +43301234567",
        "{'country_code': '+49'}, , DE, ",
        "{'number': '0301234567'; 'country_code': '49'}, AT, AT, +49301234567",
        "{'number': '0301234567'; 'country_code': '+49'}, , , +49301234567"
    })
    void a_phone_numbers_country_is_its_codes_else_the_addresss_else_the_customers(
            String phone,
            @Nullable String country,
            @Nullable String home,
            @Nullable String expected) {
        var address = country == null ? "{}" : "{'country': '" + country + "'}";
        var holder = json("{'phone': " + phone.replace(';', ',') + ", 'address': " + address + "}");

        assertThat(Address.of(holder, home).phone()).isEqualTo(expected);
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

        assertThat(Address.of(holder, null).name()).isEqualTo(name);
    }

    /** Given first and last name, the customer's name, and what comes of them. */
    @ParameterizedTest
    @CsvSource({
        "Ada, Lovelace, Bob Jones, Ada, Lovelace",
        ", , Ada May Jones, Ada May, Jones",
        ", , ' Ada Jones ', Ada, Jones",
        ", , Ada, Ada, ",
        ", , \u0645\u0646\u0649 \u0627\u0644\u0642\u062d\u0637\u0627\u0646\u064a,"
                + " \u0645\u0646\u0649, \u0627\u0644\u0642\u062d\u0637\u0627\u0646\u064a",
        "Ada, , Ada May Jones, Ada, May Jones",
        "Ada, , Bob Jones, Ada, ",
        "Ada, , Adam Jones, Ada, ",
        ", Jones, Ada May Jones, Ada May, Jones",
        ", Jones, Bob Smith, , Jones",
        ", , , , "
    })
    void a_name_is_filled_from_what_is_known_and_no_given_name_is_replaced(
            @Nullable String first,
            @Nullable String last,
            @Nullable String known,
            @Nullable String sentFirst,
            @Nullable String sentLast) {
        var address = NOBODY.withFirstName(first).withLastName(last).named(known);

        assertThat(address.firstName()).isEqualTo(sentFirst);
        assertThat(address.lastName()).isEqualTo(sentLast);
    }

    /** The first line as given, and what a provider with two fields for it is sent. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Main 1 | Main | 1",
                "Hauptstr. 12a | Hauptstr. | 12a",
                "Am Markt 12 a | Am Markt | 12 a",
                "Hauptstr. 12-14 | Hauptstr. | 12-14",
                "Hauptstr. 12a-14b | Hauptstr. | 12a-14b",
                "Hauptstr. 12\u201314 | Hauptstr. | 12\u201314",
                "Am Park 28 - 30 | Am Park | 28 - 30",
                "Am Markt 3/4 | Am Markt | 3/4",
                "Hauptstr. 1a-c | Hauptstr. | 1a-c",
                "Via Puglia, 58 | Via Puglia | 58",
                "Rue du Bac 12 bis | Rue du Bac | 12 bis",
                "12 rue de Rivoli | rue de Rivoli | 12",
                "12, rue de Rivoli | rue de Rivoli | 12",
                "12 bis rue du Bac | rue du Bac | 12 bis",
                "10-12 High Street | High Street | 10-12",
                "221B Baker Street | Baker Street | 221B",
                "Straße des 17. Juni 135 | Straße des 17. Juni | 135",
                "17. Juni Platz 3 | 17. Juni Platz | 3",
                "Kai | Kai |",
                "5th Avenue | 5th Avenue |",
                "10 B Street | B Street | 10",
                "Postfach 1234 | Postfach 1234 |",
                "P.O. Box 77 | P.O. Box 77 |",
                "Packstation 145 | Packstation 145 |",
                "C 4 12 | C 4 12 |",
                "L 15 | L 15 |",
                "Hauptstr. 5 Apt 4 | Hauptstr. 5 Apt 4 |",
                "Hauptstr. 5, Whg. 4 | Hauptstr. 5, Whg. 4 |",
                "Hauptstr. Top 5 | Hauptstr. Top 5 |",
                "Hauptstr. 12 Hinterhaus | Hauptstr. 12 Hinterhaus |",
                "Hauptstr. 12.5 | Hauptstr. 12.5 |",
                "12 14 | 12 14 |",
                "12 rue de Rivoli 5 | 12 rue de Rivoli 5 |",
                "'' | |"
            })
    void a_line_is_split_only_where_its_house_number_is_certain(
            String line, @Nullable String street, @Nullable String number) {
        var address = NOBODY.withLine1(line.isEmpty() ? null : line);

        assertThat(address.street()).isEqualTo(street);
        assertThat(address.houseNumber()).isEqualTo(number);
    }
}
