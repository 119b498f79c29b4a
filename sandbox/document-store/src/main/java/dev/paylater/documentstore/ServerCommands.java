package dev.paylater.documentstore;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** What a client asks before and beside its work. The server says that it is a standalone 7.0. */
final class ServerCommands {

    private static final int WIRE_VERSION = 21;

    private final AtomicInteger connections = new AtomicInteger();

    void register(CommandTable commands) {
        String[] handshake = {
            "helloOk",
            "client",
            "compression",
            "topologyVersion",
            "maxAwaitTimeMS",
            "saslSupportedMechs",
            "speculativeAuthenticate",
            "loadBalanced",
            "backpressure"
        };
        commands.reads("hello", command -> hello("isWritablePrimary"), handshake);
        commands.reads("isMaster", command -> hello("ismaster"), handshake);
        commands.reads("ismaster", command -> hello("ismaster"), handshake);
        commands.reads("ping", command -> new BsonDocument());
        commands.reads("endSessions", command -> new BsonDocument());
        commands.reads("buildInfo", command -> buildInfo());
        commands.reads("buildinfo", command -> buildInfo());
        commands.reads("saslStart", ServerCommands::refuse, "mechanism", "payload", "options");
        commands.reads("authenticate", ServerCommands::refuse, "mechanism", "user", "db");
    }

    private BsonDocument hello(String primaryField) {
        return new BsonDocument("helloOk", BsonBoolean.TRUE)
                .append(primaryField, BsonBoolean.TRUE)
                .append("maxBsonObjectSize", new BsonInt32(Value.MAX_DOCUMENT_BYTES))
                .append("maxMessageSizeBytes", new BsonInt32(WireConnection.MAX_MESSAGE_BYTES))
                .append("maxWriteBatchSize", new BsonInt32(WriteCommands.MAX_BATCH))
                .append("localTime", new BsonDateTime(System.currentTimeMillis()))
                .append("logicalSessionTimeoutMinutes", new BsonInt32(30))
                .append("connectionId", new BsonInt32(connections.incrementAndGet()))
                .append("minWireVersion", new BsonInt32(0))
                .append("maxWireVersion", new BsonInt32(WIRE_VERSION))
                .append("readOnly", BsonBoolean.FALSE);
    }

    private static BsonDocument buildInfo() {
        List<BsonInt32> version =
                List.of(new BsonInt32(7), new BsonInt32(0), new BsonInt32(0), new BsonInt32(0));
        return new BsonDocument("version", new BsonString("7.0.0"))
                .append("gitVersion", new BsonString("paylater document store"))
                .append("versionArray", new BsonArray(version))
                .append("modules", new BsonArray())
                .append("bits", new BsonInt32(64))
                .append("debug", BsonBoolean.FALSE)
                .append("maxBsonObjectSize", new BsonInt64(Value.MAX_DOCUMENT_BYTES));
    }

    private static BsonDocument refuse(ClientCommand command) {
        throw new CommandError(
                MongoErrorCode.AUTHENTICATION_FAILED,
                "Authentication failed: the document store knows no users, connect without"
                        + " credentials");
    }
}
