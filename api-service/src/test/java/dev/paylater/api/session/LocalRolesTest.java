package dev.paylater.api.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.key.Role;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.StandardEnvironment;

/** A role without a key is for a developer's machine. */
class LocalRolesTest {

    @Test
    void outside_of_the_local_profile_no_role_is_enough() {
        var production = new LocalRoles(new StandardEnvironment());
        assertThat(production.all()).isEmpty();
        assertThat(production.key("owner")).isEmpty();
        assertThat(production.merchantsKeyId()).isEmpty();
    }

    @Test
    void in_the_local_profile_a_role_is_worth_a_key_with_it_and_the_one_time_token_is_none() {
        var environment = new StandardEnvironment();
        environment.setActiveProfiles("local");
        var local = new LocalRoles(environment);
        assertThat(local.all())
                .containsExactly(Role.OWNER, Role.OPERATOR, Role.SUPPORT, Role.READ_ONLY);
        assertThat(local.key("read_only").orElseThrow().role()).isEqualTo(Role.READ_ONLY);
        assertThat(local.key("bootstrap")).isEmpty();
        assertThat(local.key("nobody")).isEmpty();
        assertThat(local.merchantsKeyId()).contains("key_sk_sandbox");
    }
}
