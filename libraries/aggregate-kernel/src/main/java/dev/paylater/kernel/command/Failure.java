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

    /** The same would happen for ever. */
    LASTING,

    /** Nobody has thought of it: when it keeps happening, it is taken for lasting. */
    UNCLASSIFIED;

    /** BSONObjectTooLarge, and what a document becomes too large by. */
    private static final Set<Integer> TOO_LARGE = Set.of(10334, 17419, 17420);

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
        return e.getWriteErrors().stream().anyMatch(error -> TOO_LARGE.contains(error.getCode()))
                ? LASTING
                : UNCLASSIFIED;
    }

    /** Whether it says nothing about the command in whose handling it occurred. */
    static boolean isOfTheSurroundings(RuntimeException e) {
        return !(e instanceof UnpublishableMessage)
                && (of(e) == PASSING || e instanceof KafkaException || e instanceof MongoException);
    }
}
