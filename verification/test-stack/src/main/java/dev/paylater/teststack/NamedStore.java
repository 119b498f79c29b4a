package dev.paylater.teststack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A MongoDB that somebody runs and names, behind a door of ours: it goes away when the door is
 * shut, and is itself never stopped. Of a replica set that is its primary. Databases get names that
 * no run has used before, and stay.
 */
final class NamedStore implements Store {

    private static final Pattern URI =
            Pattern.compile(
                    "mongodb://(?<login>[^@/]*@)?(?<host>[^:,/?]+)(:(?<port>\\d+))?[^/?]*"
                            + "(/[^?]*)?([?](?<options>.*))?");

    private final Matcher named;
    private final String run = UUID.randomUUID().toString().substring(0, 8);
    private Door door;

    NamedStore(String uri) {
        named = URI.matcher(uri);
        if (!named.matches()) {
            throw new IllegalArgumentException(Source.MONGODB + " names no MongoDB: " + uri);
        }
        door = open(0);
    }

    private Door open(int at) {
        try {
            var port = orEmpty("port");
            return new Door(
                    at, named.group("host"), port.isEmpty() ? 27017 : Integer.parseInt(port));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As it was named, but for the place and the database. */
    @Override
    public String uri(String database) {
        var options = orEmpty("options").replaceAll("&?replicaSet=[^&]*", "");
        return "mongodb://%s127.0.0.1:%d/%s?directConnection=true%s"
                .formatted(
                        orEmpty("login"),
                        door.port(),
                        database + "-" + run,
                        options.isEmpty() || options.startsWith("&") ? options : "&" + options);
    }

    private String orEmpty(String part) {
        return Objects.requireNonNullElse(named.group(part), "");
    }

    @Override
    public void stop() {
        door.close();
    }

    @Override
    public void restart() {
        door = open(door.port());
    }

    @Override
    public void close() {
        door.close();
    }
}
