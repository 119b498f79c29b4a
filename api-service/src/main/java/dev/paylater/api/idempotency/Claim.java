package dev.paylater.api.idempotency;

import java.util.Optional;

/** The right, and the duty, to answer under an Idempotency-Key. */
public final class Claim {

    private final Claims claims;
    private final String id;
    private final String owner;
    private final String commandId;

    Claim(Claims claims, String id, String owner, String commandId) {
        this.claims = claims;
        this.id = id;
        this.owner = owner;
        this.commandId = commandId;
    }

    /** The id that the request's command has at every repetition, also after a crash. */
    public String commandId() {
        return commandId;
    }

    /** Records the answer; gives back the one that was recorded before, if there is one. */
    public Optional<RecordedAnswer> settle(int status, String contentType, String body) {
        return claims.settle(id, owner, new RecordedAnswer(status, contentType, body));
    }

    /** Lets a repetition try again at once, as the same command. */
    public void release() {
        claims.release(id);
    }
}
