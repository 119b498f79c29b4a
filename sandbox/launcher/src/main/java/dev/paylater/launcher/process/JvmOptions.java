package dev.paylater.launcher.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How much each JVM may take: together they must fit a small laptop beside an IDE. */
public record JvmOptions(Map<String, String> environment, AotCache aot) {
    /**
     * What machines read must not depend on whose machine it is: an Arabic one has other digits, a
     * Turkish one another capital i. People are written to in the language of the shopper.
     */
    public static final List<String> LOCALE =
            List.of("-Duser.language=en", "-Duser.country=US", "-Duser.timezone=UTC");

    private static final List<String> COMMON =
            List.of(
                    "-XX:+UseSerialGC",
                    "-XX:+UseCompactObjectHeaders",
                    "-Xss512k",
                    "-XX:TrimNativeHeapInterval=10000",
                    "-XX:+ExitOnOutOfMemoryError",
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow");

    /** Where Linux says which memory may lie in large pages; other systems have no such file. */
    private static final Path HUGE_PAGES = Path.of("/sys/kernel/mm/transparent_hugepage/enabled");

    static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    List<String> of(Service service, Program program) throws IOException {
        List<String> options = common(program, heap(service));
        if (service == Service.REGISTRY) {
            // It answers a few dozen calls in its life: the second compiler only costs memory.
            options.add("-XX:TieredStopAtLevel=1");
        }
        options.addAll(extra("PAYLATER_JAVA_OPTS"));
        options.addAll(extra("PAYLATER_JAVA_OPTS_" + variableOf(service)));
        return options;
    }

    /** One heap for all, with the room of the largest part for what any of them needs at times. */
    List<String> ofOneProcess(Program program) throws IOException {
        List<String> options = common(program, List.of("-Xmx768m", "-Xmn64m"));
        options.addAll(extra("PAYLATER_JAVA_OPTS"));
        return options;
    }

    private List<String> common(Program program, List<String> heap) throws IOException {
        List<String> options = new ArrayList<>(LOCALE);
        options.addAll(COMMON);
        if (Files.isReadable(HUGE_PAGES) && !Files.readString(HUGE_PAGES).contains("[never]")) {
            options.add("-XX:+UseTransparentHugePages");
        }
        options.addAll(heap);
        options.addAll(aot.options(program));
        return options;
    }

    /** The young generation is touched as a whole, so its size is what an idle service occupies. */
    private static List<String> heap(Service service) {
        return switch (service) {
            case KAFKA, STORE -> List.of("-Xmx256m");
            // A request that waits for a slow provider holds about 130 KB.
            case API -> List.of("-Xmx320m", "-Xmn28m");
            case ORCHESTRATOR -> List.of("-Xmx176m", "-Xmn28m");
            case CONNECTOR, REFUND, WEBHOOK -> List.of("-Xmx160m", "-Xmn20m");
            case REGISTRY -> List.of("-Xmx128m");
            // It knows where every payment that it was ever asked for lies in its journal.
            case PROVIDER_SIMULATOR -> List.of("-Xmx512m");
        };
    }

    static String variableOf(Service service) {
        return service.label().replace('-', '_').toUpperCase(Locale.ROOT);
    }

    private List<String> extra(String variable) {
        String value = environment.getOrDefault(variable, "").strip();
        return value.isEmpty() ? List.of() : List.of(value.split("\\s+"));
    }
}
