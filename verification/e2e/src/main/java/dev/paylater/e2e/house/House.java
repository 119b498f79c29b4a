package dev.paylater.e2e.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measures of the code as a house that people live in, read from the sources alone. {@code
 * ./paylater test house} prints them; HouseTest holds them against docs/makers/house.md.
 */
public final class House {

    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (?:static )?(dev\\.paylater(?:\\.[a-z_0-9]+)+)\\.[A-Z]");

    private static final Pattern RIDDLE =
            Pattern.compile("(?m)^\\s*(?:/\\*\\*|\\*|//) ?The same\\b");

    private static final Pattern CONTROLLER = Pattern.compile("(?m)^@(?:Rest)?Controller\\b");

    private static final Pattern MOST = Pattern.compile("\\bMOST_[A-Z_]+ =");

    /** Modules whose classes run in production, beside the services. */
    private static final List<String> PRODUCT =
            List.of("schemas", "libraries", "connectors", "paylater-ops");

    private static final Path DIALECTS =
            Path.of("sandbox/provider-simulator/src/main/java/dev/paylater/simulator");

    /** Packages of the simulator that are no provider's. */
    private static final Set<String> ENGINE =
            Set.of("behaviour", "book", "control", "dialect", "hook", "http", "later", "payment");

    private final List<Source> sources;

    /** A Java file below the root, and its text. */
    private record Source(Path path, String text) {

        boolean isMain() {
            return path.toString().contains("/src/main/java/");
        }

        boolean isTest() {
            return path.toString().contains("/src/test/java/");
        }

        long lines() {
            return text.lines().count();
        }

        String typeName() {
            return path.getFileName().toString().replace(".java", "");
        }
    }

    /**
     * A measure.
     *
     * @param step a value may be worse by less than this without a decision: lines come and go
     */
    public record Measure(String name, long value, long step) {

        /** The value as it stands in the document: up to the next step. */
        public long limit() {
            return (value + step - 1) / step * step;
        }
    }

    private House(List<Source> sources) {
        this.sources = sources;
    }

    /** Prints the measures of the checkout that is named, or of the working directory. */
    public static void main(String[] arguments) throws IOException {
        var root = Path.of(arguments.length == 0 ? "." : arguments[0]);
        for (var measure : of(root)) {
            System.out.printf("%8d  %s%n", measure.value(), measure.name());
        }
    }

