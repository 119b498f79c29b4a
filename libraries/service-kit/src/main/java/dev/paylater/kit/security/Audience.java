package dev.paylater.kit.security;

/** The services that other services call with a {@link ServiceToken}. */
public enum Audience {
    API("api-service"),
    CONNECTOR("connector-service"),
    WEBHOOK("webhook-service");

    private final String word;

    Audience(String word) {
        this.word = word;
    }

    /** As it stands in a token. */
    String wireName() {
        return word;
    }
}
