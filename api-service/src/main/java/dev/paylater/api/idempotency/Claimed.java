package dev.paylater.api.idempotency;

/** What became of the attempt to be the one that answers under a key. */
public sealed interface Claimed {

    /** This request answers; the claim says as which command. */
    record Ours(Claim claim) implements Claimed {}

    /** It has been answered. */
    record Answered(RecordedAnswer answer) implements Claimed {}

    /** Another request is at it. */
    record InProgress() implements Claimed {}

    /** The key belongs to another request. */
    record OtherRequest() implements Claimed {}
}
