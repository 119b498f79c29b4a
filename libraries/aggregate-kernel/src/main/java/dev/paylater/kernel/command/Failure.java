package dev.paylater.kernel.command;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import dev.paylater.kernel.store.DocumentTooLarge;
import dev.paylater.kernel.store.UnreadableDocument;
import dev.paylater.kit.kafka.UnpublishableMessage;
import dev.paylater.messaging.RegistryUnavailable;
import java.util.Set;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;
import org.bson.BsonSerializationException;

/** What a failure says about trying again. */
enum Failure {
    /** Broker, store or registry are away, or the batch was interrupted: time mends it. */
    PASSING,

    /** Trying again has the same end, however often. */
    LASTING,

    /** Of no known kind: taken for passing at first, and for lasting when it goes on. */
    UNCLASSIFIED;

    /**
     * What a server says of a statement that it will say of it for ever: the document is too large
     * (BSONObjectTooLarge, 17419, 17420) or is not taken (BadValue, FailedToParse, TypeMismatch,
     * Overflow, InvalidBSON, DollarPrefixedFieldName, EmptyFieldName, ImmutableField,
     * DocumentValidationFailure, 17280 for a key of an index). Everything else is about the server:
     * mongos, for one, reports a shard that it cannot reach for each statement.
     */
    private static final Set<Integer> LASTING_CODES =
            Set.of(10334, 17419, 17420, 2, 9, 14, 15, 22, 52, 56, 66, 121, 17280);

    static Failure of(RuntimeException e) {
        return switch (e) {
            case UnpublishableMessage _,
                    DocumentTooLarge _,
                    UnreadableDocument _,
                    RecordTooLargeException _,
                    SerializationException _,
                    BsonSerializationException _ ->
                    LASTING;
            case BatchInterrupted _,
                    RegistryUnavailable _,
                    RetriableException _,
                    AuthenticationException _,
                    AuthorizationException _ ->
                    PASSING;
            case MongoBulkWriteException bulk -> ofWrites(bulk);
            case MongoException _ -> PASSING;
            case KafkaException _ -> UNCLASSIFIED;
            default -> UNCLASSIFIED;
        };
    }

    private static Failure ofWrites(MongoBulkWriteException e) {
        if (e.getWriteConcernError() != null || e.getWriteErrors().isEmpty()) {
            return PASSING;
        }
        return e.getWriteErrors().stream()
                        .anyMatch(error -> LASTING_CODES.contains(error.getCode()))
                ? LASTING
                : PASSING;
    }

    /** Whether it says nothing about the command in whose handling it occurred. */
    static boolean isOfTheSurroundings(RuntimeException e) {
        return !(e instanceof UnpublishableMessage)
                && (of(e) == PASSING || e instanceof KafkaException || e instanceof MongoException);
    }
}
