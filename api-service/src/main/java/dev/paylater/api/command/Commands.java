package dev.paylater.api.command;

import com.mongodb.MongoException;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.settings.ApiSettings;
import dev.paylater.kit.CrashPoint;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.messaging.RegistryUnavailable;
import dev.paylater.schemas.Reply;
import dev.paylater.schemas.ReplyTo;
import dev.paylater.schemas.Topic;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Publishes a command and waits for what comes of it, on the caller's virtual thread. */
@Component
public final class Commands {

    private static final Logger log = LoggerFactory.getLogger(Commands.class);
    private static final int MAX_DOUBLINGS = 2;

    private final MessagePublisher publisher;
    private final Replies replies;
    private final ApiSettings settings;

    Commands(MessagePublisher publisher, Replies replies, ApiSettings settings) {
        this.publisher = publisher;
        this.replies = replies;
        this.settings = settings;
    }

    /** Where the answer to a command with this id is awaited. */
    public ReplyTo replyTo(String commandId, boolean onAcceptance) {
        return ReplyTo.newBuilder()
                .setPartition(replies.partition())
                .setCorrelationId(commandId)
                .setOnAcceptance(onAcceptance)
                .build();
    }

    /**
     * Publishes and waits.
     *
     * @throws ApiException 503: HE_00 when the command was certainly not recorded, HE_03 when it
     *     may have been
     */
    public Outcome run(Command command, SettledLookup look) {
        var deadline = System.nanoTime() + settings.maxWait().toNanos();
        var reply = replies.await(command.id());
        try {
            CrashPoint.API_BEFORE_PUBLISH.reached();
            var sentBefore = publisher.sent();
            var published = publish(command);
            var _ =
                    published.whenComplete(
                            (_, failure) -> {
                                if (failure != null) {
                                    reply.completeExceptionally(failure);
                                } else {
                                    CrashPoint.API_AFTER_PUBLISH.reached();
                                }
                            });
            return await(command, sentBefore, reply, published, look, deadline);
        } finally {
            replies.forget(command.id());
        }
    }

    private CompletableFuture<?> publish(Command command) {
        return publisher.publish(
                Outgoing.of(
                        command.topic().name(),
                        Topic.key(command.merchantId(), command.paymentId()),
                        command.id(),
                        command.context(),
                        command.message()));
    }

    private Outcome await(
            Command command,
            double sentBefore,
            CompletableFuture<Reply> reply,
            CompletableFuture<?> published,
            SettledLookup look,
            long deadline) {
        var pause = settings.firstLook();
        for (var looks = 0; ; looks++) {
            var left = Duration.ofNanos(deadline - System.nanoTime());
            if (!left.isPositive()) {
                return afterDeadline(command, published);
            }
            try {
                var wait = pause.compareTo(left) < 0 ? pause : left;
                return outcomeOf(reply.get(wait.toNanos(), TimeUnit.NANOSECONDS));
            } catch (TimeoutException _) {
                var settled = look(look);
                if (settled.isPresent()) {
                    return new Outcome.Done(settled.get());
                }
                pause = looks < MAX_DOUBLINGS ? pause.multipliedBy(2) : pause;
            } catch (ExecutionException e) {
                throw notRecorded(command, sentBefore, Objects.requireNonNull(e.getCause()));
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                throw unknownOutcome("The service is stopping", command);
            }
        }
    }

    private static Outcome afterDeadline(Command command, CompletableFuture<?> published) {
        if (published.isDone()) {
            return new Outcome.StillUnknown();
        }
        throw unknownOutcome("Kafka does not answer", command);
    }

    /** While the store is away a reply may still come. */
    private static Optional<ByteBuffer> look(SettledLookup look) {
        try {
            return look.settledDocument();
        } catch (MongoException e) {
            log.warn("The store does not answer while a reply is awaited: {}", e.toString());
            return Optional.empty();
        }
    }

    private static Outcome outcomeOf(Reply reply) {
        var refusal = reply.getRefusal();
        if (refusal != null) {
            return new Outcome.Refused(refusal);
        }
        return new Outcome.Done(
                Objects.requireNonNull(reply.getDocument(), "a reply has a document or a refusal"));
    }

    /**
     * What was given up before anything went out to a broker will not arrive later either, but for
     * a batch that expires in the very turn in which the broker comes back: see {@link
     * MessagePublisher#sent}.
     */
    private ApiException notRecorded(Command command, double sentBefore, Throwable failure) {
        if (failure instanceof KafkaException || failure instanceof RegistryUnavailable) {
            log.warn("A command could not be published: {}", failure.toString());
            return failure instanceof RegistryUnavailable || publisher.sent() == sentBefore
                    ? ApiException.unavailable("Kafka does not answer")
                    : unknownOutcome("Kafka does not answer", command);
        }
        throw new IllegalStateException("Publishing a command failed", failure);
    }

    private static ApiException unknownOutcome(String message, Command command) {
        return ApiException.unknownOutcome(message, command.paymentId());
    }
}
