package dev.paylater.api.merchant;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;

/**
 * The domains of a profile, each as in a Content-Security-Policy: an optional scheme, a host that
 * may begin with {@code *.}, an optional port.
 */
public record AllowedDomains(List<String> patterns) {

    private static final String SCHEME_END = "://";
    private static final String ANY_SUBDOMAIN = "*.";

    /** Whether an address is of one of the domains; any is when the profile has no list. */
    public boolean contain(String url) {
        return patterns.isEmpty() || patterns.stream().anyMatch(pattern -> fits(pattern, url));
    }

    private static boolean fits(String pattern, String url) {
        try {
            var address = new URI(url);
            if (address.getHost() == null || address.getRawUserInfo() != null) {
                return false;
            }
            var schemeEnd = pattern.indexOf(SCHEME_END);
            var scheme = schemeEnd < 0 ? "" : pattern.substring(0, schemeEnd);
            var origin = schemeEnd < 0 ? pattern : pattern.substring(schemeEnd + 3);
            return (scheme.isEmpty() || scheme.equalsIgnoreCase(address.getScheme()))
                    && fitsOrigin(origin.toLowerCase(Locale.ROOT), address);
        } catch (URISyntaxException _) {
            return false;
        }
    }

    private static boolean fitsOrigin(String origin, URI address) {
        var colon = origin.indexOf(':');
        var host = colon < 0 ? origin : origin.substring(0, colon);
        var port = colon < 0 ? "" : origin.substring(colon + 1);
        return fitsHost(host, address.getHost().toLowerCase(Locale.ROOT))
                && (port.equals("*") || port.equals(portOf(address)));
    }

    private static boolean fitsHost(String pattern, String host) {
        return pattern.equals("*")
                || pattern.equals(host)
                || (pattern.startsWith(ANY_SUBDOMAIN) && host.endsWith(pattern.substring(1)));
    }

    private static String portOf(URI address) {
        return address.getPort() < 0 ? "" : Integer.toString(address.getPort());
    }
}
