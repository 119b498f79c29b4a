package dev.paylater.api.key;

import dev.paylater.kit.security.KeyRing;
import java.util.Base64;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Peppers whose secrets follow from their ids. */
final class Peppers {

    private Peppers() {}

    /** The first id is the one for new hashes. */
    static Pepper of(int... ids) {
        return new Pepper(
                KeyRing.parse(
                        "PAYLATER_KEY_PEPPER",
                        IntStream.of(ids)
                                .mapToObj(id -> id + ":" + secret(id))
                                .collect(Collectors.joining(","))));
    }

    private static String secret(int id) {
        var bytes = new byte[32];
        bytes[31] = (byte) id;
        return Base64.getEncoder().encodeToString(bytes);
    }
}