    /** All measures of a checkout. */
    public static List<Measure> of(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            var sources =
                    files.filter(file -> file.toString().endsWith(".java"))
                            .filter(file -> isOfCheckout(root.relativize(file).toString()))
                            .map(file -> new Source(root.relativize(file), read(file)))
                            .filter(source -> source.isMain() || source.isTest())
                            .toList();
            return new House(sources).measures();
        }
    }

    /** Neither generated nor of an older version that {@code bench --against} has checked out. */
    private static boolean isOfCheckout(String file) {
        return !file.startsWith(".") && !file.contains("/target/");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Measure> measures() {
        var dialects = dialects();
        return List.of(
                new Measure("lines of the product's main code", lines(House::isProduct), 1_000),
                new Measure("lines of main code beside it", lines(House::isBeside), 1_000),
                new Measure("lines of test code", lines(Source::isTest), 1_000),
                new Measure("files in the largest package of the product", largestPackage(), 1),
                new Measure(
                        "pairs of packages of one module that import each other, product",
                        bothWays(),
                        1),
                new Measure("names of top-level types that main code has twice", twice(), 1),
                new Measure("lines of the longest file of the product", longest(), 1),
                new Measure("comments that begin \"The same\"", found(RIDDLE), 1),
                new Measure("constants named MOST_ in place of MAX_", found(MOST), 1),
                new Measure("lines of certification in a production jar", certification(), 100),
                new Measure(
                        "lines of the simulator's dialects, median",
                        dialects[dialects.length / 2],
                        10),
                new Measure(
                        "lines of the simulator's dialects, largest",
                        dialects[dialects.length - 1],
                        10),
                new Measure("classes named Gate, the lock of an HTTP interface", named("Gate"), 1),
                new Measure("classes named Decision", named("Decision"), 1),
                new Measure(
                        "services with an HTTP interface beside their management port",
                        withHttp(),
                        1));
    }

    private static boolean isProduct(Source source) {
        return source.isMain() && isOfProduct(source.path());
    }

    private static boolean isBeside(Source source) {
        return source.isMain() && !isOfProduct(source.path());
    }

    /** Whether the module's classes run in production. */
    private static boolean isOfProduct(Path path) {
        return PRODUCT.stream().anyMatch(path::startsWith)
                || path.getName(0).toString().endsWith("-service");
    }

    private long lines(Predicate<Source> wanted) {
        return sources.stream().filter(wanted).mapToLong(Source::lines).sum();
    }

    private Map<Path, List<Source>> packages() {
        return sources.stream()
                .filter(House::isProduct)
                .collect(Collectors.groupingBy(source -> source.path().getParent()));
    }

    private long largestPackage() {
        return packages().values().stream().mapToLong(List::size).max().orElse(0);
    }

    private long longest() {
        return sources.stream().filter(House::isProduct).mapToLong(Source::lines).max().orElse(0);
    }

    /** Of packages that are both in one module. */
    private long bothWays() {
        var imports = new HashMap<String, Set<String>>();
        for (var in : packages().entrySet()) {
            var module = in.getKey().toString().replaceFirst("/src/main/java/.*", "");
            var name = module + ":" + packageName(in.getKey());
            for (var source : in.getValue()) {
                var found = IMPORT.matcher(source.text());
                while (found.find()) {
                    imports.computeIfAbsent(name, _ -> new HashSet<>())
                            .add(module + ":" + found.group(1));
                }
            }
        }
        var pairs = 0L;
        for (var one : imports.entrySet()) {
            for (var other : one.getValue()) {
                if (one.getKey().compareTo(other) < 0
                        && imports.getOrDefault(other, Set.of()).contains(one.getKey())) {
                    pairs++;
                }
            }
        }
        return pairs;
    }

    private static String packageName(Path folder) {
        return folder.toString().replaceFirst(".*/src/main/java/", "").replace('/', '.');
    }

    private long twice() {
        var names = new TreeMap<String, Integer>();
        sources.stream()
                .filter(Source::isMain)
                .map(Source::typeName)
                .filter(name -> !name.equals("package-info"))
                .forEach(name -> names.merge(name, 1, Integer::sum));
        return names.values().stream().filter(count -> count > 1).count();
    }

    private long found(Pattern pattern) {
        return sources.stream()
                .filter(Source::isMain)
                .mapToLong(source -> pattern.matcher(source.text()).results().count())
                .sum();
    }

    private long withHttp() {
        return sources.stream()
                .filter(House::isProduct)
                .filter(source -> CONTROLLER.matcher(source.text()).find())
                .map(source -> source.path().getName(0))
                .distinct()
                .count();
    }

    private long certification() {
        return lines(
                source ->
                        isProduct(source) && source.path().toString().contains("/certification/"));
    }

    private long named(String name) {
        return sources.stream()
                .filter(source -> source.isMain() && source.typeName().equals(name))
                .count();
    }

    private long[] dialects() {
        var lines = new ArrayList<Long>();
        sources.stream()
                .filter(source -> source.path().startsWith(DIALECTS))
                .filter(source -> source.path().getNameCount() > DIALECTS.getNameCount() + 1)
                .collect(
                        Collectors.groupingBy(
                                source -> source.path().getName(DIALECTS.getNameCount()).toString(),
                                Collectors.summingLong(Source::lines)))
                .forEach(
                        (provider, count) -> {
                            if (!ENGINE.contains(provider)) {
                                lines.add(count);
                            }
                        });
        var sorted = lines.stream().mapToLong(Long::longValue).toArray();
        Arrays.sort(sorted);
        return sorted.length == 0 ? new long[] {0} : sorted;
    }
}
