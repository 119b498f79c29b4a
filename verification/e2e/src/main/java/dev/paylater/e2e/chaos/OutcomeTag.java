package dev.paylater.e2e.chaos;

import java.util.Arrays;
import java.util.List;

/** What the provider shall do with a payment, by the tag in the customer's address. */
enum OutcomeTag {
    NONE(Kind.PROMPT),
    DECLINED(Kind.REFUSED),
    INSUFFICIENT(Kind.REFUSED),
    FRAUD(Kind.REFUSED),
    INVALID(Kind.REFUSED),
    REDIRECT(Kind.PROMPT),
    REDIRECT_EXPIRED(Kind.SLOW),
    PENDING_APPROVED(Kind.PROMPT),
    PENDING_DECLINED(Kind.REFUSED),
    PENDING_SILENT(Kind.PROMPT),
    REVIEW(Kind.PROMPT),
    TIMEOUT(Kind.SLOW),
    TIMEOUT_APPROVED(Kind.PROMPT),
    SLOW(Kind.PROMPT),
    ERROR_ONCE(Kind.PROMPT),
    ERROR(Kind.SLOW),
    DUPLICATE_WEBHOOK(Kind.PROMPT),
    LATE_APPROVAL(Kind.SLOW),
    CAPTURE_DECLINED(Kind.PROMPT),
    CAPTURE_TIMEOUT(Kind.PROMPT),
    CAPTURE_PENDING(Kind.PROMPT),
    REFUND_DECLINED(Kind.PROMPT),
    REFUND_TIMEOUT(Kind.PROMPT),
    REFUND_PENDING(Kind.PROMPT),
    REFUND_REVIEW(Kind.PROMPT),
    VOID_DECLINED(Kind.PROMPT);

    /** What every provider of the simulator understands. */
    static final List<OutcomeTag> AT_EVERY_PROVIDER =
            List.of(REDIRECT, TIMEOUT_APPROVED, CAPTURE_TIMEOUT, REFUND_TIMEOUT);

    private enum Kind {
        PROMPT,
        /** Must never be authorized. */
        REFUSED,
        /** Takes the provider or the rules of asking many seconds even when nothing dies. */
        SLOW
    }

    private final Kind kind;

    OutcomeTag(Kind kind) {
        this.kind = kind;
    }

    boolean isRefused() {
        return kind == Kind.REFUSED;
    }

    boolean isSlow() {
        return kind == Kind.SLOW;
    }

    static List<OutcomeTag> special() {
        return Arrays.stream(values()).filter(tag -> tag != NONE).toList();
    }

    String email() {
        return this == NONE
                ? "ada@example.com"
                : "ada+"
                        + name().toLowerCase(java.util.Locale.ROOT).replace('_', '-')
                        + "@example.com";
    }
}
