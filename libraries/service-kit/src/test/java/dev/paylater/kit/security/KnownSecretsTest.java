package dev.paylater.kit.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

class KnownSecretsTest {

    private static final Path ROOT = Path.of("..", "..");

    /** 32 bytes in Base64, as far as they stand where anybody can read them. */
    private static final Pattern SECRET = Pattern.compile("[A-Za-z0-9+/]{43}=");

    @ParameterizedTest
    @ValueSource(strings = {"encryption-key", "key-pepper", "service-key"})
    void production_does_not_start_with_a_secret_that_stands_in_this_repository(String name)
            throws IOException {
        var published =
                Stream.of("docker-compose.yml", "verification/containers/cluster.sh")
                        .flatMap(KnownSecretsTest::secretsIn)
                        .collect(Collectors.toSet());
        assertThat(published).hasSizeGreaterThanOrEqualTo(3);
        for (var secret : published) {
            for (var value : new String[] {secret, "2:" + secret + ",1:other"}) {
                assertThatThrownBy(() -> start("production", "paylater." + name, value))
                        .hasMessageContaining("PAYLATER_")
                        .hasMessageContaining("everybody knows")
                        .hasMessageNotContaining(secret);
            }
            assertThatCode(() -> start("local", "paylater." + name, secret))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void a_secret_of_ones_own_is_fine() {
        assertThatCode(
                        () ->
                                start(
                                        "production",
                                        "paylater.encryption-key",
                                        "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA="))
                .doesNotThrowAnyException();
    }

    private static Stream<String> secretsIn(String file) {
        try {
            return SECRET.matcher(Files.readString(ROOT.resolve(file)))
                    .results()
                    .map(MatchResult::group);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void start(String profile, String property, String value) {
        var environment = new StandardEnvironment();
        environment.setActiveProfiles(profile);
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource("test", Map.of(property, value)));
        new KnownSecrets(environment);
    }
}
