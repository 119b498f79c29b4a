package dev.paylater.kit.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Key stores of a server on this machine and of a client, and of whoever trusts them. */
public record Certificates(Path folder) {

    public static final String PASSWORD = "changeit";

    public static Certificates in(Path folder) throws IOException, InterruptedException {
        var certificates = new Certificates(Files.createDirectories(folder));
        certificates.create("server", "trusts-server");
        certificates.create("client", "trusts-client");
        return certificates;
    }

    public Path store(String name) {
        return folder.resolve(name + ".p12");
    }

    /** As Kafka's clients name it: this store holds what is shown, or whom to trust. */
    public Map<String, String> settings(String keyOrTrust, String name) {
        var prefix = "ssl." + keyOrTrust + "store.";
        return Map.of(
                prefix + "location",
                store(name).toString(),
                prefix + "type",
                "PKCS12",
                prefix + "password",
                PASSWORD);
    }

    private void create(String owner, String trusting) throws IOException, InterruptedException {
        var certificate = folder.resolve(owner + ".crt").toString();
        keytool(
                owner,
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + owner,
                "-ext",
                "san=ip:127.0.0.1,dns:localhost");
        keytool(owner, "-exportcert", "-file", certificate);
        keytool(trusting, "-importcert", "-noprompt", "-file", certificate);
    }

    private void keytool(String store, String... arguments)
            throws IOException, InterruptedException {
        var command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString()));
        command.addAll(Arrays.asList(arguments));
        command.addAll(
                List.of(
                        "-alias",
                        "it",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        store(store).toString()));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var output = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(output);
        }
    }
}
