package dev.paylater.oneprocess;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PartVariablesTest {

    @Test
    void a_part_sees_its_own_variables_and_those_of_nobody_and_no_others() {
        var divided =
                PartVariables.divided(
                        Map.of(
                                "HOME", "/home/ada",
                                "SERVER_PORT", "1",
                                "API_SERVICE__SERVER_PORT", "8080",
                                "API_SERVICE__PAYLATER_KEY_PEPPER", "1:pepper",
                                "WEBHOOK_SERVICE__PAYLATER_WEBHOOK_KEY", "1:webhook"));

        assertThat(divided)
                .isEqualTo(
                        Map.of(
                                ProcessPart.API,
                                Map.of(
                                        "HOME", "/home/ada",
                                        "SERVER_PORT", "8080",
                                        "PAYLATER_KEY_PEPPER", "1:pepper"),
                                ProcessPart.WEBHOOK,
                                Map.of(
                                        "HOME", "/home/ada",
                                        "SERVER_PORT", "1",
                                        "PAYLATER_WEBHOOK_KEY", "1:webhook")));
    }
}
