package dev.paylater.simulator.book;

/** A notification that is owed until somebody takes it; it is signed anew at every try. */
public record Webhook(
        String eventId,
        String connector,
        String account,
        String merchantReference,
        String url,
        String body,
        int copies) {}
