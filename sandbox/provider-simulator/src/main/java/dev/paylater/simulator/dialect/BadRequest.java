package dev.paylater.simulator.dialect;

import org.jspecify.annotations.Nullable;

/** A request that a provider cannot read; each dialect says so in its own words. */
public final class BadRequest extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public enum Kind {
        NOT_JSON,
        MISSING,
        WRONG
    }

    private final Kind kind;
    private final @Nullable String param;
    private final String explanation;

    public BadRequest(Kind kind, @Nullable String param, String explanation) {
        super(explanation, null, false, false);
        this.kind = kind;
        this.param = param;
        this.explanation = explanation;
    }

    public Kind kind() {
        return kind;
    }

    public @Nullable String param() {
        return param;
    }

    public String explanation() {
        return explanation;
    }
}
