import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.ByteBufNIO;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.bson.io.ByteBufferBsonInput;

/**
 * For tests only: stands before the document store as a member of a replica set that wants TLS and logins stands before
 * clients. It takes SCRAM-SHA-256 only, and lets each user do at each collection what docker/mongodb-access.json says and
 * nothing else, as docker/mongodb-access.js tells a real MongoDB. It prints each command that it refuses, once.
 *
 * <p>{@code java -cp 'lib/*' LoginGate.java PORT STORE_PORT NAME PEM PASSWORDS ACCESS}
 */
public final class LoginGate {
    private static final int HEADER_BYTES = 16;
    private static final int OP_REPLY = 1;
    private static final int OP_QUERY = 2004;
    private static final int OP_MSG = 2013;
    private static final int MAX_MESSAGE_BYTES = 48_000_000;
    private static final int ITERATIONS = 15_000;
    private static final int UNAUTHORIZED = 13;
    private static final int AUTHENTICATION_FAILED = 18;

    private static final Set<String> OPEN = Set.of("hello", "isMaster", "ismaster", "ping", "buildInfo", "buildinfo");
    private static final Set<String> OF_ANY_USER = Set.of("getMore", "killCursors", "endSessions");

    /** What a replica set's driver adds and a single store does not know. */
    private static final List<String> OF_REPLICA_SETS = List.of("txnNumber", "$clusterTime", "$readPreference");

    /** As in docker/mongodb-access.js. */
    private static final Map<String, Set<String>> ACTIONS =
            Map.of(
                    "own", Set.of("find", "insert", "update", "remove", "createCollection", "createIndex"),
                    "change", Set.of("find", "update", "createCollection", "createIndex"),
                    "add", Set.of("insert"),
                    "read", Set.of("find"));

    private final int storePort;
    private final String member;
    private final Map<String, String> passwords = new HashMap<>();
    private final BsonDocument access;
    private final Set<String> printed = ConcurrentHashMap.newKeySet();

