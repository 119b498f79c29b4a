package dev.paylater.kernel.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.ServerAddress;
import com.mongodb.bulk.BulkWriteError;
import com.mongodb.bulk.BulkWriteResult;
import com.mongodb.bulk.WriteConcernError;
import dev.paylater.kernel.store.DocumentTooLarge;
import dev.paylater.kernel.store.UnreadableDocument;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.kit.kafka.MessagePublisher;
import dev.paylater.kit.kafka.Outgoing;
import dev.paylater.kit.kafka.UnpublishableMessage;
import dev.paylater.messaging.RegistryUnavailable;
import dev.paylater.messaging.SchemaRegistry;
import dev.paylater.schemas.DeadlinePassed;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.bson.BsonDocument;
import org.bson.BsonSerializationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What each failure of a batch means, and whether it is the command's own. */
class FailureTest {

    private static final int TOO_LARGE = 17419;
    private static final int INTERRUPTED = 11601;
    private static final int HOST_UNREACHABLE = 6;
    private static final int DUPLICATE_KEY = 11000;
    private static final int NOT_PRIMARY = 10107;
    private static final int INVALID = 121;

    static List<Arguments> failures() {
        return List.of(
                Arguments.of(new RecordTooLargeException("1 MiB"), Failure.LASTING, true),
                Arguments.of(new SerializationException("no schema"), Failure.LASTING, true),
                Arguments.of(new BsonSerializationException("depth"), Failure.LASTING, false),
                Arguments.of(new DocumentTooLarge("a", 17_000_000), Failure.LASTING, false),
                Arguments.of(
                        new UnreadableDocument("a", "newer", new IllegalStateException()),
                        Failure.LASTING,
                        false),
                Arguments.of(new BatchInterrupted("lease"), Failure.PASSING, true),
                Arguments.of(new TimeoutException("no leader"), Failure.PASSING, true),
                Arguments.of(new SaslAuthenticationException("key"), Failure.PASSING, true),
                Arguments.of(new TopicAuthorizationException("acl"), Failure.PASSING, true),
                Arguments.of(new MongoTimeoutException("no primary"), Failure.PASSING, true),
                Arguments.of(bulk(null, TOO_LARGE), Failure.LASTING, true),
                Arguments.of(bulk(null, INTERRUPTED, TOO_LARGE), Failure.LASTING, true),
                Arguments.of(bulk(null, INTERRUPTED), Failure.PASSING, true),
                Arguments.of(bulk(null, HOST_UNREACHABLE), Failure.PASSING, true),
                Arguments.of(bulk(null, DUPLICATE_KEY, HOST_UNREACHABLE), Failure.PASSING, true),
                Arguments.of(bulk(null, NOT_PRIMARY), Failure.PASSING, true),
                Arguments.of(bulk(null, INVALID), Failure.LASTING, true),
                Arguments.of(bulk(null), Failure.PASSING, true),
                Arguments.of(bulk(unconfirmed(), TOO_LARGE), Failure.PASSING, true),
                Arguments.of(bulk(unconfirmed()), Failure.PASSING, true),
                Arguments.of(new KafkaException("?"), Failure.UNCLASSIFIED, true),
                Arguments.of(new IllegalStateException("?"), Failure.UNCLASSIFIED, false));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void a_failure_lasts_or_passes(
            RuntimeException failure, Failure expected, boolean ofTheSurroundings) {
        assertThat(Failure.of(failure)).isEqualTo(expected);
        assertThat(Failure.isOfTheSurroundings(failure)).isEqualTo(ofTheSurroundings);
    }

    @Test
    void a_message_that_does_not_fit_its_schema_lasts() {
        var publisher = new MessagePublisher(new MockProducer<>(), new World().codec);
        var empty = Outgoing.of("out", "key", "id", MessageContext.NONE, new DeadlinePassed());
        var unpublishable =
                catchThrowableOfType(UnpublishableMessage.class, () -> publisher.encode(empty));

        assertThat(Failure.of(unpublishable)).isEqualTo(Failure.LASTING);
        assertThat(Failure.isOfTheSurroundings(unpublishable)).isFalse();
    }

    @Test
    void a_registry_that_is_away_comes_back() {
        var away = SchemaRegistry.at("http://127.0.0.1:1", Map.of());
        var unavailable =
                catchThrowableOfType(
                        RegistryUnavailable.class,
                        () -> away.idOf("letters", DeadlinePassed.getClassSchema()));

        assertThat(Failure.of(unavailable)).isEqualTo(Failure.PASSING);
        assertThat(Failure.isOfTheSurroundings(unavailable)).isTrue();
    }

    private static WriteConcernError unconfirmed() {
        return new WriteConcernError(64, "WriteConcernFailed", "timed out", new BsonDocument());
    }

    private static MongoBulkWriteException bulk(@Nullable WriteConcernError concern, int... codes) {
        return new MongoBulkWriteException(
                BulkWriteResult.unacknowledged(),
                Arrays.stream(codes)
                        .mapToObj(code -> new BulkWriteError(code, "no", new BsonDocument(), 0))
                        .toList(),
                concern,
                new ServerAddress(),
                Set.of());
    }
}
