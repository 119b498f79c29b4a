package dev.paylater.simulator.payment;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The outcomes that a test chooses by a piece of the e-mail's local part, as in {@code a+slow@b}.
 */
public enum Tag {
    DECLINED,
    INSUFFICIENT,
    FRAUD,
    INVALID,
    REDIRECT,
    REDIRECT_EXPIRED,
    PENDING_APPROVED,
    PENDING_DECLINED,
    PENDING_SILENT,
    REVIEW,
    TIMEOUT,
    TIMEOUT_APPROVED,
    SLOW,
    ERROR_ONCE,
    ERROR,
    DUPLICATE_WEBHOOK,
    LATE_APPROVAL,
    CAPTURE_DECLINED,
    CAPTURE_TIMEOUT,
    CAPTURE_PENDING,
    REFUND_DECLINED,
    REFUND_TIMEOUT,
    REFUND_PENDING,
    REFUND_REVIEW,
    VOID_DECLINED,
    DISPUTE_TIMEOUT,
    NO_MANDATE,
    MANDATE_DECLINED,
    THREE_DS_FRICTIONLESS("3ds-frictionless"),
    THREE_DS_CHALLENGE("3ds-challenge"),
    THREE_DS_FAILED("3ds-failed");

    /** Most providers leave nothing to people, have no 3DS and do what follows at once. */
    public static final Set<Tag> UNUSUAL =
            Collections.unmodifiableSet(
                    EnumSet.of(
                            REVIEW,
                            CAPTURE_PENDING,
                            REFUND_PENDING,
                            REFUND_REVIEW,
                            DISPUTE_TIMEOUT,
                            THREE_DS_CHALLENGE,
                            THREE_DS_FAILED,
                            THREE_DS_FRICTIONLESS));

    /** Of providers that also decide at once, or with the customer. */
    public static final Set<Tag> NOT_AT_ONCE =
            and(UNUSUAL, PENDING_APPROVED, PENDING_DECLINED, PENDING_SILENT, LATE_APPROVAL);

    private static final Map<String, Tag> BY_LABEL =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Tag::label, tag -> tag));

    private final String label;

    Tag() {
        this.label = name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    Tag(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /** Some tags and more. */
    public static Set<Tag> and(Set<Tag> some, Tag... more) {
        var all = EnumSet.copyOf(some);
        all.addAll(List.of(more));
        return Collections.unmodifiableSet(all);
    }

    /**
     * The tags of an address at a provider that has no match for some of them.
     *
     * @param always what happens to everybody there
     */
    public static Set<Tag> in(String email, Set<Tag> withoutMatch, Tag... always) {
        var tags = EnumSet.noneOf(Tag.class);
        tags.addAll(in(email));
        tags.removeAll(withoutMatch);
        tags.addAll(List.of(always));
        return Collections.unmodifiableSet(tags);
    }

    public static Set<Tag> in(String email) {
        var at = email.lastIndexOf('@');
        var local = at < 0 ? email : email.substring(0, at);
        var tags = EnumSet.noneOf(Tag.class);
        for (var piece : local.toLowerCase(Locale.ROOT).split("\\+", -1)) {
            var tag = BY_LABEL.get(piece);
            if (tag != null) {
                tags.add(tag);
            }
        }
        return Collections.unmodifiableSet(tags);
    }
}
