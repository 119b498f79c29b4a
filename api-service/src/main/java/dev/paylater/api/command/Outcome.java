package dev.paylater.api.command;

import dev.paylater.schemas.Refusal;
import java.nio.ByteBuffer;

/** What came of a command within the time that a merchant waits. */
public sealed interface Outcome {

    /** The resource after the command, as BSON. */
    record Done(ByteBuffer document) implements Outcome {}

    record Refused(Refusal refusal) implements Outcome {}

    /** The command is recorded in Kafka; it may be decided later, be under way or be refused. */
    record StillUnknown() implements Outcome {}
}
