package dev.paylater.simulator.sandbox;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.paylater.simulator.payment.TimeAndIds;

/** Ids say what they name and sort by time. */
final class SandboxIds implements TimeAndIds.Ids {

    @Override
    public String next(TimeAndIds.Kind kind) {
        return switch (kind) {
            case PAYMENT -> prefixed("sbp_");
            case CAPTURE -> prefixed("sbc_");
            case VOID -> prefixed("sbv_");
            case REFUND -> prefixed("sbr_");
            case INCREMENT -> prefixed("sbi_");
            case DISPUTE -> prefixed("sbd_");
        };
    }

    static String prefixed(String prefix) {
        return prefix + UlidCreator.getMonotonicUlid();
    }
}
