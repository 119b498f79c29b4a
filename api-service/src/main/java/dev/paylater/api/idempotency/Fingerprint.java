package dev.paylater.api.idempotency;

/**
 * What tells a request from others under the same key.
 *
 * @param canonical of its body in canonical form
 * @param exact of its bytes, which older versions of this service have recorded
 */
public record Fingerprint(String canonical, String exact) {

    boolean isThatOf(String recorded) {
        return recorded.equals(canonical) || recorded.equals(exact);
    }
}
