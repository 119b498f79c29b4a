package dev.paylater.api.console.payment;

import static java.util.Map.entry;

import dev.paylater.api.console.Moment;
import dev.paylater.api.console.Money;
import dev.paylater.api.console.Words;
import dev.paylater.api.document.Fields;
import dev.paylater.api.document.PaymentDocument;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What happened to a payment in plain words, in the order of time. */
final class Story {

    private static final String PAYMENT = "payment";
    private static final String PROVIDER = "provider";
    private static final String CUSTOMER = "customer";
    private static final String CAPTURE = "capture";
    private static final String REFUND = "refund";
    private static final String DISPUTE = "dispute";
    private static final String ALARM = "alarm";
    private static final String WEBHOOK = "webhook";

    private record Line(String track, String text) {}

    /** Of each event of a payment's history; {} is its amount, {status} its status. */
    private static final Map<String, Line> LINES =
            Map.ofEntries(
                    line("payment_created", PAYMENT, "The shop created the payment over {}"),
                    line("payment_updated", PAYMENT, "The payment was changed"),
                    line("authorization_requested", PROVIDER, "An attempt over {} began"),
                    line("three_ds_required", CUSTOMER, "The customer has to prove who they are"),
                    line("three_ds_requested", PROVIDER, "Proof of the customer was asked for"),
                    line("three_ds_challenge_issued", CUSTOMER, "The customer's bank asks them"),
                    line("three_ds_succeeded", CUSTOMER, "The customer has proved who they are"),
                    line(
                            "authorization_completion_requested",
                            PROVIDER,
                            "The provider was asked to finish the approval"),
                    line(
                            "customer_action_required",
                            CUSTOMER,
                            "The provider wants the customer on its page"),
                    line(
                            "customer_action_timed_out",
                            CUSTOMER,
                            "The customer did not come back in time"),
                    line(
                            "merchant_review_required",
                            PAYMENT,
                            "The provider wants the shop's decision"),
                    line("merchant_approved", PAYMENT, "The shop approved the payment"),
                    line("merchant_rejected", PAYMENT, "The shop rejected the payment"),
                    line("authorization_approved", PROVIDER, "The provider approved {}"),
                    line("authorization_declined", PROVIDER, "The provider declined"),
                    line(
                            "authorization_lapsed",
                            PROVIDER,
                            "The provider gave the approval up by itself"),
                    line("result_pending", PROVIDER, "The provider is still at work"),
                    line(
                            "result_unknown",
                            PROVIDER,
                            "Nobody knows yet what the provider did: it will be asked"),
                    line(
                            "account_refused",
                            ALARM,
                            "The provider does not accept the account's credentials"),
                    line("status_inquired", PROVIDER, "The provider was asked for the status"),
                    line(
                            "authorization_inquired",
                            PROVIDER,
                            "The provider was asked how the approval stands"),
                    line("inquiry_ended", PROVIDER, "The question was answered"),
                    line(
                            "operation_retried",
                            PROVIDER,
                            "The provider knew nothing of it: the request was sent again"),
                    line("capture_requested", CAPTURE, "A capture of {} was asked for"),
                    line(
                            "capture_recorded",
                            CAPTURE,
                            "Shop and customer settled {} between themselves"),
                    line("capture_charged", CAPTURE, "{} were captured"),
                    line("capture_failed", CAPTURE, "The capture failed"),
                    line("void_requested", PROVIDER, "The provider was asked to void {}"),
                    line("void_succeeded", PROVIDER, "{} were voided"),
                    line("void_failed", PROVIDER, "The provider did not void"),
                    line("release_requested", PROVIDER, "The provider was asked to release {}"),
                    line("release_succeeded", PROVIDER, "{} were released"),
                    line("release_failed", PROVIDER, "The provider did not release"),
                    line("payment_link_expired", PAYMENT, "The payment link ended unpaid"),
                    line("payment_cancelled", PAYMENT, "The payment was cancelled"),
                    line("increment_requested", PROVIDER, "An approval of {} in all was asked for"),
                    line("increment_approved", PROVIDER, "The provider approved {} in all"),
                    line("increment_declined", PROVIDER, "The provider approved no more"),
                    line(
                            "late_approval_found",
                            ALARM,
                            "The provider approved {} after the attempt had ended"),
                    line(
                            "late_capture_found",
                            ALARM,
                            "The provider took {} after the attempt had ended"),
                    line("capture_found", CAPTURE, "The provider captured {} without being asked"),
                    line("refund_found", REFUND, "The provider refunded {} without being asked"),
                    line(
                            "books_differed",
                            ALARM,
                            "The provider's books show more than can have happened"),
                    line("books_agreed", PROVIDER, "The provider's books agree again"),
                    line(
                            "amount_differed",
                            ALARM,
                            "The provider answered for another amount than was asked for"),
                    line("amount_agreed", PROVIDER, "The provider's amount is right again"),
                    line("late_charge_found", ALARM, "A capture of {} that had failed was made"),
                    line(
                            "unwanted_money_kept",
                            ALARM,
                            "The provider did not give the unwanted money back"),
                    line(
                            "unwanted_money_returned",
                            PROVIDER,
                            "The provider holds no unwanted money any more"),
                    line(
                            "unwanted_money_settled",
                            PAYMENT,
                            "An operator has settled the unwanted money"),
                    line(
                            "operation_settled",
                            PAYMENT,
                            "An operator recorded what the provider did"),
                    line("refund_reserved", REFUND, "A refund of {} was asked for"),
                    line("refund_status_recorded", REFUND, "The refund's status is now {status}"),
                    line("refund_updated", REFUND, "The refund's description was changed"),
                    line(
                            "refund_reservation_dropped",
                            REFUND,
                            "The refund was given up before it was sent"),
                    line(
                            "refund_correction_postponed",
                            ALARM,
                            "The provider contradicts an earlier refund; its amount is taken"),
                    line(
                            "refund_handed_over_again",
                            REFUND,
                            "The refund is without an end for a while: it was handed over again"),
                    line(
                            "found_refund_taken_over",
                            REFUND,
                            "The refund of the provider's own was recorded"),
                    line("dispute_recorded", DISPUTE, "The provider reported a dispute over {}"),
                    line(
                            "dispute_response_requested",
                            DISPUTE,
                            "The shop's response to the dispute was sent"),
                    line("dispute_accepted", DISPUTE, "The shop accepted the dispute"),
                    line("dispute_challenged", DISPUTE, "The shop challenged the dispute"),
                    line(
                            "dispute_response_failed",
                            DISPUTE,
                            "The provider did not take the shop's response"),
                    line("mandate_revoked", CUSTOMER, "The customer's mandate was revoked"),
                    line(
                            "shipment_recorded",
                            PAYMENT,
                            "Goods were shipped, of which this provider is not told"),
                    line("shipment_requested", PROVIDER, "The provider was told of shipped goods"),
                    line("shipment_accepted", PROVIDER, "The provider knows of the shipment"),
                    line("shipment_refused", PROVIDER, "The provider did not take the shipment"));

