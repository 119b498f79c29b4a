package dev.paylater.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.launcher.compose.ServiceSources;
import dev.paylater.ops.console.UserProblem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SecretsTest {
    @TempDir Path folder;

    @Test
    void are_drawn_once_and_kept() throws Exception {
        var first = Secrets.in(folder.resolve("secrets"));
        var second = Secrets.in(folder.resolve("secrets"));

        assertThat(second).isEqualTo(first).hasSize(4);
        assertThat(first.values())
                .doesNotHaveDuplicates()
                .allSatisfy(
                        secret -> {
                            assertThat(secret).startsWith("1:");
                            assertThat(Base64.getDecoder().decode(secret.substring(2))).hasSize(32);
                        });
    }

    /** As the service's own settings say, not as the launcher does. */
    @ParameterizedTest
    @EnumSource(names = {"ORCHESTRATOR", "CONNECTOR", "REFUND", "WEBHOOK", "API"})
    void each_service_gets_the_keys_that_its_settings_name_and_no_others(Service service)
            throws Exception {
        var named = ServiceSources.of(Path.of("..", ".."), List.of(service.label())).required();
        named.retainAll(Secrets.in(folder.resolve("secrets")).keySet());

        assertThat(Secrets.readBy(service)).isEqualTo(named);
    }

    @Test
    void are_for_their_owner_only() throws Exception {
        Secrets.in(folder.resolve("secrets"));

        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(folder.resolve("secrets"))))
                .isEqualTo("rw-------");
    }

    @Test
    void a_file_of_an_older_version_is_refused_with_what_to_do() throws Exception {
        Files.writeString(
                folder.resolve("secrets"),
                """
                PAYLATER_ENCRYPTION_KEY=1:abc
                PAYLATER_KEY_PEPPER=1:abc
                PAYLATER_SERVICE_KEY=abc
                """);

        assertThatThrownBy(() -> Secrets.in(folder.resolve("secrets")))
                .isInstanceOf(UserProblem.class)
                .hasMessageContaining("down --wipe");
    }

    @Test
    void half_a_file_is_refused() throws Exception {
        Files.writeString(folder.resolve("secrets"), "PAYLATER_SERVICE_KEY=abc\n");

        assertThatThrownBy(() -> Secrets.in(folder.resolve("secrets")))
                .isInstanceOf(UserProblem.class)
                .hasMessageContaining("PAYLATER_ENCRYPTION_KEY");
    }
}
