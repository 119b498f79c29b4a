package dev.paylater.api.link;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.PaymentLinks;
import dev.paylater.api.payment.PaymentOperations;
import dev.paylater.api.store.PaymentList;
import dev.paylater.api.store.PaymentReads;
import dev.paylater.options.LinkLifetime;
import dev.paylater.schemas.PaymentOptions;
import dev.paylater.schemas.UpdatePayment;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** A merchant's payment links, by the interface and in the console: found, listed, ended early. */
@Component
public final class MerchantLinks {

    private final PaymentLinks links;
    private final PaymentReads payments;
    private final PaymentList list;
    private final PaymentOperations operations;
    private final Clock clock;

    MerchantLinks(
            PaymentLinks links,
            PaymentReads payments,
            PaymentList list,
            PaymentOperations operations,
            Clock clock) {
        this.links = links;
        this.payments = payments;
        this.list = list;
        this.operations = operations;
        this.clock = clock;
    }

    /** Payments with a link, and whether there are older ones. */
    public record Listed(List<PaymentDocument> payments, boolean hasMore) {}

    /**
     * The payment of a link of the caller's.
     *
     * @throws ApiException when there is none
     */
    public PaymentDocument require(Call call, String linkId) {
        return links.paymentOf(call.merchantId(), linkId)
                .flatMap(paymentId -> payments.find(call.merchantId(), paymentId))
                .filter(PaymentDocument::hasLink)
                .orElseThrow(() -> ApiException.notFound("payment link"));
    }

    /**
     * The newest first.
     *
     * @param afterLinkId the last that is known already; null: none
     */
    public Listed list(Call call, @Nullable String afterLinkId, int limit) {
        var found = linked(call, afterLinkId == null ? null : require(call, afterLinkId), limit);
        // A page of large payments ends before its limit, and is not the last one for that.
        var hasMore = !found.isEmpty() && !linked(call, found.getLast(), 1).isEmpty();
        return new Listed(found, hasMore);
    }

    private List<PaymentDocument> linked(Call call, @Nullable PaymentDocument cursor, int limit) {
        return list.find(
                new PaymentList.Query(
                        call.merchantId(),
                        List.of(PaymentList.withLink()),
                        null,
                        cursor,
                        false,
                        limit));
    }

    /**
     * Ends a link now: its page takes no further confirm. An attempt that is under way goes on.
     *
     * @return the payment afterwards
     */
    public PaymentDocument deactivate(Call call, String linkId) {
        var payment = require(call, linkId);
        var now = clock.instant();
        return payment.isLinkExpired(now) ? payment : end(call, payment, now);
    }

    private PaymentDocument end(Call call, PaymentDocument payment, Instant now) {
        var config =
                LinkLifetime.endedBy(now, payment.created(), payment.term(LinkLifetime.CONFIG));
        return operations.run(
                call,
                payment.merchantId(),
                payment.paymentId(),
                UpdatePayment.newBuilder()
                        .setMerchantId(payment.merchantId())
                        .setPaymentId(payment.paymentId())
                        .setIssuedAt(call.issuedAt().toEpochMilli())
                        .setReplyTo(operations.replyTo(call))
                        .setOptions(PaymentOptions.newBuilder().build())
                        .setTerms(Map.of(LinkLifetime.CONFIG, config))
                        .build());
    }
}
