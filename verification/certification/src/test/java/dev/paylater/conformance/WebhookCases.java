package dev.paylater.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.conformance.WebhookSink.Received;
import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Notice;
import dev.paylater.connector.kit.Notice.Reason;
import dev.paylater.provider.ProviderResult.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the provider sends by itself. */
interface WebhookCases extends Cases {

    /** A payment about which the provider has something to tell. */
    private Deal notifiedAbout() {
        if (lab().can(Feature.LATE_DECISION)) {
            var deal = lab().deal(lab().purchase().tagged("pending-approved"));
            deal.authorize("approve");
            lab().await("the provider has notified", () -> notified(deal, Status.APPROVED));
            return deal;
        }
        var deal = lab().deal(lab().purchase().tagged("redirect"));
        var first = deal.authorize();
        if (first.status() == Status.REQUIRES_ACTION) {
            lab().simulator.decide(Check.page(first), "approve");
        }
        deal.complete();
        lab().await("the provider has notified", () -> !lab().webhooks(deal).isEmpty());
        return deal;
    }

    /** An unsigned notification tells nothing by itself; that it came is enough. */
    private boolean notified(Deal deal, Status status) {
        return lab().webhooks(deal).stream()
                .map(received -> lab().read(received, deal))
                .anyMatch(
                        notice ->
                                notice instanceof Notice.Genuine genuine
                                        && genuine.news().stream()
                                                .anyMatch(
                                                        news ->
                                                                !(news
                                                                                instanceof
                                                                                Notice.Settled
                                                                                        settled)
                                                                        || settled.result().status()
                                                                                == status));
    }

    private Received newest(Deal deal) {
        return lab().webhooks(deal).getLast();
    }

    @Case
    @Needs(Feature.WEBHOOKS)
    default void a_notification_leads_to_the_payment() {
        var deal = notifiedAbout();

        for (var received : lab().webhooks(deal)) {
            var notice = lab().read(received, deal);
            assertThat(notice).isInstanceOf(Notice.Genuine.class);
            assertThat(((Notice.Genuine) notice).news())
                    .isNotEmpty()
                    .allMatch(news -> news.paymentId().equals(deal.paymentId()));
        }
        Check.approved(deal.settle(deal.inquire()), 6540);
    }

    @Case
    @Needs({Feature.WEBHOOKS, Feature.LATE_DECISION})
    default void a_later_decline_is_reported() {
        var deal = lab().deal(lab().purchase().tagged("pending-declined"));
        deal.authorize("approve");

        lab().await("the provider has notified", () -> notified(deal, Status.DECLINED));

        Check.declined(deal.settle(deal.inquire()));
    }

    @Case
    @Needs({Feature.WEBHOOKS, Feature.SIGNED_WEBHOOKS, Feature.LATE_CAPTURE})
    default void a_later_capture_is_reported() {
        var deal = lab().deal(lab().purchase().tagged("capture-pending")).authorized();
        deal.capture(6540);

        lab().await("the provider has notified", () -> notified(deal, Status.APPROVED));

        assertThat(deal.ledger()).hasSize(2);
    }

    @Case
    @Needs({Feature.WEBHOOKS, Feature.SIGNED_WEBHOOKS, Feature.LATE_REFUND})
    default void a_later_refund_is_reported() {
        var deal = lab().deal(lab().purchase().tagged("refund-pending")).authorized();
        deal.capture(6540);
        deal.refund(6540);

        lab().await("the provider has notified", () -> notified(deal, Status.APPROVED));

        assertThat(deal.ledger()).hasSize(3);
    }

    @Case
    @Needs(Feature.WEBHOOKS)
    default void every_copy_of_a_notification_has_the_same_id() {
        lab().simulator.duplicateWebhooks(lab().connector().name(), 2);
        var deal = notifiedAbout();
        lab().await("all copies have come", () -> lab().webhooks(deal).size() >= 3);

        var copies =
                lab().webhooks(deal).stream()
                        .filter(one -> one.body().equals(newest(deal).body()))
                        .map(one -> ((Notice.Genuine) lab().read(one, deal)).eventId())
                        .toList();

        assertThat(copies).hasSizeGreaterThanOrEqualTo(3).containsOnly(copies.getFirst());
    }

