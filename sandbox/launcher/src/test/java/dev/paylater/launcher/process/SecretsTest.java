package dev.paylater.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
                .isInstanceOf(Problem.class)
                .hasMessageContaining("down --wipe");
    }

    @Test
    void half_a_file_is_refused() throws Exception {
        Files.writeString(folder.resolve("secrets"), "PAYLATER_SERVICE_KEY=abc\n");

        assertThatThrownBy(() -> Secrets.in(folder.resolve("secrets")))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("PAYLATER_ENCRYPTION_KEY");
    }
}
