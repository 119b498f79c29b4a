package dev.paylater.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.schemas.MessageHeaders;
import dev.paylater.schemas.MessageSizes;
import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;

/** What a process sends with: it can die before and after every record, and sends can fail. */
final class NodeProducer {

    private static final long RETRY_MILLIS = 500;

    private final Node node;
    private final MemoryLog log;
    private final boolean retries;
    private final MessageFaults sabotage;
    private final Set<String> known = new HashSet<>();

    /**
     * A producer.
     *
     * @param retries whether the sender retries by itself, in real time, so that no send may fail
     *     here
     */
    NodeProducer(Node node, MemoryLog log, MessageFaults sabotage, boolean retries) {
        this.node = node;
        this.log = log;
        this.retries = retries;
        this.sabotage = sabotage;
    }

    @SuppressWarnings("unchecked") // a proxy cannot name type arguments
    Producer<byte[], byte[]> producer() {
        return (Producer<byte[], byte[]>)
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {Producer.class},
                        (_, method, arguments) ->
                                switch (method.getName()) {
                                    case "send" ->
                                            send(
                                                    (ProducerRecord<byte[], byte[]>) arguments[0],
                                                    (Callback) arguments[1]);
                                    case "close", "flush" -> null;
                                    case "partitionsFor" -> List.of();
                                    default ->
                                            throw new UnsupportedOperationException(
                                                    method.getName());
                                });
    }

    private CompletableFuture<Void> send(ProducerRecord<byte[], byte[]> sent, Callback callback) {
        // The connector's first send to a topic holds a lock, with which nobody can stop.
        var stops = !retries || !known.add(sent.topic());
        if (stops) {
            node.step("sends %s to %s", id(sent), sent.topic());
        }
        if (retries) {
            while (stops && node.isCutOff()) {
                node.sleep(RETRY_MILLIS);
            }
        } else if (node.isCutOff() || node.world.chance().strikes(Fault.SEND_FAILS)) {
            return fails(sent, callback);
        }
        if (isTooLarge(sent)) {
            callback.onCompletion(null, new RecordTooLargeException(sent.topic()));
            return new CompletableFuture<>();
        }
        sabotage.apply(sent).ifPresent(log::append);
        if (stops) {
            node.step("has sent %s", id(sent));
        }
        callback.onCompletion(null, null);
        return CompletableFuture.completedFuture(null);
    }

    /** As the topics are created; dead letters may have a few headers more. */
    private static boolean isTooLarge(ProducerRecord<byte[], byte[]> sent) {
        var bytes = sent.key().length + sent.value().length;
        return bytes
                > (sent.topic().endsWith(".dlt")
                        ? MessageSizes.MAX_DEAD_LETTER
                        : MessageSizes.MAX_MESSAGE);
    }

    private CompletableFuture<Void> fails(ProducerRecord<byte[], byte[]> sent, Callback callback) {
        var arrives = node.isHeard() && node.world.chance().once(2);
        node.world.tell(node.name, "send FAILS, the record %s", arrives ? "is there" : "is not");
        if (arrives) {
            log.append(sent);
        }
        if (node.world.has(PlantedBug.FAILED_SEND_TAKEN_AS_MADE)) {
            callback.onCompletion(null, null);
            return CompletableFuture.completedFuture(null);
        }
        callback.onCompletion(null, new TimeoutException("no acknowledgement"));
        return new CompletableFuture<>();
    }

    static String id(ProducerRecord<byte[], byte[]> sent) {
        return new String(sent.headers().lastHeader(MessageHeaders.MESSAGE_ID).value(), UTF_8);
    }
}
