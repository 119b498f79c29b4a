package dev.paylater.api.session;

import dev.paylater.api.key.ApiKey;

/** A session that goes on, and the key that it is worth as much as. */
public record SignedIn(Session session, ApiKey key) {}
