package dev.paylater.e2e.gameday;

import dev.paylater.e2e.RunningProcess;
import dev.paylater.e2e.drill.Services;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The disk of one instance fills: a small one, which is mounted for it in memory. */
final class FullDisk implements Trouble {

    private static final String SERVICE = "refund-service";
    private static final int SIZE = 16 << 20;

    private Path disk = Path.of("");

    @Override
    public String name() {
        return "full-disk";
    }

    @Override
    public String meaning() {
        return "the disk of a second " + SERVICE + " fills";
    }

    @Override
    public Alert alert() {
        return new Alert("PaylaterDiskFull", Map.of("job", SERVICE));
    }

    @Override
    public String obstacle() {
        return System.getProperty("user.name").equals("root")
                ? ""
                : "only root may mount a disk of its own";
    }

    @Override
    public void prepare() throws Exception {
        disk = Files.createTempDirectory("disk");
        run("mount", "-t", "tmpfs", "-o", "size=" + SIZE, "tmpfs", disk.toString());
        Services.start(
                Map.of(
                        "PAYLATER_JAVA_OPTS_REFUND_SERVICE",
                        "-Dmanagement.metrics.system.diskspace.paths=" + disk),
                SERVICE,
                2);
    }

    private Path logs() {
        return disk.resolve("old.log");
    }

    @Override
    public void begin() throws IOException {
        Files.write(logs(), new byte[SIZE - (SIZE >> 6)]);
    }

    @Override
    public List<Step> runbook() {
        return List.of(new Step("remove old logs", () -> Files.delete(logs())));
    }

    @Override
    public boolean isOver(Prometheus prometheus) {
        var free = "min(disk_free_bytes{job=\"%s\"} / disk_total_bytes)".formatted(SERVICE);
        return prometheus.value(free).orElse(0) > 0.1;
    }

    @Override
    public void cleanUp() throws Exception {
        var instances = RunningProcess.of(SERVICE);
        if (instances.size() > 1) {
            Services.stop(instances.getLast());
        }
        run("umount", disk.toString());
    }

    private static void run(String... command) throws IOException, InterruptedException {
        var process = new ProcessBuilder(command).inheritIO().start();
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " ended with " + process.exitValue());
        }
    }
}
