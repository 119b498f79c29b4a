package dev.paylater.kit.outgoing;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Resolves host names for the client, and refuses addresses of the own network: they are typed in
 * by merchants, and must not become a way in. The check is made on the very addresses that are
 * connected to, so a name that changes between check and call gains nothing.
 */
public final class PublicAddresses {

    /** The addresses of a host. */
    @FunctionalInterface
    interface Names {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    private final Set<String> internalHosts;
    private final boolean loopback;
    private final Names names;

    /**
     * A guard.
     *
     * @param internalHosts host names and addresses within the own network that may be called all
     *     the same, without TLS too
     */
    public PublicAddresses(Set<String> internalHosts) {
        this(internalHosts, false, InetAddress::getAllByName);
    }

    PublicAddresses(Set<String> internalHosts, boolean loopback, Names names) {
        this.internalHosts = Set.copyOf(internalHosts);
        this.loopback = loopback;
        this.names = names;
    }

    /** A guard that lets loopback addresses and http pass where everything runs on one machine. */
    public PublicAddresses withLoopback() {
        return new PublicAddresses(internalHosts, true, names);
    }

    /** Why this base address may not be called at all, or null. */
    public @Nullable String refusal(URI base) {
        return base.getRawQuery() == null
                ? refusal(base, "base_url")
                : "base_url is no plain address";
    }

    /** Why this address, which may have a query, may not be called at all, or null. */
    public @Nullable String refusal(URI address, String field) {
        var host = address.getHost();
        if (host == null || address.getUserInfo() != null || address.getRawFragment() != null) {
            return field + " is no plain address";
        }
        if ("https".equals(address.getScheme())) {
            return null;
        }
        return "http".equals(address.getScheme()) && (loopback || internalHosts.contains(host))
                ? null
                : field + " must begin with https";
    }

    /**
     * The addresses of a host.
     *
     * @throws InternalAddress when one of them is of the own network
     */
    public InetAddress[] resolve(String host) throws UnknownHostException {
        var addresses = names.resolve(host);
        if (!internalHosts.contains(host)) {
            for (var address : addresses) {
                if (isInternal(address) && !(loopback && address.isLoopbackAddress())) {
                    throw new InternalAddress(host);
                }
            }
        }
        return addresses;
    }

    static boolean isInternal(InetAddress address) {
        return address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress()
                || switch (address) {
                    case Inet4Address four -> isInternal(four.getAddress());
                    case Inet6Address six -> isInternalSix(six.getAddress());
                    default -> true;
                };
    }

    /** What Java's own categories leave out: RFC 6890 and its additions. */
    private static boolean isInternal(byte[] four) {
        var first = four[0] & 0xff;
        var second = four[1] & 0xff;
        return first == 0
                || (first == 100 && (second & 0xc0) == 64)
                || (first == 192 && second == 0)
                || (first == 198 && (second & 0xfe) == 18)
                || first >= 240;
    }

    /** Unique local addresses, and the ranges that carry an IPv4 address in them. */
    private static boolean isInternalSix(byte[] six) {
        var first = six[0] & 0xff;
        var second = six[1] & 0xff;
        return (first & 0xfe) == 0xfc
                || (first == 0x20 && second == 0x02)
                || (first == 0x20 && second == 0x01 && six[2] == 0 && six[3] == 0)
                || (first == 0 && second == 0x64)
                || (first == 0 && second == 0);
    }

    /** A name leads into the own network. */
    public static final class InternalAddress extends UnknownHostException {

        private static final long serialVersionUID = 1L;

        InternalAddress(String host) {
            super(host + " leads to an internal address");
        }
    }
}
