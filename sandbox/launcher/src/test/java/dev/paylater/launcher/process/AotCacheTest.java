package dev.paylater.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AotCacheTest {
    private static final Instant BUILT = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir Path state;

    private Home home = new Home(Path.of(""), Path.of(""), Path.of(""));
    private Program api = new Program("", Path.of(""));

    @BeforeEach
    void build() throws IOException {
        home = new Home(state, state, state.resolve("apps"));
        api = new Apps(home).program(Service.API);
        write(api.jar(), BUILT);
    }

    @Test
    void without_training_there_is_nothing_to_use() throws Exception {
        assertThat(cache(false).options(api)).isEmpty();
    }

    @Test
    void what_a_training_run_wrote_is_used_by_the_next_start() throws Exception {
        String recording = cache(true).options(api).getFirst();
        Path written = Path.of(recording.substring("-XX:AOTCacheOutput=".length()));
        write(written, BUILT.plusSeconds(60));

        assertThat(cache(true).adopt(List.of(api))).containsExactly(api);

        assertThat(cache(false).options(api))
                .contains("-XX:AOTCache=" + home.aotCache(api.label()));
        assertThat(written).doesNotExist();
    }

    @Test
    void a_cache_of_an_older_build_is_not_used() throws Exception {
        write(home.aotCache(api.label()), BUILT.minusSeconds(60));

        assertThat(cache(false).options(api)).isEmpty();
    }

    @Test
    void training_is_complete_when_every_program_has_its_cache() throws Exception {
        List<Program> both =
                List.of(new Apps(home).program(Service.REGISTRY), new Apps(home).oneProcess());
        for (Program program : both) {
            assertThat(cache(false).isComplete(both)).isFalse();
            write(program.jar(), BUILT);
            write(home.aotCache(program.label()), BUILT.plusSeconds(60));
        }

        assertThat(cache(false).isComplete(both)).isTrue();
    }

    private AotCache cache(boolean recording) {
        return new AotCache(home, recording);
    }

    private static void write(Path file, Instant time) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "");
        Files.setLastModifiedTime(file, FileTime.from(time));
    }
}