    @Case
    @Needs(Feature.WEBHOOKS)
    default void notifications_say_the_same_in_any_order_and_at_any_time() {
        var deal = notifiedAbout();
        var inOrder = lab().webhooks(deal).stream().map(one -> lab().read(one, deal)).toList();
        if (lab().can(Feature.VOID)) {
            deal.cancel();
        }

        var reordered =
                lab().webhooks(deal).subList(0, inOrder.size()).reversed().stream()
                        .map(one -> lab().read(one, deal))
                        .toList();

        assertThat(reordered.reversed()).isEqualTo(inOrder);
    }

    @Case
    @Needs(Feature.WEBHOOKS)
    default void a_notification_that_somebody_else_sent_changes_nothing() {
        var deal = notifiedAbout();
        var genuine = newest(deal);

        for (var forged :
                List.of(
                        new Received(Map.of(), Map.of(), genuine.body()),
                        new Received(
                                spoilt(genuine.headers()),
                                spoilt(genuine.query()),
                                genuine.body()))) {
            assertThat(lab().read(forged, deal)).isEqualTo(new Notice.Rejected(Reason.FORGED));
        }
        if (lab().can(Feature.SIGNED_WEBHOOKS)) {
            var other =
                    genuine.body()
                            .replace(deal.paymentId(), deal.paymentId().replace("pay_0", "pay_9"));
            assertThat(other).isNotEqualTo(genuine.body());
            var altered = new Received(genuine.headers(), genuine.query(), other);
            assertThat(lab().read(altered, deal)).isEqualTo(new Notice.Rejected(Reason.FORGED));
        }
    }

    /** All that could prove something proves something else. */
    private static Map<String, String> spoilt(Map<String, String> proofs) {
        var spoilt = new HashMap<String, String>();
        proofs.forEach(
                (name, value) ->
                        spoilt.put(
                                name,
                                value.isEmpty()
                                        ? value
                                        : value.substring(0, value.length() - 1)
                                                + (value.endsWith("0") ? '1' : '0')));
        return spoilt;
    }

    @Case
    @Needs(Feature.WEBHOOKS)
    default void what_cannot_be_proved_is_not_believed() {
        var deal = notifiedAbout();
        var news = ((Notice.Genuine) lab().read(newest(deal), deal)).news();

        if (lab().can(Feature.SIGNED_WEBHOOKS)) {
            assertThat(news).hasAtLeastOneElementOfType(Notice.Settled.class);
        } else {
            assertThat(news).hasOnlyElementsOfType(Notice.Changed.class);
        }
    }

    @Case
    @Needs({Feature.WEBHOOKS, Feature.TIMESTAMPED_WEBHOOKS})
    default void a_notification_that_is_played_again_later_is_stale() {
        var deal = notifiedAbout();
        var later = Instant.now().plus(Duration.ofMinutes(10));

        assertThat(lab().connector().read(newest(deal).notification(), deal.account(), later))
                .isEqualTo(new Notice.Rejected(Reason.STALE));
    }

    @Case
    @Needs(Feature.WEBHOOKS)
    default void a_truncated_notification_tells_nothing() {
        var deal = notifiedAbout();
        var whole = newest(deal);
        // One that has no body says everything in its address.
        var query = whole.body().isEmpty() ? halved(whole.query()) : whole.query();

        var notice = lab().read(new Received(whole.headers(), query, half(whole.body())), deal);

        assertThat(notice).isInstanceOf(Notice.Rejected.class);
    }

    private static Map<String, String> halved(Map<String, String> query) {
        var halved = new HashMap<String, String>();
        query.forEach((name, value) -> halved.put(name, half(value)));
        return halved;
    }

    private static String half(String text) {
        return text.substring(0, text.length() / 2);
    }

    @Case
    default void a_notification_of_an_account_without_a_secret_is_not_believed() {
        var account = lab().account();
        var without =
                new Account(
                        account.id(),
                        account.merchantId(),
                        account.connector(),
                        account.baseUrl(),
                        Map.of(),
                        null,
                        account.settings());
        var notification = new Received(Map.of(), Map.of(), "{}").notification();

        assertThat(lab().connector().read(notification, without, Instant.now()))
                .isInstanceOf(Notice.Rejected.class);
    }
}