    private Story() {}

    private static Map.Entry<String, Line> line(String type, String track, String text) {
        return entry(type, new Line(track, text));
    }

    /** Types of events that have a sentence. */
    static List<String> types() {
        return List.copyOf(LINES.keySet());
    }

    /**
     * The moments of a payment.
     *
     * @param payment read with its history
     * @param deliveries as an inspected payment shows them
     */
    static List<Moment> of(PaymentDocument payment, JsonNode deliveries) {
        var currency = payment.currency();
        var moments = new ArrayList<Moment>();
        payment.journal().forEach(event -> moments.add(moment(event, currency)));
        for (var delivery : deliveries) {
            var at = delivery.path("last_attempt_at");
            if (at.isString()) {
                moments.add(delivered(delivery, Instant.parse(at.stringValue())));
            }
        }
        moments.sort(Comparator.comparing(Moment::at));
        return moments;
    }

    private static Moment delivered(JsonNode delivery, Instant at) {
        var status = delivery.path("last_status");
        var answer =
                status.isNumber()
                        ? "The shop's endpoint answered " + status.asString()
                        : "The shop's endpoint did not answer";
        return new Moment(
                at,
                WEBHOOK,
                answer + " to " + delivery.path("event_type").asString(""),
                Stream.of(
                                delivery.path("status").asString(""),
                                "attempt " + delivery.path("attempts").asString(""),
                                delivery.path("last_error").asString(""))
                        .filter(part -> !part.isEmpty())
                        .toList());
    }

    private static Moment moment(Fields entry, String currency) {
        var type = entry.section("event").requiredText("t");
        var details = entry.section("event").section("d");
        var line = LINES.getOrDefault(type, new Line(PAYMENT, Words.readable(type)));
        return new Moment(
                Objects.requireNonNullElse(entry.time("at"), Instant.EPOCH),
                line.track(),
                line.text()
                        .replace("{}", Money.text(amount(details), currency))
                        .replace(
                                "{status}",
                                Objects.requireNonNullElse(text(details, "status"), "unknown")),
                facts(details));
    }

    /** An event's own, or that of what it is about. */
    private static @Nullable Long amount(Fields details) {
        return Stream.of(
                        details,
                        details.section("capture"),
                        details.section("refund"),
                        details.section("dispute"),
                        details.section("operation"),
                        details.section("intent"))
                .map(section -> section.number("amount"))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Short facts beside the sentence: with whom, why, and of which part. */
    private static List<String> facts(Fields details) {
        var error = details.section("error");
        return Stream.of(
                        details.section("account").text("connector"),
                        error.text("code"),
                        error.text("message"),
                        text(details, "reason"),
                        details.section("operation").text("operation_id"),
                        text(details, "operation_id"),
                        details.section("refund").text("refund_id"),
                        text(details, "refund_id"),
                        details.section("dispute").text("dispute_id"),
                        text(details, "dispute_id"),
                        text(details, "operator"))
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    private static @Nullable String text(Fields details, String name) {
        return details.value(name) instanceof String text ? text : null;
    }
}
