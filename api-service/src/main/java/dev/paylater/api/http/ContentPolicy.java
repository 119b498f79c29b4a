package dev.paylater.api.http;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The Content-Security-Policy of one page. It loads, runs and sends nothing but what it names;
 * inline blocks count only with the nonce, which is another one each time.
 */
public final class ContentPolicy {

    /** Of whatever is no page: nothing in it is ever loaded, run or framed. */
    static final String NONE = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int NONCE_BYTES = 16;

    private final String nonce;
    private final Map<String, String> directives = new TreeMap<>();

    private ContentPolicy(String nonce) {
        this.nonce = nonce;
    }

    /** Allows inline styles with the nonce and nothing else; nobody may frame the page. */
    public static ContentPolicy ofPage() {
        var bytes = new byte[NONCE_BYTES];
        RANDOM.nextBytes(bytes);
        var policy =
                new ContentPolicy(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
        return policy.allow("default-src", "'none'")
                .allow("base-uri", "'none'")
                .allow("form-action", "'none'")
                .allow("frame-ancestors", "'none'")
                .allow("style-src", policy.nonceSource());
    }

    /** Replaces what a directive allows. */
    public ContentPolicy allow(String directive, String sources) {
        directives.put(directive, sources);
        return this;
    }

    public String nonce() {
        return nonce;
    }

    /** The nonce as a source of a directive. */
    public String nonceSource() {
        return "'nonce-" + nonce + "'";
    }

    String header() {
        return directives.entrySet().stream()
                .map(directive -> directive.getKey() + " " + directive.getValue())
                .collect(Collectors.joining("; "));
    }
}
