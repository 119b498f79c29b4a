package dev.paylater.simulator.payment;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A payment as the provider knows it, the same for every dialect. Amounts are minor units, times
 * epoch milliseconds. No customer data is kept beyond the tags; {@code details} is the dialect's.
 */
@RecordBuilder
public record SimulatedPayment(
        String id,
        String connector,
        String account,
        String merchantReference,
        @Nullable String attemptReference,
        String key,
        long created,
        long updated,
        String currency,
        long amount,
        boolean automaticCapture,
        Set<Tag> tags,
        Stage stage,
        @Nullable ProviderFailure failure,
        long authorized,
        List<SimulatedCapture> captures,
        List<Release> voids,
        List<SimulatedRefund> refunds,
        List<SimulatedIncrement> increments,
        List<SimulatedDispute> disputes,
        List<DueChange> dues,
        @Nullable String returnUrl,
        @Nullable String webhookUrl,
        ObjectNode details)
        implements SimulatedPaymentBuilder.With {

    /** The one name among the details that is not the dialect's own. */
    static final String CONSENTED = "consented";

    /** What is empty may be left out where a payment is written down. */
    public SimulatedPayment {
        tags = tags == null ? Set.of() : tags;
        captures = orEmpty(captures);
        voids = orEmpty(voids);
        refunds = orEmpty(refunds);
        increments = orEmpty(increments);
        disputes = orEmpty(disputes);
        dues = orEmpty(dues);
        details = details == null ? JsonNodeFactory.instance.objectNode() : details;
    }

    public boolean has(Tag tag) {
        return tags.contains(tag);
    }

    /** Whether the customer has agreed and it is the merchant's turn. */
    public boolean consented() {
        return details.has(CONSENTED);
    }

    public long captured() {
        return captures.stream()
                .filter(capture -> capture.standing() == PartStatus.SUCCEEDED)
                .mapToLong(SimulatedCapture::amount)
                .sum();
    }

    public long voided() {
        return voids.stream().mapToLong(Release::amount).sum();
    }

    public long refunded() {
        return refunds.stream()
                .filter(refund -> refund.standing() == PartStatus.SUCCEEDED)
                .mapToLong(SimulatedRefund::amount)
                .sum();
    }

    /** What the order is for, less what was let go. */
    public long ordered() {
        return (authorized > 0 ? authorized : amount) - voided();
    }

    /** What is neither captured nor being captured nor let go. */
    public long capturable() {
        if (stage != Stage.APPROVED && stage != Stage.REVIEW) {
            return 0;
        }
        return authorized
                - voided()
                - captures.stream()
                        .filter(capture -> capture.standing() != PartStatus.FAILED)
                        .mapToLong(SimulatedCapture::amount)
                        .sum();
    }

    /** What is captured and neither refunded nor being refunded. */
    public long refundable() {
        return captures.stream().mapToLong(this::refundable).sum();
    }

    public long refundable(SimulatedCapture capture) {
        return capture.standing() == PartStatus.SUCCEEDED
                ? capture.amount() - capture.refunded()
                : 0;
    }

    public @Nullable SimulatedCapture capture(String captureId) {
        return captures.stream()
                .filter(capture -> capture.id().equals(captureId))
                .findFirst()
                .orElse(null);
    }

    public @Nullable SimulatedRefund refund(String refundId) {
        return refunds.stream()
                .filter(refund -> refund.id().equals(refundId))
                .findFirst()
                .orElse(null);
    }

    public @Nullable SimulatedDispute dispute(String disputeId) {
        return disputes.stream()
                .filter(dispute -> dispute.id().equals(disputeId))
                .findFirst()
                .orElse(null);
    }

    SimulatedPayment with(DueChange due) {
        return withDues(plus(dues, due));
    }

    SimulatedPayment without(DueChange due) {
        return withDues(dues.stream().filter(other -> !other.equals(due)).toList());
    }

    /** Nothing that was to decide about the authorization is due any more. */
    SimulatedPayment undecided() {
        return withDues(
                dues.stream()
                        .filter(
                                due ->
                                        due.kind() == DueChange.Kind.CHARGE
                                                || due.kind() == DueChange.Kind.PAY_BACK)
                        .toList());
    }

    SimulatedPayment with(SimulatedCapture changed) {
        return withCaptures(
                captures.stream()
                        .map(capture -> capture.id().equals(changed.id()) ? changed : capture)
                        .toList());
    }

    SimulatedPayment with(SimulatedRefund changed) {
        return withRefunds(
                refunds.stream()
                        .map(refund -> refund.id().equals(changed.id()) ? changed : refund)
                        .toList());
    }

    private static <T> List<T> orEmpty(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }

    static <T> List<T> plus(List<T> list, T more) {
        var all = new ArrayList<T>(list.size() + 1);
        all.addAll(list);
        all.add(more);
        return List.copyOf(all);
    }
}
