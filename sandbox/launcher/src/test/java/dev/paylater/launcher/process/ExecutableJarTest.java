package dev.paylater.launcher.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecutableJarTest {
    @TempDir Path folder;

    @Test
    void becomes_a_plain_jar_with_its_libraries_beside_it() throws Exception {
        Path executable = folder.resolve("service-exec.jar");
        pack(executable);

        Path plain = Files.createDirectories(folder.resolve("app")).resolve("service-exec.jar");
        ExecutableJar.unpack(executable, plain);

        assertThat(plain.resolveSibling("lib").resolve("one.jar")).hasContent("one");
        try (var jar = new JarFile(plain.toFile())) {
            Attributes main = jar.getManifest().getMainAttributes();
            assertThat(main.getValue("Main-Class")).isEqualTo("dev.paylater.Service");
            assertThat(main.getValue("Class-Path")).isEqualTo("lib/one.jar lib/two.jar");
            assertThat(main.getValue("Implementation-Title")).isEqualTo("service");
            assertThat(jar.getJarEntry("dev/paylater/Service.class")).isNotNull();
            assertThat(jar.getJarEntry("dev/paylater/").isDirectory()).isTrue();
        }
    }

    private static void pack(Path executable) throws IOException {
        var manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.putValue("Manifest-Version", "1.0");
        main.putValue("Main-Class", "org.springframework.boot.loader.launch.JarLauncher");
        main.putValue("Start-Class", "dev.paylater.Service");
        main.putValue("Spring-Boot-Version", "4");
        main.putValue("Implementation-Title", "service");
        try (var out = new JarOutputStream(Files.newOutputStream(executable), manifest)) {
            for (String name :
                    new String[] {
                        "org/springframework/boot/loader/launch/JarLauncher.class",
                        "BOOT-INF/classes/",
                        "BOOT-INF/classes/dev/",
                        "BOOT-INF/classes/dev/paylater/",
                        "BOOT-INF/classes/dev/paylater/Service.class",
                        "BOOT-INF/lib/",
                        "BOOT-INF/lib/one.jar",
                        "BOOT-INF/lib/two.jar"
                    }) {
                out.putNextEntry(new JarEntry(name));
                if (name.endsWith("one.jar")) {
                    out.write("one".getBytes(UTF_8));
                }
                out.closeEntry();
            }
        }
    }
}
