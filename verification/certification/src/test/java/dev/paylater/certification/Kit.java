package dev.paylater.certification;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.connector.call.Transport;
import dev.paylater.connectors.Connectors;
import dev.paylater.connectors.Exchanges;
import dev.paylater.simulator.ProviderSimulator;
import dev.paylater.simulator.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The command as a user has it, with the simulator for a provider. */
final class Kit implements AutoCloseable {

    /** What the command ended with and printed. */
    record Ended(int code, String printed) {}

    final Path folder;
    private final ProviderSimulator simulator;

    Kit(Path folder) {
        this.folder = folder;
        simulator =
                ProviderSimulator.start(
                        new Settings("127.0.0.1", 0, folder.resolve("simulator"), null));
    }

    String url(String connector) {
        var path = connector.equals("sandbox") ? "sandbox/v1" : connector;
        return "http://127.0.0.1:%d/%s".formatted(simulator.port(), path);
    }

    /** An account as the simulator knows it: its credentials are as the documents call them. */
    static ObjectNode account(String connector) {
        var account = Exchanges.JSON.createObjectNode();
        var credentials = account.putObject("credentials");
        documented(connector)
                .path("credentials")
                .propertyNames()
                .forEach(name -> credentials.put(name, "sandbox_kit"));
        account.putObject("settings").put("invoice_url", "https://shop.example/{invoice_ref}.pdf");
        return account;
    }

    Path file(String text) {
        try {
            var file = Files.createTempFile(folder, "account", "");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Ended certify(String connector) {
        return certify(connector, UnaryOperator.identity());
    }

    Ended certify(String connector, UnaryOperator<Transport> way) {
        return certify(connector, account(connector).toString(), way);
    }

    Ended certify(String connector, String account, UnaryOperator<Transport> way) {
        return run(way, arguments(connector, file(account)));
    }

    List<String> arguments(String connector, Path file) {
        var arguments = new ArrayList<String>();
        arguments.addAll(List.of(connector, "--credentials", file.toString()));
        arguments.addAll(List.of("--base-url", url(connector), "--simulator"));
        arguments.addAll(List.of("--out", folder.resolve("out").toString()));
        return arguments;
    }

    Ended run(UnaryOperator<Transport> way, List<String> arguments) {
        var printed = new StringWriter();
        return new Ended(run(way, arguments, printed), printed.toString());
    }

    static int run(UnaryOperator<Transport> way, List<String> arguments, StringWriter printed) {
        return new CommandLine(new Certify(way))
                .setOut(new PrintWriter(printed))
                .setErr(new PrintWriter(printed))
                .execute(arguments.toArray(String[]::new));
    }

    JsonNode written(String connector) {
        try {
            var file = folder.resolve("out").resolve(connector + ".json");
            return Exchanges.JSON.readTree(Files.readString(file, UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JsonNode documented(String connector) {
        var name = "/exchanges/" + connector + ".json";
        try (var file = Connectors.class.getResourceAsStream(name)) {
            return Exchanges.JSON.readTree(Objects.requireNonNull(file).readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        simulator.close();
    }
}
