package dev.paylater.simulator.affirm;

import dev.paylater.simulator.payment.TimeAndIds;
import java.util.concurrent.ThreadLocalRandom;

/** A transaction is called like {@code DVEP-FTQO}, a checkout or event has 16 characters. */
final class AffirmIds implements TimeAndIds.Ids {

    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

    @Override
    public String next(TimeAndIds.Kind kind) {
        return kind == TimeAndIds.Kind.PAYMENT ? random(4) + "-" + random(4) : random(16);
    }

    static String random(int length) {
        return ThreadLocalRandom.current()
                .ints(length, 0, LETTERS.length())
                .mapToObj(at -> LETTERS.substring(at, at + 1))
                .reduce("", String::concat);
    }
}
