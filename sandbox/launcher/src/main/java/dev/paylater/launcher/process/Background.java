package dev.paylater.launcher.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A command of this program that goes on by itself, out of the way of everything else. */
public final class Background {
    private Background() {}

    public static void start(String command, Home home) throws IOException {
        List<String> words = new ArrayList<>();
        words.add(JvmOptions.java().toString());
        words.addAll(JvmOptions.LOCALE);
        words.addAll(
                List.of(
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-jar",
                        home.jar("launcher").toString(),
                        command));
        ProcessHandle process =
                new Launch(words, Launch.IN_BACKGROUND, home.log(command)).run(home.checkout());
        Files.writeString(pidFile(command, home), Long.toString(process.pid()));
    }

    public static void stop(String command, Home home) throws IOException {
        Path file = pidFile(command, home);
        if (Files.exists(file)) {
            ProcessHandle.of(Long.parseLong(Files.readString(file).strip()))
                    .filter(process -> runs(process, command, home))
                    .ifPresent(ProcessHandle::destroyForcibly);
            Files.delete(file);
        }
    }

    /** The id may belong to a stranger by now; its command line tells. */
    private static boolean runs(ProcessHandle process, String command, Home home) {
        return process.info()
                .commandLine()
                .filter(line -> line.endsWith(home.jar("launcher") + " " + command))
                .isPresent();
    }

    private static Path pidFile(String command, Home home) {
        return home.state().resolve(command + ".background");
    }
}
