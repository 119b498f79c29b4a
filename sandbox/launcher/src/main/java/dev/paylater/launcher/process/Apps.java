package dev.paylater.launcher.process;

import dev.paylater.ops.console.UserProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.stream.Stream;

/**
 * Puts what was built where it runs from. Running processes never read from the build's folders, so
 * that a build beside a running system does not pull jars from under it.
 */
final class Apps {

    private final Home home;

    Apps(Home home) {
        this.home = home;
    }

    /** The folder that the service runs from has the name of its module. */
    static String folder(Service service) {
        return switch (service) {
            case KAFKA -> "broker";
            case STORE -> "document-store";
            default -> service.label();
        };
    }

    /** The jar to start; its libraries lie beside it. */
    Path jar(Service service) {
        String name =
                switch (service) {
                    case KAFKA, STORE -> folder(service) + "-" + Home.VERSION + ".jar";
                    case REGISTRY -> "quarkus-run.jar";
                    case PROVIDER_SIMULATOR, ORCHESTRATOR, CONNECTOR, REFUND, WEBHOOK, API ->
                            service.label() + "-" + Home.VERSION + "-exec.jar";
                };
        return home.app(folder(service)).resolve(name);
    }

    Program program(Service service) {
        return new Program(service.label(), jar(service));
    }

    Program oneProcess() {
        String name = Program.ONE_PROCESS + "-" + Home.VERSION + ".jar";
        return new Program(Program.ONE_PROCESS, home.app(Program.ONE_PROCESS).resolve(name));
    }

    /** Call it only while nothing runs from its folder. */
    void installOneProcess() throws IOException {
        copy(Program.ONE_PROCESS, oneProcess().jar());
    }

    /** Call it only while nothing runs from the service's folder. */
    void install(Service service) throws IOException {
        switch (service) {
            case KAFKA, STORE -> copy(folder(service), jar(service));
            case REGISTRY ->
                    mirror(
                            mustExist(home.target("launcher").resolve("registry")),
                            home.app("registry"));
            case PROVIDER_SIMULATOR, ORCHESTRATOR, CONNECTOR, REFUND, WEBHOOK, API ->
                    extract(service, jar(service));
        }
    }

    private void copy(String module, Path jar) throws IOException {
        Path built = home.target(module);
        mirror(mustExist(built.resolve("lib")), jar.resolveSibling("lib"));
        copyWhenNewer(mustExist(built.resolve(jar.getFileName())), jar);
    }

    private void extract(Service service, Path jar) throws IOException {
        Path built = mustExist(home.target(service.label()).resolve(jar.getFileName()));
        Path app = home.app(service.label());
        FileTime builtAt = Files.getLastModifiedTime(built);
        if (Files.exists(jar) && Files.getLastModifiedTime(jar).equals(builtAt)) {
            return;
        }
        Folders.delete(app);
        ExecutableJar.unpack(built, jar);
        Files.setLastModifiedTime(jar, builtAt);
    }

    private static Path mustExist(Path built) {
        if (!Files.exists(built)) {
            throw new UserProblem(built + " is missing: the build has not made it.");
        }
        return built;
    }

    private static void mirror(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                copyWhenNewer(file, to.resolve(from.relativize(file).toString()));
            }
        }
        try (Stream<Path> files = Files.walk(to)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!Files.exists(from.resolve(to.relativize(file).toString()))) {
                    Files.delete(file);
                }
            }
        }
    }

    private static void copyWhenNewer(Path from, Path to) throws IOException {
        if (Files.exists(to)
                && Files.size(to) == Files.size(from)
                && Files.getLastModifiedTime(to).equals(Files.getLastModifiedTime(from))) {
            return;
        }
        Files.createDirectories(to.getParent());
        Files.copy(
                from, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
    }
}
