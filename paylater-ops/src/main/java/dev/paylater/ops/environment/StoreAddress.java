package dev.paylater.ops.environment;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import dev.paylater.messaging.TlsContext;
import dev.paylater.ops.console.UserProblem;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Where MongoDB is and how to log in there.
 *
 * @param uri names a database
 * @param tls whom to trust, by the names of Kafka's clients; the JVM's own where it is empty
 */
public record StoreAddress(String uri, Map<String, String> tls) {
    private static final int SELECTION_MILLIS = 5_000;
    private static final int CONNECT_MILLIS = 5_000;
    private static final int READ_MILLIS = 60_000;

    public StoreAddress {
        tls = Map.copyOf(tls);
        if (database(uri).isEmpty()) {
            throw new UserProblem(
                    "The store is named by a MongoDB URI with a database, as in"
                            + " mongodb://localhost:27017/paylater.");
        }
    }

    /** The name of the database; empty where there is none, and where this is no URI. */
    private static String database(String uri) {
        try {
            String database = new ConnectionString(uri).getDatabase();
            return database == null ? "" : database;
        } catch (IllegalArgumentException _) {
            // What the driver says may hold a part of the password.
            return "";
        }
    }

    /** Opens the database for as long as it is asked. */
    public <T> T ask(Function<MongoDatabase, T> question) {
        try (var client = open()) {
            return question.apply(client.getDatabase(database(uri)));
        }
    }

    public MongoClient open() {
        var context = TlsContext.of(tls);
        return MongoClients.create(
                MongoClientSettings.builder()
                        .applyConnectionString(new ConnectionString(uri))
                        .applyToSslSettings(
                                ssl -> {
                                    if (context != null) {
                                        ssl.context(context);
                                    }
                                })
                        .applyToClusterSettings(
                                cluster ->
                                        cluster.serverSelectionTimeout(
                                                SELECTION_MILLIS, TimeUnit.MILLISECONDS))
                        .applyToSocketSettings(
                                socket ->
                                        socket.connectTimeout(CONNECT_MILLIS, TimeUnit.MILLISECONDS)
                                                .readTimeout(READ_MILLIS, TimeUnit.MILLISECONDS))
                        .build());
    }

    public MongoDatabase database(MongoClient client) {
        return client.getDatabase(database(uri));
    }

    /** Without the login. */
    @Override
    public String toString() {
        return String.join(",", new ConnectionString(uri).getHosts()) + "/" + database(uri);
    }
}
