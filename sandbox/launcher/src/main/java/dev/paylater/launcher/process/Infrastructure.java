package dev.paylater.launcher.process;

import com.mongodb.ConnectionString;
import dev.paylater.ops.console.UserProblem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Where Kafka, the store and the registry are. Each is either started here, or one that its user
 * runs already and that was named at {@code up}: such a one is used until {@code down}, and never
 * started, stopped or wiped. What was named is kept in a file for the next call of the script.
 */
public final class Infrastructure {
    private final Path file;
    private final Ports ports;

    private Infrastructure(Path file, Ports ports) {
        this.file = file;
        this.ports = ports;
    }

    public static Infrastructure of(Home home, Ports ports) {
        return new Infrastructure(home.state().resolve("servers"), ports);
    }

    /** As a client takes it: host:port of Kafka, a URI of the store, the registry's base URL. */
    public String address(Service service) {
        String theirs = named().get(service);
        return theirs == null ? own(service) : theirs;
    }

    private String own(Service service) {
        return switch (service) {
            case KAFKA -> "127.0.0.1:" + ports.of(service);
            case STORE -> "mongodb://127.0.0.1:" + ports.of(service) + "/paylater";
            // The services speak Confluent's protocol, which every schema registry understands.
            case REGISTRY -> ports.url(service) + "/apis/ccompat/v7";
            case PROVIDER_SIMULATOR, ORCHESTRATOR, CONNECTOR, REFUND, WEBHOOK, API ->
                    ports.url(service);
        };
    }

    public boolean isOwn(Service service) {
        return !named().containsKey(service);
    }

    /** What was named, without what must not be shown. */
    public Map<Service, String> shown() {
        Map<Service, String> shown = named();
        shown.computeIfPresent(
                Service.STORE,
                (_, uri) -> {
                    var parsed = new ConnectionString(uri);
                    return String.join(",", parsed.getHosts()) + "/" + parsed.getDatabase();
                });
        return shown;
    }

    /** The name of the store's database; every address that is accepted has one. */
    public static String database(String mongoUri) {
        return Optional.ofNullable(new ConnectionString(mongoUri).getDatabase()).orElseThrow();
    }

    /** Refuses what cannot be an address of such a server. */
    public static void requireAddresses(Map<Service, String> named) {
        named.forEach(Infrastructure::requireAddress);
    }

    /** Uses what is named, and for the rest what is started here. */
    public void use(Map<Service, String> named) throws IOException {
        forget();
        var lines = new Properties();
        named.forEach((service, address) -> lines.setProperty(service.label(), address));
        // An address may hold a password.
        var ownerOnly = PosixFilePermissions.fromString("rw-------");
        Files.createFile(file, PosixFilePermissions.asFileAttribute(ownerOnly));
        try (var out = Files.newBufferedWriter(file)) {
            lines.store(out, null);
        }
    }

    public void forget() throws IOException {
        Files.deleteIfExists(file);
    }

    public Map<Service, String> named() {
        Map<Service, String> named = new EnumMap<>(Service.class);
        if (!Files.exists(file)) {
            return named;
        }
        var lines = new Properties();
        try (var in = Files.newBufferedReader(file)) {
            lines.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (Service service : Service.values()) {
            String address = lines.getProperty(service.label());
            if (address != null) {
                named.put(service, address);
            }
        }
        return named;
    }

    private static void requireAddress(Service service, String address) {
        switch (service) {
            case KAFKA -> {
                if (!address.matches("[^\\s:/,]+:\\d+(,[^\\s:/,]+:\\d+)*")) {
                    throw new UserProblem("Kafka is named as HOST:PORT, not '" + address + "'.");
                }
            }
            case STORE -> requireDatabase(address);
            case REGISTRY -> {
                if (!address.matches("https?://\\S+") || URI.create(address).getHost() == null) {
                    throw new UserProblem(
                            "A registry is named by the URL under which its /subjects lie, not '"
                                    + address
                                    + "'.");
                }
            }
            case PROVIDER_SIMULATOR, ORCHESTRATOR, CONNECTOR, REFUND, WEBHOOK, API ->
                    throw new IllegalArgumentException(service.label() + " is always our own");
        }
    }

    private static void requireDatabase(String address) {
        String database;
        try {
            database = new ConnectionString(address).getDatabase();
        } catch (IllegalArgumentException e) {
            throw new UserProblem("This is no MongoDB URI: " + e.getMessage(), e);
        }
        if (database == null) {
            throw new UserProblem(
                    "The MongoDB URI must name a database, as in"
                            + " mongodb://localhost:27017/paylater.");
        }
    }
}
