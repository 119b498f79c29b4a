package dev.paylater.kit.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CustomerAddressesTest {

    private static final String PUBLIC_URL = "https://pay.example/";
    private static final CustomerAddresses ADDRESSES =
            new CustomerAddresses(PUBLIC_URL, Rings.of(2, 1));

    private static String proofOf(String address) {
        return address.substring(address.indexOf("?proof=") + "?proof=".length());
    }

    @Test
    void an_address_is_that_of_the_interface_with_a_proof() {
        assertThat(ADDRESSES.wayBack("p", "m", "c"))
                .matches(
                        "https://pay\\.example/payments/p/m/redirect/response/c\\?proof=[0-9a-f]{32}");
        assertThat(ADDRESSES.wayOut("p", "m", "p_1"))
                .matches("https://pay\\.example/payments/redirect/p/m/p_1\\?proof=[0-9a-f]{32}");
    }

    @Test
    void a_proof_is_good_for_one_address() {
        var back = proofOf(ADDRESSES.wayBack("p", "m", "c"));
        assertThat(ADDRESSES.isWayBack("p", "m", "c", back)).isTrue();
        assertThat(ADDRESSES.isWayBack("q", "m", "c", back)).isFalse();
        assertThat(ADDRESSES.isWayBack("p", "n", "c", back)).isFalse();
        assertThat(ADDRESSES.isWayBack("p", "m", "d", back)).isFalse();
        assertThat(ADDRESSES.isWayOut("p", "m", "c", back)).isFalse();
        assertThat(ADDRESSES.isWayBack("p", "m", "c", back.substring(1))).isFalse();
        assertThat(ADDRESSES.isWayBack("p", "m", "c", null)).isFalse();
        var out = proofOf(ADDRESSES.wayOut("p", "m", "p_1"));
        assertThat(ADDRESSES.isWayOut("p", "m", "p_1", out)).isTrue();
        assertThat(ADDRESSES.isWayOut("p", "m", "p_2", out)).isFalse();
    }

    @Test
    void what_a_provider_puts_behind_it_with_a_second_question_mark_is_no_part_of_it() {
        var back = proofOf(ADDRESSES.wayBack("p", "m", "c"));
        assertThat(ADDRESSES.isWayBack("p", "m", "c", back + "?orderId=7")).isTrue();
    }

    @Test
    void while_keys_are_exchanged_a_customer_who_is_on_the_way_comes_back() {
        var before = proofOf(new CustomerAddresses(PUBLIC_URL, Rings.of(1)).wayBack("p", "m", "c"));
        assertThat(ADDRESSES.isWayBack("p", "m", "c", before)).isTrue();
        assertThat(new CustomerAddresses(PUBLIC_URL, Rings.of(2)).isWayBack("p", "m", "c", before))
                .isFalse();
    }
}
