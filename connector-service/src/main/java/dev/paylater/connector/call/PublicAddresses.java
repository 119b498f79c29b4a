package dev.paylater.connector.call;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Set;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.jspecify.annotations.Nullable;

/**
 * Resolves host names for the client, and refuses addresses of the own network: base addresses are
 * typed in by merchants, and must not become a way in. The check is made on the very addresses that
 * are connected to, so a name that changes between check and call gains nothing.
 */
final class PublicAddresses implements DnsResolver {

    private final Set<String> internalHosts;
    private final DnsResolver names;

    PublicAddresses(Set<String> internalHosts) {
        this(internalHosts, SystemDefaultDnsResolver.INSTANCE);
    }

    PublicAddresses(Set<String> internalHosts, DnsResolver names) {
        this.internalHosts = Set.copyOf(internalHosts);
        this.names = names;
    }

    /** Why this base address may not be called at all, or null. */
    @Nullable String refusal(URI base) {
        var host = base.getHost();
        if (host == null || base.getUserInfo() != null || base.getRawQuery() != null) {
            return "base_url is no plain address";
        }
        if ("https".equals(base.getScheme())) {
            return null;
        }
        return "http".equals(base.getScheme()) && internalHosts.contains(host)
                ? null
                : "base_url must begin with https";
    }

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        var addresses = names.resolve(host);
        if (!internalHosts.contains(host)) {
            for (var address : addresses) {
                if (isInternal(address)) {
                    throw new InternalAddress(host);
                }
            }
        }
        return addresses;
    }

    @Override
    public String resolveCanonicalHostname(String host) throws UnknownHostException {
        return names.resolveCanonicalHostname(host);
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
    static final class InternalAddress extends UnknownHostException {

        private static final long serialVersionUID = 1L;

        InternalAddress(String host) {
            super(host + " leads to an internal address");
        }
    }
}
