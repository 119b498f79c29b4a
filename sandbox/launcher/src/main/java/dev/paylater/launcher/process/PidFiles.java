package dev.paylater.launcher.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/** Remembers in one small file per process what was started, for the next call of the script. */
public final class PidFiles {
    private static final String SUFFIX = ".pid";
    private static final Comparator<Instance> IN_ORDER =
            Comparator.comparing(Instance::service).thenComparingInt(Instance::number);

    private final Path folder;

    PidFiles(Path folder) {
        this.folder = folder;
    }

    public static PidFiles of(Home home) throws IOException {
        return new PidFiles(home.pids());
    }

    /** Every process that was started and not stopped, dead ones included. */
    public List<Instance> all() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX))
                    .map(PidFiles::read)
                    .flatMap(Optional::stream)
                    .sorted(IN_ORDER)
                    .toList();
        }
    }

    public List<Instance> running() throws IOException {
        return all().stream().filter(Instance::isAlive).toList();
    }

    public List<Instance> running(Service service) throws IOException {
        return running().stream().filter(instance -> instance.service() == service).toList();
    }

    void write(Instance instance) throws IOException {
        var lines = new Properties();
        lines.setProperty("service", instance.service().label());
        lines.setProperty("number", Integer.toString(instance.number()));
        lines.setProperty("pid", Long.toString(instance.pid()));
        lines.setProperty("port", Integer.toString(instance.port()));
        lines.setProperty("startedAt", instance.startedAt().toString());
        Path partial = folder.resolve(instance.name() + ".tmp");
        try (var out = Files.newBufferedWriter(partial)) {
            lines.store(out, null);
        }
        Files.move(partial, file(instance), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }

    void remove(Instance instance) throws IOException {
        Files.deleteIfExists(file(instance));
    }

    private Path file(Instance instance) {
        return folder.resolve(instance.name() + SUFFIX);
    }

    /**
     * A file that is damaged, or that another call of the script has removed since the folder was
     * listed, names no process.
     */
    private static Optional<Instance> read(Path file) {
        var lines = new Properties();
        try (var in = Files.newBufferedReader(file)) {
            lines.load(in);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            return Service.named(lines.getProperty("service", ""))
                    .map(
                            service ->
                                    new Instance(
                                            service,
                                            Integer.parseInt(lines.getProperty("number", "")),
                                            Long.parseLong(lines.getProperty("pid", "")),
                                            Integer.parseInt(lines.getProperty("port", "")),
                                            Instant.parse(lines.getProperty("startedAt", ""))));
        } catch (IllegalArgumentException | java.time.DateTimeException e) {
            return Optional.empty();
        }
    }
}
