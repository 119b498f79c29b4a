package dev.paylater.api.key;

import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What narrows a key down. What is absent does not limit it.
 *
 * @param scopes of a secret key: all that it may do
 * @param allowedAddresses {@link AddressRange}s from which it may be used
 */
public record KeyLimits(@Nullable List<String> scopes, @Nullable List<String> allowedAddresses) {

    boolean allow(Scope scope) {
        return scopes == null || scopes.contains(scope.word());
    }

    boolean allow(InetAddress caller) {
        return allowedAddresses == null
                || allowedAddresses.stream()
                        .anyMatch(range -> AddressRange.of(range).contains(caller));
    }
}
