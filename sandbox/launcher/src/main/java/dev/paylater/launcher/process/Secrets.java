package dev.paylater.launcher.process;

import dev.paylater.ops.console.UserProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The keys of this installation, drawn once and kept readable for their owner only: data written
 * under them must stay readable after a restart.
 */
final class Secrets {
    private static final List<String> NAMES =
            List.of(
                    "PAYLATER_ENCRYPTION_KEY",
                    "PAYLATER_KEY_PEPPER",
                    "PAYLATER_SERVICE_KEY",
                    "PAYLATER_WEBHOOK_KEY");
    private static final int BYTES = 32;

    /** A secret stands after the id of its key, so that one day another one can stand beside it. */
    private static final String FIRST_ID = "1:";

    private Secrets() {}

    static Map<String, String> in(Path file) throws IOException {
        if (!Files.exists(file)) {
            draw(file);
        }
        Map<String, String> secrets = new LinkedHashMap<>();
        for (String line : Files.readAllLines(file)) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                secrets.put(line.substring(0, equals), line.substring(equals + 1));
            }
        }
        if (!secrets.keySet().containsAll(NAMES)) {
            throw new UserProblem(
                    file + " lacks some of " + NAMES + ". 'down --wipe' removes it and the data.");
        }
        if (secrets.values().stream().anyMatch(secret -> secret.indexOf(':') < 0)) {
            throw new UserProblem(
                    file
                            + " is of an older version, without ids of keys. 'down --wipe' removes"
                            + " it and the data.");
        }
        return secrets;
    }

    /** The keys that its application.yml reads; a service gets no other. */
    static Set<String> readBy(Service service) {
        return switch (service) {
            case API -> Set.copyOf(NAMES);
            case CONNECTOR -> Set.of("PAYLATER_ENCRYPTION_KEY", "PAYLATER_SERVICE_KEY");
            case WEBHOOK -> Set.of("PAYLATER_SERVICE_KEY", "PAYLATER_WEBHOOK_KEY");
            case KAFKA, STORE, REGISTRY, PROVIDER_SIMULATOR, ORCHESTRATOR, REFUND -> Set.of();
        };
    }

    private static void draw(Path file) throws IOException {
        var random = new SecureRandom();
        var bytes = new byte[BYTES];
        List<String> lines = new ArrayList<>();
        for (String name : NAMES) {
            random.nextBytes(bytes);
            lines.add(name + "=" + FIRST_ID + Base64.getEncoder().encodeToString(bytes));
        }
        var ownerOnly =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        Files.createFile(file, ownerOnly);
        Files.write(file, lines);
    }
}
