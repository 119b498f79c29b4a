package dev.paylater.launcher.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * Turns Spring Boot's executable jar into a plain jar with its libraries beside it, which starts
 * faster and can have an ahead-of-time cache. Boot's own {@code jarmode} does the same, but takes a
 * JVM per service, and does not work for the simulator, which has no Spring.
 */
final class ExecutableJar {
    private static final String CLASSES = "BOOT-INF/classes/";
    private static final String LIBRARIES = "BOOT-INF/lib/";
    private static final String START_CLASS = "Start-Class";

    private static final Comparator<JarEntry> BY_NAME = Comparator.comparing(JarEntry::getName);

    private ExecutableJar() {}

    static void unpack(Path executable, Path plain) throws IOException {
        Path libraries = Files.createDirectories(plain.resolveSibling("lib"));
        try (var jar = new JarFile(executable.toFile())) {
            List<JarEntry> classes = new ArrayList<>();
            List<String> classPath = new ArrayList<>();
            for (JarEntry entry : jar.stream().toList()) {
                if (entry.getName().startsWith(LIBRARIES) && !entry.isDirectory()) {
                    String library = entry.getName().substring(LIBRARIES.length());
                    try (InputStream in = jar.getInputStream(entry)) {
                        Files.copy(in, libraries.resolve(library));
                    }
                    classPath.add("lib/" + library);
                } else if (isOfTheApplication(entry)) {
                    classes.add(entry);
                }
            }
            write(jar, classes, manifest(jar, classPath), plain);
        }
    }

    /** Folders as well: Spring does not find components in a jar that has no entry for them. */
    private static boolean isOfTheApplication(JarEntry entry) {
        return entry.getName().startsWith(CLASSES) && !entry.getName().equals(CLASSES);
    }

    private static Manifest manifest(JarFile jar, List<String> classPath) throws IOException {
        var manifest = new Manifest(jar.getManifest());
        Attributes main = manifest.getMainAttributes();
        main.putValue(Attributes.Name.MAIN_CLASS.toString(), main.getValue(START_CLASS));
        main.putValue(Attributes.Name.CLASS_PATH.toString(), String.join(" ", classPath));
        main.keySet().removeIf(name -> name.toString().startsWith("Spring-Boot-"));
        main.remove(new Attributes.Name(START_CLASS));
        return manifest;
    }

    private static void write(JarFile jar, List<JarEntry> classes, Manifest manifest, Path plain)
            throws IOException {
        try (var out = new JarOutputStream(Files.newOutputStream(plain), manifest)) {
            for (JarEntry entry : classes.stream().sorted(BY_NAME).toList()) {
                out.putNextEntry(new JarEntry(entry.getName().substring(CLASSES.length())));
                try (InputStream in = jar.getInputStream(entry)) {
                    in.transferTo(out);
                }
                out.closeEntry();
            }
        }
    }
}
