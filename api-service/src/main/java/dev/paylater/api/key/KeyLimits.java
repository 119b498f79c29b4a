package dev.paylater.api.key;

import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What narrows a key down. What is absent does not limit it.
 *
 * @param scopes of a secret key: all that it may do
 * @param allowedAddresses {@link AddressRange}s from which it may be used
 * @param role an admin key's {@link Role}; without one it is an owner's
 * @param strict whether what the interface does not have is refused instead of warned of
 */
public record KeyLimits(
        @Nullable List<String> scopes,
        @Nullable List<String> allowedAddresses,
        @Nullable String role,
        @Nullable Boolean strict) {

    boolean allow(Scope scope) {
        return (scopes == null || scopes.contains(scope.wireName()))
                && (role == null || Role.of(role).has(scope));
    }

    boolean allow(InetAddress caller) {
        return allowedAddresses == null
                || allowedAddresses.stream()
                        .anyMatch(range -> AddressRange.of(range).contains(caller));
    }
}
