package dev.paylater.e2e.gameday;

import dev.paylater.e2e.RunningProcess;
import dev.paylater.e2e.drill.Services;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The clock of one instance jumps ahead, by libfaketime. */
final class ClockStep implements Trouble {

    private static final String SERVICE = "refund-service";
    private static final Path LIBRARIES = Path.of("/usr/lib");
    private static final String LIBRARY = "libfaketimeMT.so.1";

    private Path clock = Path.of("");

    @Override
    public String name() {
        return "clock-step";
    }

    @Override
    public String meaning() {
        return "the clock of a second " + SERVICE + " jumps 30 s ahead";
    }

    @Override
    public Alert alert() {
        return new Alert("PaylaterClockWrong", Map.of("job", SERVICE));
    }

    private static Stream<Path> library() throws IOException {
        try (var found = Files.find(LIBRARIES, 3, (file, _) -> file.endsWith(LIBRARY))) {
            return found.toList().stream();
        }
    }

    @Override
    public String obstacle() {
        try {
            return library().findAny().isPresent()
                    ? ""
                    : LIBRARY + " (Debian's package libfaketime) is not installed";
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Override
    public void prepare() throws IOException {
        clock = Files.createTempFile("clock", "");
        step(0);
        Services.start(
                Map.of(
                        "LD_PRELOAD",
                        library().findAny().orElseThrow().toString(),
                        "FAKETIME_TIMESTAMP_FILE",
                        clock.toString(),
                        "FAKETIME_NO_CACHE",
                        "1",
                        "FAKETIME_DONT_FAKE_MONOTONIC",
                        "1"),
                SERVICE,
                2);
    }

    private void step(int seconds) throws IOException {
        Files.writeString(clock, "+" + seconds + "s");
    }

    @Override
    public void begin() throws IOException {
        step(30);
    }

    @Override
    public List<Step> runbook() {
        return List.of(new Step("mend the time synchronization", () -> step(0)));
    }

    @Override
    public boolean isOver(Prometheus prometheus) {
        return prometheus.value("max(abs(paylater_clock_difference_seconds))").orElse(60) < 1;
    }

    @Override
    public void cleanUp() {
        var instances = RunningProcess.of(SERVICE);
        if (instances.size() > 1) {
            Services.stop(instances.getLast());
        }
    }
}
