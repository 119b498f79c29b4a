package dev.paylater.api.key;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClientSecretsTest {

    private static final String MERCHANT = "merchant_sandbox";
    private static final String PAYMENT = "pay_01JD0000000000000000000000";

    private final ClientSecrets secrets = new ClientSecrets(Peppers.of(1));
    private final String secret = secrets.of(MERCHANT, PAYMENT);

    @Test
    void a_secret_names_its_payment_and_opens_it() {
        assertThat(secret).matches(PAYMENT + "_secret_[0-9a-f]{40}");
        assertThat(secrets.matches(MERCHANT, PAYMENT, secret)).isTrue();
    }

    @Test
    void no_part_of_a_secret_opens_the_payment() {
        for (var length = 0; length < secret.length(); length++) {
            assertThat(secrets.matches(MERCHANT, PAYMENT, secret.substring(0, length)))
                    .as("prefix of %d characters", length)
                    .isFalse();
        }
        for (var start = 1; start <= secret.length(); start++) {
            assertThat(secrets.matches(MERCHANT, PAYMENT, secret.substring(start)))
                    .as("suffix from character %d", start)
                    .isFalse();
        }
        assertThat(secrets.matches(MERCHANT, PAYMENT, secret + "0")).isFalse();
    }

    @Test
    void a_secret_with_one_other_character_opens_nothing() {
        for (var i = 0; i < secret.length(); i++) {
            var other = secret.charAt(i) == 'x' ? 'y' : 'x';
            var changed = secret.substring(0, i) + other + secret.substring(i + 1);
            assertThat(secrets.matches(MERCHANT, PAYMENT, changed)).as(changed).isFalse();
        }
    }

    @Test
    void a_shopper_who_has_a_secret_goes_on_while_the_pepper_is_exchanged() {
        var rotated = new ClientSecrets(Peppers.of(2, 1));
        assertThat(rotated.matches(MERCHANT, PAYMENT, secret)).isTrue();

        var fresh = rotated.of(MERCHANT, PAYMENT);
        assertThat(fresh).isNotEqualTo(secret);
        assertThat(new ClientSecrets(Peppers.of(1, 2)).matches(MERCHANT, PAYMENT, fresh)).isTrue();

        var afterwards = new ClientSecrets(Peppers.of(2));
        assertThat(afterwards.matches(MERCHANT, PAYMENT, fresh)).isTrue();
        assertThat(afterwards.matches(MERCHANT, PAYMENT, secret)).isFalse();
    }

    @Test
    void a_secret_is_of_one_payment_of_one_merchant() {
        assertThat(secrets.matches("merchant_other", PAYMENT, secret)).isFalse();
        assertThat(secrets.matches(MERCHANT, PAYMENT.replace("01JD", "01JE"), secret)).isFalse();
    }
}