    private LoginGate(int storePort, String member, Path passwordFile, Path accessFile) throws IOException {
        this.storePort = storePort;
        this.member = member;
        for (String line : Files.readAllLines(passwordFile)) {
            String[] parts = line.split(" ", 2);
            passwords.put(parts[0], parts[1]);
        }
        this.access = BsonDocument.parse(Files.readString(accessFile));
    }

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[0]);
        var gate =
                new LoginGate(
                        Integer.parseInt(arguments[1]), arguments[2], Path.of(arguments[4]), Path.of(arguments[5]));
        try (var server = tls(Path.of(arguments[3])).getServerSocketFactory().createServerSocket(port)) {
            System.out.println("Waiting for connections: TLS and logins on " + port);
            while (true) {
                Socket client = server.accept();
                Thread.ofVirtual().start(() -> gate.serve(client));
            }
        }
    }

    private static SSLContext tls(Path pem) throws IOException, GeneralSecurityException {
        String text = Files.readString(pem);
        byte[] key = Base64.getMimeDecoder().decode(between(text, "PRIVATE KEY"));
        var certificate =
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(
                                new java.io.ByteArrayInputStream(
                                        Base64.getMimeDecoder().decode(between(text, "CERTIFICATE"))));
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry(
                "member",
                KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(key)),
                new char[0],
                new Certificate[] {certificate});
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(store, new char[0]);
        var context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private static String between(String pem, String label) {
        String begin = "-----BEGIN " + label + "-----";
        int from = pem.indexOf(begin) + begin.length();
        return pem.substring(from, pem.indexOf("-----END " + label, from));
    }

    private void serve(Socket client) {
        try (client;
                var store = new Socket(InetAddress.getLoopbackAddress(), storePort)) {
            store.setTcpNoDelay(true);
            new Connection(client, store).run();
        } catch (EOFException _) {
            // The client has gone.
        } catch (IOException e) {
            if (printed.add(String.valueOf(e.getMessage()))) {
                System.out.println("gate: " + e);
            }
        }
    }

    private final class Connection {
        private final DataInputStream fromClient;
        private final OutputStream toClient;
        private final DataInputStream fromStore;
        private final OutputStream toStore;
        private Login login;
        private String user;

        Connection(Socket client, Socket store) throws IOException {
            this.fromClient = new DataInputStream(new java.io.BufferedInputStream(client.getInputStream()));
            this.toClient = client.getOutputStream();
            this.fromStore = new DataInputStream(new java.io.BufferedInputStream(store.getInputStream()));
            this.toStore = store.getOutputStream();
        }

        void run() throws IOException {
            while (true) {
                answer(message(fromClient));
            }
        }

        private void answer(byte[] message) throws IOException {
            int operation = intAt(message, 12);
            if (operation == OP_QUERY) {
                send(message, OP_REPLY, hello(Message.ofQuery(message)));
                return;
            }
            if (operation != OP_MSG) {
                throw new IOException("operation " + operation + " is not supported");
            }
            Message command = Message.of(message);
            BsonDocument body = command.body();
            String name = body.getFirstKey();
            switch (name) {
                case "hello", "isMaster", "ismaster" -> send(message, OP_MSG, hello(command));
                case "saslStart" -> send(message, OP_MSG, start(body));
                case "saslContinue" -> send(message, OP_MSG, proceed(body));
                default -> {
                    String missing = missing(command, name);
                    if (missing == null) {
                        OF_REPLICA_SETS.forEach(body::remove);
                        toStore.write(command.bytes());
                        if (!command.expectsNoReply()) {
                            toClient.write(message(fromStore));
                        }
                    } else {
                        refuse(message, command, name, missing);
                    }
                }
            }
        }

        private void refuse(byte[] message, Message command, String name, String missing) throws IOException {
            String text =
                    "not authorized on %s to execute command %s of %s: %s is missing"
                            .formatted(
                                    command.body().getString("$db", new BsonString("?")).getValue(),
                                    name,
                                    collection(command.body(), name),
                                    missing);
            if (printed.add(user + " " + text)) {
                System.out.println("gate: " + user + " is " + text);
            }
            send(message, OP_MSG, failure(UNAUTHORIZED, "Unauthorized", text));
        }

        /** The right that the user lacks for the command; null: none. */
        private String missing(Message command, String name) {
            if (OPEN.contains(name)) {
                return null;
            }
            if (user == null) {
                return "a login";
            }
            if (OF_ANY_USER.contains(name)) {
                return null;
            }
            Set<String> granted = rights(collection(command.body(), name));
            Set<String> needed = new LinkedHashSet<>(needed(command, name));
            needed.removeAll(granted);
            return needed.isEmpty() ? null : String.join(", ", needed);
        }

        private Set<String> rights(String collection) {
            Set<String> granted = new HashSet<>();
            BsonDocument ofUser = access.getDocument(user, new BsonDocument());
            ofUser.forEach(
                    (right, collections) -> {
                        if (collections.asArray().contains(new BsonString(collection))) {
                            granted.addAll(ACTIONS.get(right));
                        }
                    });
            return granted;
        }

        private BsonDocument hello(Message command) throws IOException {
            BsonDocument asked = command.body();
            BsonValue mechanisms = asked.remove("saslSupportedMechs");
            asked.remove("speculativeAuthenticate");
            asked.remove("topologyVersion");
            asked.remove("maxAwaitTimeMS");
            toStore.write(command.bytes());
            BsonDocument reply = Message.of(message(fromStore)).body();
            reply.append("setName", new BsonString("rs0"))
                    .append("setVersion", new BsonInt32(1))
                    .append("hosts", new BsonArray(List.of(new BsonString(member))))
                    .append("primary", new BsonString(member))
                    .append("me", new BsonString(member))
                    .append("secondary", BsonBoolean.FALSE);
            if (mechanisms != null) {
                reply.append("saslSupportedMechs", new BsonArray(List.of(new BsonString("SCRAM-SHA-256"))));
            }
            return reply;
        }

        private BsonDocument start(BsonDocument body) {
            if (!body.getString("mechanism").getValue().equals("SCRAM-SHA-256")) {
                return failure(AUTHENTICATION_FAILED, "AuthenticationFailed", "SCRAM-SHA-256 only");
            }
            login = new Login(new String(body.getBinary("payload").getData(), UTF_8));
            return step(login.challenge(), false);
        }

        private BsonDocument proceed(BsonDocument body) {
            String proof = new String(body.getBinary("payload").getData(), UTF_8);
            if (login == null) {
                return failure(AUTHENTICATION_FAILED, "AuthenticationFailed", "no login was begun");
            }
            try {
                String signature = login.verify(proof, passwords.get(login.user));
                if (signature == null) {
                    String who = login.user;
                    login = null;
                    if (printed.add("login " + who)) {
                        System.out.println("gate: a wrong login of " + who);
                    }
                    return failure(AUTHENTICATION_FAILED, "AuthenticationFailed", "Authentication failed.");
                }
                user = login.user;
                return step(signature, true);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }

        private BsonDocument step(String payload, boolean done) {
            return new BsonDocument("conversationId", new BsonInt32(1))
                    .append("done", BsonBoolean.valueOf(done))
                    .append("payload", new BsonBinary(payload.getBytes(UTF_8)))
                    .append("ok", new BsonDouble(1));
        }

        private void send(byte[] request, int operation, BsonDocument reply) throws IOException {
            toClient.write(Message.reply(intAt(request, 4), operation, reply));
        }
    }

    /** One login by SCRAM-SHA-256 (RFC 7677). */
    private static final class Login {
        private static final SecureRandom RANDOM = new SecureRandom();

        private final String firstBare;
        private final String user;
        private final byte[] salt = new byte[28];
        private final String challenge;
        private final String nonce;

        Login(String first) {
            this.firstBare = first.substring(first.indexOf("n=", 3));
            Map<String, String> fields = fields(firstBare);
            this.user = fields.get("n").replace("=2C", ",").replace("=3D", "=");
            RANDOM.nextBytes(salt);
            byte[] own = new byte[24];
            RANDOM.nextBytes(own);
            this.nonce = fields.get("r") + Base64.getEncoder().encodeToString(own);
            this.challenge = "r=%s,s=%s,i=%s".formatted(nonce, Base64.getEncoder().encodeToString(salt), ITERATIONS);
        }

        String challenge() {
            return challenge;
        }

        /** The server's signature; null: the proof is wrong. */
        String verify(String last, String password) throws GeneralSecurityException {
            Map<String, String> fields = fields(last);
            if (password == null || !nonce.equals(fields.get("r"))) {
                return null;
            }
            byte[] salted =
                    SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                            .generateSecret(new PBEKeySpec(password.toCharArray(), salt, ITERATIONS, 256))
                            .getEncoded();
            byte[] clientKey = hmac(salted, "Client Key");
            byte[] storedKey = MessageDigest.getInstance("SHA-256").digest(clientKey);
            String signed = firstBare + "," + challenge + "," + last.substring(0, last.lastIndexOf(",p="));
            byte[] expected = hmac(storedKey, signed);
            for (int i = 0; i < expected.length; i++) {
                expected[i] ^= clientKey[i];
            }
            if (!MessageDigest.isEqual(expected, Base64.getDecoder().decode(fields.get("p")))) {
                return null;
            }
            return "v=" + Base64.getEncoder().encodeToString(hmac(hmac(salted, "Server Key"), signed));
        }

        private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(UTF_8));
        }

        private static Map<String, String> fields(String message) {
            Map<String, String> fields = new HashMap<>();
            for (String part : message.split(",")) {
                fields.put(part.substring(0, 1), part.substring(2));
            }
            return fields;
        }
    }

    /** A command and the sections beside it. */
    private record Message(int requestId, int flags, BsonDocument body, byte[] sequences) {
        private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

        static Message of(byte[] bytes) throws IOException {
            int flags = intAt(bytes, HEADER_BYTES);
            int at = HEADER_BYTES + 4;
            if (bytes[at] != 0) {
                throw new IOException("the command does not come first");
            }
            int size = intAt(bytes, at + 1);
            return new Message(
                    intAt(bytes, 4),
                    flags,
                    document(bytes, at + 1, size),
                    Arrays.copyOfRange(bytes, at + 1 + size, bytes.length));
        }

        static Message ofQuery(byte[] bytes) {
            int at = HEADER_BYTES + 4;
            while (bytes[at] != 0) {
                at++;
            }
            at += 9;
            BsonDocument body = document(bytes, at, intAt(bytes, at));
            body.append("$db", new BsonString("admin"));
            return new Message(intAt(bytes, 4), 0, body, new byte[0]);
        }

        boolean expectsNoReply() {
            return (flags & 2) != 0;
        }

        byte[] bytes() {
            return frame(requestId, 0, OP_MSG, flags, body, sequences);
        }

        /** The documents of a member, in the command or beside it. */
        List<BsonDocument> documents(String member) {
            List<BsonDocument> found = new ArrayList<>();
            body.getArray(member, new BsonArray()).forEach(each -> found.add(each.asDocument()));
            int at = 0;
            while (at < sequences.length && sequences[at] == 1) {
                int end = at + 1 + intAt(sequences, at + 1);
                int from = at + 5;
                int nameEnd = from;
                while (sequences[nameEnd] != 0) {
                    nameEnd++;
                }
                boolean isWanted = new String(sequences, from, nameEnd - from, UTF_8).equals(member);
                for (int next = nameEnd + 1; next < end; next += intAt(sequences, next)) {
                    if (isWanted) {
                        found.add(document(sequences, next, intAt(sequences, next)));
                    }
                }
                at = end;
            }
            return found;
        }

        static byte[] reply(int to, int operation, BsonDocument body) {
            return frame(0, to, operation, 0, body, new byte[0]);
        }

        private static byte[] frame(
                int id, int to, int operation, int flags, BsonDocument body, byte[] sequences) {
            BasicOutputBuffer out = new BasicOutputBuffer(1024);
            out.writeInt32(0);
            out.writeInt32(id);
            out.writeInt32(to);
            out.writeInt32(operation);
            if (operation == OP_MSG) {
                out.writeInt32(flags);
                out.writeByte(0);
            } else {
                out.writeInt32(8);
                out.writeInt64(0);
                out.writeInt32(0);
                out.writeInt32(1);
            }
            try (var writer = new BsonBinaryWriter(out)) {
                CODEC.encode(writer, body, EncoderContext.builder().build());
            }
            out.writeBytes(sequences);
            out.writeInt32(0, out.getSize());
            return out.toByteArray();
        }

        private static BsonDocument document(byte[] bytes, int at, int size) {
            var buffer = ByteBuffer.wrap(bytes, at, size).slice().order(ByteOrder.LITTLE_ENDIAN);
            try (var reader = new BsonBinaryReader(new ByteBufferBsonInput(new ByteBufNIO(buffer)))) {
                return CODEC.decode(reader, DecoderContext.builder().build());
            }
        }
    }

    private static Set<String> needed(Message command, String name) {
        return switch (name) {
            case "find", "count", "distinct", "aggregate" -> Set.of("find");
            case "insert" -> Set.of("insert");
            case "delete" -> Set.of("remove");
            case "createIndexes" -> Set.of("createIndex");
            case "create" -> Set.of("createCollection");
            case "update" -> command.documents("updates").stream().anyMatch(LoginGate::isUpsert)
                    ? Set.of("update", "insert")
                    : Set.of("update");
            case "findAndModify" -> {
                Set<String> needed = new LinkedHashSet<>(Set.of("find"));
                needed.add(command.body().containsKey("update") ? "update" : "remove");
                if (isUpsert(command.body())) {
                    needed.add("insert");
                }
                yield needed;
            }
            default -> Set.of(name);
        };
    }

    private static boolean isUpsert(BsonDocument update) {
        return update.getBoolean("upsert", BsonBoolean.FALSE).getValue();
    }

    private static String collection(BsonDocument body, String name) {
        return body.get(name) instanceof BsonString collection ? collection.getValue() : "";
    }

    private static BsonDocument failure(int code, String codeName, String text) {
        return new BsonDocument("ok", new BsonDouble(0))
                .append("errmsg", new BsonString(text))
                .append("code", new BsonInt32(code))
                .append("codeName", new BsonString(codeName));
    }

    private static byte[] message(DataInputStream in) throws IOException {
        byte[] header = in.readNBytes(HEADER_BYTES);
        if (header.length < HEADER_BYTES) {
            throw new EOFException();
        }
        int length = intAt(header, 0);
        if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) {
            throw new IOException("a message of " + length + " bytes");
        }
        byte[] message = Arrays.copyOf(header, length);
        in.readFully(message, HEADER_BYTES, length - HEADER_BYTES);
        return message;
    }

    private static int intAt(byte[] bytes, int at) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
    }
}
