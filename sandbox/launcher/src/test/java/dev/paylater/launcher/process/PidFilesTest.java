package dev.paylater.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PidFilesTest {
    @TempDir Path folder;

    private PidFiles files = new PidFiles(Path.of(""));

    @BeforeEach
    void open() {
        files = new PidFiles(folder);
    }

    @Test
    void a_process_is_found_again_by_the_next_call() throws Exception {
        Instance self = thisProcess(Service.CONNECTOR, 2);

        files.write(self);

        assertThat(files.running()).containsExactly(self);
        assertThat(self.name()).isEqualTo("connector-service-2");
    }

    @Test
    void a_process_id_that_a_stranger_has_got_meanwhile_counts_as_dead() throws Exception {
        Instance self = thisProcess(Service.API, 1);
        var stale =
                new Instance(
                        self.service(),
                        self.number(),
                        self.pid(),
                        self.port(),
                        self.startedAt().minus(Duration.ofHours(1)));

        files.write(stale);

        assertThat(files.all()).containsExactly(stale);
        assertThat(files.running()).isEmpty();
    }

    @Test
    void a_damaged_file_is_as_good_as_none() throws Exception {
        Files.writeString(folder.resolve("kafka.pid"), "service=kafka\npid=");

        assertThat(files.all()).isEmpty();
    }

    @Test
    void a_file_that_another_call_removes_while_the_folder_is_read_is_as_good_as_none()
            throws Exception {
        // A listed name without a file behind it, as at the moment of the other call's removal.
        Files.createSymbolicLink(folder.resolve("kafka.pid"), folder.resolve("removed"));
        var self = thisProcess(Service.API, 1);
        files.write(self);

        assertThat(files.running()).containsExactly(self);
    }

    @Test
    void instances_are_listed_in_the_order_in_which_they_start() throws Exception {
        files.write(thisProcess(Service.API, 1));
        files.write(thisProcess(Service.CONNECTOR, 10));
        files.write(thisProcess(Service.CONNECTOR, 2));
        files.write(thisProcess(Service.KAFKA, 1));

        assertThat(files.all())
                .extracting(Instance::name)
                .containsExactly(
                        "kafka", "connector-service-2", "connector-service-10", "api-service");
    }

    private static Instance thisProcess(Service service, int number) {
        ProcessHandle self = ProcessHandle.current();
        Instant start = self.info().startInstant().orElseThrow();
        return new Instance(service, number, self.pid(), 1234, start);
    }
}
