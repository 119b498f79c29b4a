package dev.paylater.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A program of samples/, run as it stands; what it prints goes to a file. */
final class Sample implements AutoCloseable {

    private static final Path SAMPLES = Path.of("..", "..", "samples");
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Process process;
    private final Path out;

    private Sample(Process process, Path out) {
        this.process = process;
        this.out = out;
    }

    /** In Node, with what npm installs; without npm the test is skipped, and says so. */
    static Sample node(String name, String program, Path folder, Map<String, String> environment)
            throws IOException, InterruptedException {
        for (var file : List.of("package.json", program)) {
            Files.copy(SAMPLES.resolve(name).resolve(file), folder.resolve(file));
        }
        assumeTrue(isInstalled(folder), "npm cannot install what samples/" + name + " needs");
        return start(List.of("node", program), folder, environment);
    }

    /** In Java, from its module's classes and what they need. */
    static Sample java(String name, String main, Path folder, Map<String, String> environment)
            throws IOException {
        var target = SAMPLES.resolve(name).resolve("target").toAbsolutePath().normalize();
        return start(
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        target.resolve("classes") + ":" + target.resolve("lib") + "/*",
                        main),
                folder,
                environment);
    }

    private static Sample start(List<String> command, Path folder, Map<String, String> environment)
            throws IOException {
        var out = folder.resolve("out");
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().putAll(environment);
        return new Sample(
                builder.redirectErrorStream(true).redirectOutput(out.toFile()).start(), out);
    }

    /** The paylater script with a command that does not end by itself. */
    static Sample script(Path folder, String... arguments) throws IOException {
        var command =
                new ArrayList<>(List.of("bash", Script.root().resolve("paylater").toString()));
        command.addAll(List.of(arguments));
        return start(command, folder, Map.of("PAYLATER_BUILD", "skip"));
    }

    private static boolean isInstalled(Path folder) throws InterruptedException {
        try {
            return new ProcessBuilder("npm", "install", "--no-audit", "--no-fund")
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve("npm.log").toFile())
                            .start()
                            .waitFor(2, TimeUnit.MINUTES)
                    && Files.exists(folder.resolve("node_modules"));
        } catch (IOException e) {
            return false;
        }
    }

    void await(String text) throws IOException {
        await(Pattern.compile(Pattern.quote(text)));
    }

    /** What it has printed, once it has. */
    MatchResult await(Pattern text) throws IOException {
        var end = Instant.now().plus(PATIENCE);
        while (true) {
            var found = text.matcher(Files.readString(out, UTF_8));
            if (found.find()) {
                return found;
            }
            assertThat(Instant.now()).as("%s in %s", text, Files.readString(out)).isBefore(end);
            MerchantClient.pause();
        }
    }

    /** As Ctrl-C does. */
    void interrupt() throws InterruptedException {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
