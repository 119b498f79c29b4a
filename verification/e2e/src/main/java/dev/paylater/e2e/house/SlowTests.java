package dev.paylater.e2e.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The test classes that took longest in the last run, by the reports that Maven has left. {@code
 * ./paylater test slowest} prints them as the table of docs/makers/test-times.md.
 */
public final class SlowTests {

    private static final int SHOWN = 40;

    private static final Pattern SUITE =
            Pattern.compile(
                    "<testsuite [^>]*?\\bname=\"(?<name>[^\"]+)\" time=\"(?<seconds>[\\d.,]+)\""
                            + " tests=\"(?<tests>\\d+)\"");

    /** A class of tests, its module, and the seconds that it took. */
    record TestClass(Path module, String name, int tests, double seconds) {}

    private SlowTests() {}

    /** Prints those of the checkout that is named, or of the working directory. */
    public static void main(String[] arguments) throws IOException {
        var all = in(Path.of(arguments.length == 0 ? "." : arguments[0]));
        var seconds = all.stream().mapToDouble(TestClass::seconds).sum();
        System.out.printf("%d classes, %.0f s; the %d slowest:%n%n", all.size(), seconds, SHOWN);
        System.out.println("| class | module | tests | s |\n|---|---|---|---|");
        for (var one : all.subList(0, Math.min(SHOWN, all.size()))) {
            System.out.printf(
                    "| `%s` | %s | %d | %.0f |%n",
                    one.name().substring(one.name().lastIndexOf('.') + 1),
                    one.module(),
                    one.tests(),
                    one.seconds());
        }
    }

    /** The slowest first. */
    static List<TestClass> in(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(SlowTests::isReport)
                    .map(file -> read(root, file))
                    .sorted(Comparator.comparingDouble(TestClass::seconds).reversed())
                    .toList();
        }
    }

    private static boolean isReport(Path file) {
        var name = file.getFileName().toString();
        return file.getParent() != null
                && file.getParent().endsWith("target/surefire-reports")
                && name.startsWith("TEST-")
                && name.endsWith(".xml");
    }

    private static TestClass read(Path root, Path report) {
        var suite = SUITE.matcher(text(report));
        if (!suite.find()) {
            throw new IllegalStateException(report + " has no testsuite with name, time and tests");
        }
        // module/target/surefire-reports/TEST-name.xml
        var path = root.relativize(report);
        return new TestClass(
                path.subpath(0, path.getNameCount() - 3),
                suite.group("name"),
                Integer.parseInt(suite.group("tests")),
                Double.parseDouble(suite.group("seconds").replace(",", "")));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
