package dev.paylater.kit.outgoing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.IDN;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An http or https address that somebody outside has given, in the one form in which it is stored,
 * called and put into a Location: ASCII, the host in punycode, the rest in percent-encoded UTF-8.
 *
 * @param ascii the whole address; it has a host, a port of 1 to 65535 if any, and no user info
 */
public record WebAddress(String ascii) {

    /** What HTTP servers and proxies take as a header's value or a request line. */
    public static final int MAX_CHARACTERS = 2048;

    private static final int MAX_PORT = 65_535;

    private static final Pattern FORM =
            Pattern.compile(
                    "([A-Za-z]+)://(\\[[0-9A-Fa-f:.]+]|[^/?#:@\\[\\]]*)(?::([0-9]*))?"
                            + "([/?#].*)?",
                    Pattern.DOTALL);

    private static final Pattern USER = Pattern.compile("[A-Za-z]+://[^/?#]*@");

    /**
     * Older and newer rules for names (IDNA 2003 and 2008) lead these to different hosts, so the
     * name has to be given in punycode.
     */
    private static final Pattern AMBIGUOUS = Pattern.compile("[ßς\u200c\u200d]");

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    /** What some resolvers take for an IPv4 address, and the one form that all take for it. */
    private static final Pattern NUMERIC = Pattern.compile("(.*[.])?([0-9]+|0x[0-9a-f]*)[.]?");

    private static final Pattern IPV4 =
            Pattern.compile("((25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])([.](?!$)|$)){4}");

    /** What stands in a path, query or fragment as it is (RFC 3986), a percent sign apart. */
    private static final String PLAIN = "-._~!$&'()*+,;=:@/?#";

    /** An address that nothing can be sent to; the message says why, without naming a field. */
    public static final class Unusable extends Exception {

        private static final long serialVersionUID = 1L;

        Unusable(String message) {
            super(message);
        }
    }

    /**
     * Reads an address.
     *
     * @throws Unusable when it is none, or cannot be called
     */
    public static WebAddress of(String text) throws Unusable {
        var parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new Unusable(
                    USER.matcher(text).lookingAt()
                            ? "must have no user name or password"
                            : "must be an http or https address with a host");
        }
        var scheme = parts.group(1).toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw new Unusable("must begin with http:// or https://");
        }
        var tail = parts.group(4) == null ? "" : parts.group(4);
        var ascii = scheme + "://" + host(parts.group(2)) + port(parts.group(3)) + encoded(tail);
        if (ascii.length() > MAX_CHARACTERS) {
            throw new Unusable(
                    "must have at most " + MAX_CHARACTERS + " characters, percent-encoded");
        }
        try {
            if (new URI(ascii).getHost() == null) {
                throw new Unusable("has a host that no name can be");
            }
        } catch (URISyntaxException e) {
            throw new Unusable("is no address: " + e.getReason());
        }
        return new WebAddress(ascii);
    }

    public URI uri() {
        return URI.create(ascii);
    }

    private static String host(String given) throws Unusable {
        if (given.startsWith("[")) {
            return given.toLowerCase(Locale.ROOT);
        }
        if (given.isEmpty()) {
            throw new Unusable("must have a host");
        }
        if (AMBIGUOUS.matcher(given).find()) {
            throw new Unusable("has a host that must be given in punycode (xn--...)");
        }
        try {
            var host = IDN.toASCII(given, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
            if (NUMERIC.matcher(host).matches() && !IPV4.matcher(host).matches()) {
                throw new Unusable("has a host that no name can be");
            }
            return host;
        } catch (IllegalArgumentException e) {
            throw new Unusable("has a host that no name can be");
        }
    }

    private static String port(@Nullable String given) throws Unusable {
        if (given == null || given.isEmpty()) {
            return "";
        }
        var port = given.length() > 5 ? 0 : Integer.parseInt(given);
        if (port < 1 || port > MAX_PORT) {
            throw new Unusable("must have a port from 1 to " + MAX_PORT);
        }
        return ":" + port;
    }

    private static String encoded(String tail) throws Unusable {
        var ascii = new StringBuilder();
        var hasFragment = false;
        for (var i = 0; i < tail.length(); i += Character.charCount(tail.codePointAt(i))) {
            var c = tail.codePointAt(i);
            if (Character.isWhitespace(c) || Character.isISOControl(c) || c == '\\') {
                throw new Unusable("has a space, backslash or control character in it");
            }
            if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                throw new Unusable("is not Unicode text");
            }
            if (c == '%') {
                requireByte(tail, i);
                ascii.append('%');
            } else if (isPlain(c) && !(c == '#' && hasFragment)) {
                hasFragment |= c == '#';
                ascii.append((char) c);
            } else {
                for (var b : Character.toString(c).getBytes(UTF_8)) {
                    ascii.append('%').append(HEX.toHexDigits(b));
                }
            }
        }
        return ascii.toString();
    }

    private static boolean isPlain(int c) {
        return (c >= '0' && c <= '9')
                || (c >= 'A' && c <= 'Z')
                || (c >= 'a' && c <= 'z')
                || PLAIN.indexOf(c) >= 0;
    }

    private static void requireByte(String text, int at) throws Unusable {
        if (at + 2 >= text.length() || !isHex(text.charAt(at + 1)) || !isHex(text.charAt(at + 2))) {
            throw new Unusable("has a % that no two hexadecimal digits follow");
        }
    }

    private static boolean isHex(char c) {
        return Character.digit(c, 16) >= 0 && c < 128;
    }

    @Override
    public String toString() {
        return ascii;
    }
}
