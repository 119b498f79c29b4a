package dev.paylater.ops.environment;

/**
 * api-service, and the administrator's key that opens it.
 *
 * @param url without a slash at its end
 */
public record ApiAddress(String url, String adminKey) {

    @Override
    public String toString() {
        return url;
    }
}
