package dev.paylater.documentstore;

import static com.mongodb.client.model.Filters.eq;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import java.io.DataInputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.UUID;
import org.bson.BsonBinary;
import org.bson.BsonBinarySubType;
import org.bson.BsonDbPointer;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What goes over the wire comes back as it went, also where no reply is asked for. */
class WireTest {

    private static StoreUnderTest store;

    @BeforeAll
    static void start() throws Exception {
        store = StoreUnderTest.start();
    }

    @AfterAll
    static void stop() throws Exception {
        store.close();
    }

    @Test
    void every_type_comes_back_as_it_was_written() {
        MongoCollection<BsonDocument> things =
                store.collection().withDocumentClass(BsonDocument.class);
        BsonDocument written = new BsonDocument("_id", new BsonInt32(1));
        for (int subtype : new int[] {0, 1, 2, 3, 4, 5, 6, 0x80, 0xff}) {
            byte[] bytes = subtype == 3 || subtype == 4 ? new byte[16] : new byte[] {1, 2, 3};
            written.append("binary" + subtype, new BsonBinary((byte) subtype, bytes));
        }
        written.append("uuid", new BsonBinary(UUID.randomUUID()));
        written.append("md5", new BsonBinary(BsonBinarySubType.MD5, new byte[16]));
        written.append("regex", new BsonRegularExpression("a.*b", "im"));
        written.append("code", new BsonJavaScript("x"));
        written.append(
                "scoped",
                new BsonJavaScriptWithScope("x", new BsonDocument("y", new BsonInt32(1))));
        written.append("symbol", new BsonSymbol("s"));
        written.append("pointer", new BsonDbPointer("a.b", new ObjectId()));
        written.append("timestamp", new BsonTimestamp(5, 6));
        written.append("undefined", new BsonUndefined());
        written.append("min", new BsonMinKey()).append("max", new BsonMaxKey());
        written.append("text", new BsonString("a\0b \uD83D\uDE00"));
        things.insertOne(written);
        assertThat(things.find().first()).isEqualTo(written);
        for (String field : written.keySet()) {
            if (!field.equals("regex") && !field.equals("undefined")) {
                assertThat(things.find(eq(field, written.get(field))).first())
                        .as(field)
                        .isNotNull();
            }
        }
    }

    @Test
    void unacknowledged_writes_happen() throws Exception {
        MongoCollection<Document> things = store.collection();
        MongoCollection<Document> silent = things.withWriteConcern(WriteConcern.UNACKNOWLEDGED);
        for (int i = 0; i < 100; i++) {
            silent.insertOne(new Document("_id", i));
        }
        silent.insertOne(new Document("_id", 5));
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (things.countDocuments() < 100 && System.nanoTime() < deadline) {
            Thread.sleep(20);
        }
        assertThat(things.countDocuments()).isEqualTo(100);
    }

    @Test
    void a_malformed_message_ends_its_connection_and_nothing_else() throws Exception {
        String address = store.uri().substring("mongodb://".length());
        int port = Integer.parseInt(address.substring(address.indexOf(':') + 1));
        for (int length : new int[] {-1, 15, 30, Integer.MAX_VALUE}) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.setSoTimeout(10_000);
                ByteBuffer message = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
                message.putInt(length)
                        .putInt(1)
                        .putInt(0)
                        .putInt(2013)
                        .putInt(0)
                        .put((byte) 0)
                        .putInt(99);
                socket.getOutputStream().write(message.array());
                socket.shutdownOutput();
                assertThat(new DataInputStream(socket.getInputStream()).readAllBytes()).isEmpty();
            }
        }
        assertThat(store.database().runCommand(new Document("ping", 1))).containsEntry("ok", 1.0);
    }

    @Test
    void hello_tells_a_standalone_server() {
        Document hello = store.database().runCommand(new Document("hello", 1));
        assertThat(hello).containsEntry("isWritablePrimary", true);
        if (!StoreUnderTest.isReal()) {
            assertThat(hello).containsEntry("maxWireVersion", 21).doesNotContainKey("setName");
        }
    }
}
