package dev.paylater.local.cli.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The two folders everything lies under: the checkout, and the state that the script keeps (by
 * default {@code .paylater} in the checkout; PAYLATER_HOME puts it elsewhere).
 */
public record Home(Path checkout, Path state) {

    public static Home fromEnvironment(Map<String, String> environment) throws IOException {
        Path checkout = Path.of(environment.getOrDefault("PAYLATER_CHECKOUT", ".")).toRealPath();
        String elsewhere = environment.getOrDefault("PAYLATER_HOME", "");
        Path state = elsewhere.isBlank() ? checkout.resolve(".paylater") : Path.of(elsewhere);
        return new Home(checkout, Files.createDirectories(state).toRealPath());
    }

    public Path data() {
        return state.resolve("data");
    }

    public Path data(Service service) throws IOException {
        return Files.createDirectories(data().resolve(service.label()));
    }

    public Path log(String instanceName) throws IOException {
        return Files.createDirectories(state.resolve("logs")).resolve(instanceName + ".log");
    }

    Path pids() throws IOException {
        return Files.createDirectories(state.resolve("pids"));
    }

    Path app(String name) {
        return state.resolve("apps").resolve(name);
    }

    public Path secrets() {
        return state.resolve("secrets");
    }

    Path target(String module) {
        return checkout.resolve(module).resolve("target");
    }
}
