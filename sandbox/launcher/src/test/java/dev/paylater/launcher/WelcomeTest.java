package dev.paylater.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.launcher.process.Home;
import dev.paylater.launcher.process.Infrastructure;
import dev.paylater.launcher.process.Ports;
import dev.paylater.launcher.process.Service;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WelcomeTest {
    private static final String OFFER = "There is a mongod on this machine";

    @TempDir Path state;
    @TempDir Path programs;

    private final Ports ports = Ports.anywhereFree();

    @Test
    void a_mongod_on_the_path_is_offered_in_place_of_the_local_store() throws IOException {
        install("mongod", true);

        assertThat(welcome()).contains(OFFER).contains("./paylater up --mongodb mongodb://");
    }

    @Test
    void nothing_is_offered_where_no_program_of_that_name_can_be_run() throws IOException {
        install("mongod", false);
        install("mongodump", true);

        assertThat(welcome()).doesNotContain(OFFER).contains("MongoDB (local)");
    }

    @Test
    void nothing_is_offered_to_those_who_have_named_their_mongodb() throws IOException {
        install("mongod", true);
        servers().use(Map.of(Service.STORE, "mongodb://127.0.0.1:27018/paylater"));

        assertThat(welcome()).doesNotContain(OFFER).contains("(yours)");
    }

    private void install(String name, boolean isExecutable) throws IOException {
        var file = Files.createFile(programs.resolve(name)).toFile();
        assertThat(file.setExecutable(isExecutable)).isTrue();
    }

    private String welcome() {
        var searchPath = File.pathSeparator + programs + File.pathSeparator;
        return String.join("\n", Welcome.lines(ports, servers(), searchPath));
    }

    private Infrastructure servers() {
        return Infrastructure.of(new Home(state, state, state.resolve("apps")), ports);
    }
}
