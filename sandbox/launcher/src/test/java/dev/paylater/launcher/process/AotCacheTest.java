package dev.paylater.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AotCacheTest {
    private static final Instant BUILT = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir Path state;

    private Home home = new Home(Path.of(""), Path.of(""), Path.of(""));

    @BeforeEach
    void build() throws IOException {
        home = new Home(state, state, state.resolve("apps"));
        write(new Apps(home).jar(Service.API), BUILT);
    }

    @Test
    void without_training_there_is_nothing_to_use() throws Exception {
        assertThat(cache(false).options(Service.API)).isEmpty();
    }

    @Test
    void what_a_training_run_wrote_is_used_by_the_next_start() throws Exception {
        String recording = cache(true).options(Service.API).getFirst();
        Path written = Path.of(recording.substring("-XX:AOTCacheOutput=".length()));
        write(written, BUILT.plusSeconds(60));

        assertThat(cache(true).adopt()).containsExactly(Service.API);

        assertThat(cache(false).options(Service.API))
                .contains("-XX:AOTCache=" + home.aotCache(Service.API));
        assertThat(written).doesNotExist();
    }

    @Test
    void a_cache_of_an_older_build_is_not_used() throws Exception {
        write(home.aotCache(Service.API), BUILT.minusSeconds(60));

        assertThat(cache(false).options(Service.API)).isEmpty();
    }

    @Test
    void training_is_complete_when_every_service_has_its_cache() throws Exception {
        for (Service service : Service.values()) {
            assertThat(cache(false).isComplete()).isFalse();
            write(new Apps(home).jar(service), BUILT);
            write(home.aotCache(service), BUILT.plusSeconds(60));
        }

        assertThat(cache(false).isComplete()).isTrue();
    }

    private AotCache cache(boolean recording) {
        return new AotCache(home, new Apps(home), recording);
    }

    private static void write(Path file, Instant time) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "");
        Files.setLastModifiedTime(file, FileTime.from(time));
    }
}
