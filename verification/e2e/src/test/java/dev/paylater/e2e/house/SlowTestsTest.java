package dev.paylater.e2e.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.house.SlowTests.TestClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlowTestsTest {

    @Test
    void the_slowest_class_comes_first_with_its_module(@TempDir Path root) throws IOException {
        report(root, "connectors", "a.FastTest", "0.5");
        report(root, "verification/e2e", "b.SlowTest", "1,168.25");
        Files.writeString(Files.createDirectories(root.resolve("x/target")).resolve("y.xml"), "");

        assertThat(SlowTests.in(root))
                .containsExactly(
                        new TestClass(Path.of("verification/e2e"), "b.SlowTest", 4, 1168.25),
                        new TestClass(Path.of("connectors"), "a.FastTest", 4, 0.5));
    }

    private static void report(Path root, String module, String name, String seconds)
            throws IOException {
        var folder =
                Files.createDirectories(root.resolve(module).resolve("target/surefire-reports"));
        Files.writeString(
                folder.resolve("TEST-" + name + ".xml"),
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuite version="3.0.2" name="%s" time="%s" tests="4" errors="0">
                </testsuite>
                """
                        .formatted(name, seconds));
    }
}
