package dev.paylater.schemas;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The shape of webhooks' bodies that an endpoint is pinned to: the date since which it is so. */
public final class WebhookVersion {

    private static final String FIRST = "2026-11-01";

    /** What a new endpoint gets; the interface description names all that it may ask for. */
    public static final String CURRENT = FIRST;

    private WebhookVersion() {}

    /**
     * What an endpoint is pinned to.
     *
     * @param kept null: it is older than the first change of bodies
     */
    public static String of(@Nullable String kept) {
        return Objects.requireNonNullElse(kept, FIRST);
    }
}
