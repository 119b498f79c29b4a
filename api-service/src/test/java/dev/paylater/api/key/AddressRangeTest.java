package dev.paylater.api.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRangeTest {

    @ParameterizedTest
    @CsvSource({
        "203.0.113.0/24, 203.0.113.255, true",
        "203.0.113.0/24, 203.0.112.255, false",
        "203.0.113.0/24, 203.0.114.0, false",
        "203.0.113.128/25, 203.0.113.127, false",
        "203.0.113.128/25, 203.0.113.128, true",
        "203.0.113.7, 203.0.113.7, true",
        "203.0.113.7, 203.0.113.6, false",
        "203.0.113.7/32, 203.0.113.6, false",
        "0.0.0.0/0, 8.8.8.8, true",
        "0.0.0.0/0, ::1, false",
        "::/0, 8.8.8.8, false",
        "2001:db8::/33, 2001:db8:7fff::1, true",
        "2001:db8::/33, 2001:db8:8000::1, false",
        "::1, ::1, true",
        // What a socket says of a caller over IPv4 that is written as IPv6 is an IPv4 address.
        "10.0.0.0/8, ::ffff:10.1.2.3, true",
    })
    void a_range_has_the_addresses_that_begin_with_its_bits(
            String range, String address, boolean contains) {
        assertThat(AddressRange.of(range).contains(InetAddress.ofLiteral(address)))
                .isEqualTo(contains);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost",
                "shop.example",
                "10.1",
                "10",
                "256.0.0.1",
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "10.0.0.0/",
                "10.0.0.0/8/8",
                "10.0.0.1/8",
                "::1/129",
                "2001:db8::1/32",
                "fe80::1%eth0",
                "::ffff:10.0.0.1",
                ":",
                "::ffff:10.0.0.0/104",
                " 10.0.0.1",
            })
    void whatever_is_no_address_or_range_is_refused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> AddressRange.of(text));
    }
}
