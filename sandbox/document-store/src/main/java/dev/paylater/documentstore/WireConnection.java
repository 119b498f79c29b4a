package dev.paylater.documentstore;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/**
 * Reads and answers the messages of one client: OP_MSG, and OP_QUERY for the first hello of a
 * driver. A message is read into one buffer and its documents are used where they lie.
 *
 * @see <a href="https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/">The
 *     protocol</a>
 */
final class WireConnection {

    static final int MAX_MESSAGE_BYTES = 48_000_000;

    private static final int HEADER_BYTES = 16;
    private static final int OP_REPLY = 1;
    private static final int OP_QUERY = 2004;
    private static final int OP_MSG = 2013;
    private static final int CHECKSUM_PRESENT = 1;
    private static final int MORE_TO_COME = 2;
    private static final int REQUIRED_FLAGS = 0xffff;
    private static final int KEPT_BYTES = 256 * 1024;
    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();
    private static final EncoderContext ENCODING = EncoderContext.builder().build();

    private final InputStream in;
    private final OutputStream out;
    private final CommandTable commands;
    private byte[] buffer = new byte[16 * 1024];
    private int filled;

    WireConnection(Socket socket, CommandTable commands) throws IOException {
        this.in = socket.getInputStream();
        this.out = socket.getOutputStream();
        this.commands = commands;
    }

    void run() throws IOException {
        while (fill(HEADER_BYTES)) {
            int length = Value.intAt(buffer, 0);
            if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) {
                throw new IOException("a message of " + length + " bytes");
            }
            if (!fill(length)) {
                throw new EOFException("a message is cut off");
            }
            answer(length);
            filled -= length;
            System.arraycopy(buffer, length, buffer, 0, filled);
            if (buffer.length > KEPT_BYTES && filled < KEPT_BYTES) {
                buffer = Arrays.copyOf(buffer, KEPT_BYTES);
            }
        }
    }

    /** Reads until the buffer holds so many bytes; false when the client has gone before. */
    private boolean fill(int wanted) throws IOException {
        if (buffer.length < wanted) {
            buffer = Arrays.copyOf(buffer, wanted);
        }
        while (filled < wanted) {
            int read = in.read(buffer, filled, buffer.length - filled);
            if (read < 0) {
                return false;
            }
            filled += read;
        }
        return true;
    }

    private void answer(int length) throws IOException {
        int requestId = Value.intAt(buffer, 4);
        int operation = Value.intAt(buffer, 12);
        switch (operation) {
            case OP_MSG -> {
                int flags = Value.intAt(buffer, HEADER_BYTES);
                BsonDocument reply = reply(length, flags);
                if ((flags & MORE_TO_COME) == 0) {
                    send(requestId, OP_MSG, reply);
                }
            }
            case OP_QUERY -> send(requestId, OP_REPLY, replyToQuery());
            default -> throw new IOException("operation " + operation + " is not supported");
        }
    }

    private BsonDocument reply(int length, int flags) throws IOException {
        if ((flags & REQUIRED_FLAGS & ~(CHECKSUM_PRESENT | MORE_TO_COME)) != 0) {
            throw new IOException("unknown flags " + flags);
        }
        int end = (flags & CHECKSUM_PRESENT) == 0 ? length : length - 4;
        int at = HEADER_BYTES + 4;
        BsonDocument body = new BsonDocument();
        Map<String, List<Value>> sequences = new HashMap<>();
        while (at < end) {
            int kind = buffer[at++];
            int size = sectionSize(at, end);
            if (kind == 0) {
                body = Value.document(buffer, at).decode();
            } else if (kind == 1) {
                readSequence(at, at + size, sequences);
            } else {
                throw new IOException("unknown section kind " + kind);
            }
            at += size;
        }
        return commands.answer(new ClientCommand(body, sequences));
    }

    private int sectionSize(int at, int end) throws IOException {
        int size = at + 4 > end ? -1 : Value.intAt(buffer, at);
        if (size < 5 || size > end - at) {
            throw new IOException("a section of wrong size");
        }
        return size;
    }

    private void readSequence(int start, int end, Map<String, List<Value>> sequences)
            throws IOException {
        int nameEnd = start + 4;
        while (nameEnd < end && buffer[nameEnd] != 0) {
            nameEnd++;
        }
        String name = new String(buffer, start + 4, nameEnd - start - 4, UTF_8);
        List<Value> documents = new ArrayList<>();
        int at = nameEnd + 1;
        while (at < end) {
            int size = sectionSize(at, end);
            documents.add(Value.document(buffer, at));
            at += size;
        }
        sequences.put(name, documents);
    }

    /** A command in the old shape: flags, the namespace, two numbers, then the command. */
    private BsonDocument replyToQuery() {
        int at = HEADER_BYTES + 4;
        while (buffer[at] != 0) {
            at++;
        }
        BsonDocument command = Value.document(buffer, at + 9).decode();
        command.append("$db", new BsonString("admin"));
        return commands.answer(new ClientCommand(command, Map.of()));
    }

    private void send(int requestId, int operation, BsonDocument reply) throws IOException {
        BasicOutputBuffer message = new BasicOutputBuffer(4096);
        message.writeInt32(0);
        message.writeInt32(0);
        message.writeInt32(requestId);
        message.writeInt32(operation);
        if (operation == OP_MSG) {
            message.writeInt32(0);
            message.writeByte(0);
        } else {
            message.writeInt32(8);
            message.writeInt64(0);
            message.writeInt32(0);
            message.writeInt32(1);
        }
        try (BsonBinaryWriter writer = new BsonBinaryWriter(message)) {
            CODEC.encode(writer, reply, ENCODING);
        }
        message.writeInt32(0, message.getSize());
        out.write(message.getInternalBuffer(), 0, message.getSize());
    }
}
