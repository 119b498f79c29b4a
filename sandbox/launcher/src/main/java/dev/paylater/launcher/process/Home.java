package dev.paylater.launcher.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The folders everything lies under: the checkout, the state that the script keeps (by default
 * {@code .paylater} in the checkout; PAYLATER_HOME puts it elsewhere), and in it the programs as
 * they are run.
 */
public record Home(Path checkout, Path state, Path apps) {
    static final String VERSION = "0.1.0-SNAPSHOT";

    private static final List<String> FOLDERS = List.of("", "libraries", "sandbox", "verification");

    public static Home fromEnvironment(Map<String, String> environment) throws IOException {
        Path checkout = Path.of(environment.getOrDefault("PAYLATER_CHECKOUT", ".")).toRealPath();
        String elsewhere = environment.getOrDefault("PAYLATER_HOME", "");
        Path state = elsewhere.isBlank() ? checkout.resolve(".paylater") : Path.of(elsewhere);
        Path real = Files.createDirectories(state).toRealPath();
        return new Home(checkout, real, real.resolve("apps"));
    }

    /** A second stack beside the real one, with the same programs and nothing else in common. */
    public Home forTraining() throws IOException {
        Path training = Files.createDirectories(state.resolve("training"));
        return new Home(checkout, training, apps);
    }

    Path aotCache(String program) {
        return apps.resolve("aot").resolve(program + ".aot");
    }

    public Path data() {
        return state.resolve("data");
    }

    public Path data(Service service) throws IOException {
        return Files.createDirectories(data().resolve(service.label()));
    }

    public Path log(String instanceName) throws IOException {
        return logs().resolve(instanceName + ".log");
    }

    Path logs() throws IOException {
        return Files.createDirectories(state.resolve("logs"));
    }

    Path pids() throws IOException {
        return Files.createDirectories(state.resolve("pids"));
    }

    Path app(String name) {
        return apps.resolve(name);
    }

    public Path secrets() {
        return state.resolve("secrets");
    }

    /** What the build makes of a module; its libraries lie beside it. */
    public Path jar(String module) {
        return target(module).resolve("%s-%s.jar".formatted(module, VERSION));
    }

    /** Where the build puts what it makes of a module, whichever folder the module lies in. */
    Path target(String module) {
        return FOLDERS.stream()
                .map(folder -> checkout.resolve(folder).resolve(module))
                .filter(Files::isDirectory)
                .findFirst()
                .orElseGet(() -> checkout.resolve(module))
                .resolve("target");
    }
}
