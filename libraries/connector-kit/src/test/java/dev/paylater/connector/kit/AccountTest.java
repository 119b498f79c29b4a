package dev.paylater.connector.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class AccountTest {

    private static final Account ACCOUNT =
            Contexts.account(
                    Map.of("key", new Secret("k")),
                    new Secret("hook"),
                    Map.of(
                            "region", "\"eu\"",
                            "wait", "1500",
                            "fast", "true",
                            "slow", "false",
                            "never", "\"soon\""));

    @Test
    void a_setting_of_the_account_wins_over_what_is_usual() {
        assertThat(ACCOUNT.setting("region", "us")).isEqualTo("eu");
        assertThat(ACCOUNT.setting("zone", "us")).isEqualTo("us");
    }

    @Test
    void a_flag_is_what_the_account_says_else_what_is_usual() {
        assertThat(ACCOUNT.flag("fast", false)).isTrue();
        assertThat(ACCOUNT.flag("slow", true)).isFalse();
        assertThat(ACCOUNT.flag("absent", true)).isTrue();
        assertThat(ACCOUNT.flag("absent", false)).isFalse();
    }

    @Test
    void a_duration_is_a_number_of_milliseconds() {
        assertThat(ACCOUNT.millis("wait")).isEqualTo(Duration.ofMillis(1500));
        assertThat(ACCOUNT.millis("never")).isNull();
        assertThat(ACCOUNT.millis("absent")).isNull();
    }

    @Test
    void an_account_that_signs_in_differently_is_else_the_same() {
        assertThat(ACCOUNT.withCredentials(Map.of("token", new Secret("t"))))
                .isEqualTo(
                        new Account(
                                "mca_1",
                                "merchant_1",
                                "any",
                                null,
                                Map.of("token", new Secret("t")),
                                new Secret("hook"),
                                ACCOUNT.settings()));
    }

    @Test
    void a_credential_is_required() {
        assertThat(ACCOUNT.credential("key")).isEqualTo("k");
        assertThatThrownBy(() -> ACCOUNT.credential("token"))
                .isInstanceOf(BadAccount.class)
                .hasMessage("credential token is missing");
    }

    @Test
    void a_secret_shows_nothing_of_itself() {
        assertThat(new Secret("k")).hasToString("***");
    }
}
