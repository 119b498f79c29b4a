package dev.paylater.api.command;

import dev.paylater.schemas.Refusal;
import java.nio.ByteBuffer;

/** What came of a command within the time that a merchant waits. */
public sealed interface Outcome {

    /** The resource after the command, as BSON. */
    record Done(ByteBuffer document) implements Outcome {}

    record Refused(Refusal refusal) implements Outcome {}

    /** The command is recorded in Kafka and will be carried out; nothing more is known yet. */
    record StillUnknown() implements Outcome {}
}
