package dev.paylater.api.key;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.regex.Pattern;

/**
 * Addresses that begin with the same bits, in CIDR notation ({@code 203.0.113.0/24}, {@code
 * 2001:db8::/32}); without a length it is one address. No name is ever looked up.
 */
public record AddressRange(InetAddress first, int prefixLength) {

    private static final Pattern NOTATION =
            Pattern.compile(
                    "(\\d{1,3}(?:\\.\\d{1,3}){3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)(?:/(\\d{1,3}))?");

    /**
     * Reads the notation.
     *
     * @throws IllegalArgumentException when it is not an address with an optional length, or when
     *     bits are set behind that length: whoever wrote it meant something else
     */
    public static AddressRange of(String text) {
        var notation = NOTATION.matcher(text);
        if (!notation.matches()) {
            throw new IllegalArgumentException("not an address");
        }
        var address = InetAddress.ofLiteral(notation.group(1));
        var bits = address.getAddress().length * Byte.SIZE;
        var given = notation.group(2);
        var length = given == null ? bits : Integer.parseInt(given);
        if ((address instanceof Inet4Address && text.contains(":")) || length > bits) {
            throw new IllegalArgumentException("not a range of its kind of addresses");
        }
        for (var bit = length; bit < bits; bit++) {
            if (bit(address, bit) != 0) {
                throw new IllegalArgumentException("bits are set behind the prefix");
            }
        }
        return new AddressRange(address, length);
    }

    /** False for an address of the other kind. */
    public boolean contains(InetAddress address) {
        if (address.getAddress().length != first.getAddress().length) {
            return false;
        }
        for (var bit = 0; bit < prefixLength; bit++) {
            if (bit(address, bit) != bit(first, bit)) {
                return false;
            }
        }
        return true;
    }

    private static int bit(InetAddress address, int index) {
        var shift = Byte.SIZE - 1 - index % Byte.SIZE;
        return (address.getAddress()[index / Byte.SIZE] >> shift) & 1;
    }
}
