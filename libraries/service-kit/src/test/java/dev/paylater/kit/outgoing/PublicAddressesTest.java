package dev.paylater.kit.outgoing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.kit.outgoing.PublicAddresses.InternalAddress;
import java.net.InetAddress;
import java.net.URI;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PublicAddressesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.9.9.9",
                "0.0.0.0",
                "10.0.0.1",
                "172.16.0.1",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "198.18.0.1",
                "192.0.0.1",
                "224.0.0.1",
                "255.255.255.255",
                "::1",
                "::",
                "fe80::1",
                "fd00::1",
                "::ffff:127.0.0.1",
                "64:ff9b::7f00:1",
                "2002:7f00:1::1"
            })
    void an_internal_address_is_refused(String address) {
        var resolver = new PublicAddresses(Set.of(), false, fixed(address));

        assertThatThrownBy(() -> resolver.resolve("provider.example"))
                .isInstanceOf(InternalAddress.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"93.184.216.34", "8.8.8.8", "2606:2800:220:1:248:1893:25c8:1946"})
    void a_public_address_is_fine(String address) {
        assertThatCode(
                        () ->
                                new PublicAddresses(Set.of(), false, fixed(address))
                                        .resolve("provider.example"))
                .doesNotThrowAnyException();
    }

    @Test
    void only_named_hosts_may_be_internal() {
        var resolver = new PublicAddresses(Set.of("simulator"), false, fixed("10.0.0.1"));

        assertThatCode(() -> resolver.resolve("simulator")).doesNotThrowAnyException();
        assertThatThrownBy(() -> resolver.resolve("other")).isInstanceOf(InternalAddress.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://provider.example/v1",
                "ftp://provider.example",
                "https://user:password@provider.example",
                "https://provider.example/?x=",
                "file:///etc/passwd",
                "https:opaque"
            })
    void an_address_that_is_no_plain_https_is_refused(String base) {
        assertThat(new PublicAddresses(Set.of("simulator")).refusal(URI.create(base))).isNotNull();
    }

    @Test
    void https_is_fine_and_http_within_the_own_network_too() {
        var addresses = new PublicAddresses(Set.of("simulator"));

        assertThat(addresses.refusal(URI.create("https://provider.example/v1"))).isNull();
        assertThat(addresses.refusal(URI.create("http://simulator:8090/sandbox"))).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.1", "169.254.169.254", "fd00::1", "0.0.0.0"})
    void where_loopback_is_let_pass_the_rest_of_the_own_network_is_not(String address) {
        assertThatThrownBy(
                        () ->
                                new PublicAddresses(Set.of(), true, fixed(address))
                                        .resolve("shop.example"))
                .isInstanceOf(InternalAddress.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void loopback_is_let_pass_where_everything_runs_on_one_machine(String address) {
        assertThatCode(
                        () ->
                                new PublicAddresses(Set.of(), true, fixed(address))
                                        .resolve("localhost"))
                .doesNotThrowAnyException();
    }

    @Test
    void http_is_fine_on_one_machine_only() {
        var shop = URI.create("http://localhost:3000/hooks?from=paylater");

        assertThat(new PublicAddresses(Set.of()).withLoopback().refusal(shop, "url")).isNull();
        assertThat(new PublicAddresses(Set.of()).refusal(shop, "url"))
                .isEqualTo("url must begin with https");
    }

    private static PublicAddresses.Names fixed(String address) {
        return _ -> new InetAddress[] {InetAddress.getByName(address)};
    }
}
