package dev.paylater.api.idempotency;

/** An answer as it was given the first time. */
public record RecordedAnswer(int status, String contentType, String body) {}
