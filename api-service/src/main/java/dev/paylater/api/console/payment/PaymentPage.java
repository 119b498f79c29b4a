package dev.paylater.api.console.payment;

import dev.paylater.api.console.ConsolePayments;
import dev.paylater.api.console.Moment;
import dev.paylater.api.console.Money;
import dev.paylater.api.console.Words;
import dev.paylater.api.document.ContactDetails;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A payment's page, made of what the interface answers for an inspected payment.
 *
 * @param shown an InspectedPayment
 * @param actions what this person may do to it now
 * @param unwanted money that the provider has and nobody wants
 * @param mayOpenContact whether this person may open contact details
 * @param mayOpenDeliveries whether this person may see webhooks and send them again
 * @param exchanges those that this person may open
 * @param done what was done just now; null: nothing
 * @param version of the payment
 */
public record PaymentPage(
        JsonNode shown,
        List<Moment> story,
        List<Action> actions,
        List<Unwanted> unwanted,
        boolean mayOpenContact,
        boolean mayOpenDeliveries,
        List<Exchange> exchanges,
        @Nullable String done,
        long version,
        Instant now) {

    private static final int WHOLE = 1000;

    /**
     * A part of the amount.
     *
     * @param from where the part begins, in thousandths of the whole
     * @param width thousandths of the whole
     */
    public record Part(String text, String amount, String colour, long from, long width) {}

    /** A name and its value. */
    public record Fact(String name, String value) {}

    /** A row of one of the tables; the first cell heads it. */
    public record Row(List<String> cells, String colour, String status) {}

    /** A table, which is shown when it has rows. */
    public record Table(String id, String title, List<String> columns, List<Row> rows) {}

    /**
     * Unwanted money of an attempt.
     *
     * @param settle where an operator settles it; null: this person may not
     */
    public record Unwanted(
            String attemptId,
            String connector,
            String amount,
            String since,
            String error,
            @Nullable String settle) {}

    /** An exchange with a provider that did not succeed. */
    public record Exchange(
            String address, String operation, String connector, String time, String result) {}

    /** A webhook that was sent, or is to be. */
    public record Delivery(
            String id, String type, String status, String colour, String last, String next) {}

    public String id() {
        return text(shown, "payment_id");
    }

    public String merchantId() {
        return text(shown, "merchant_id");
    }

    public String address() {
        return ConsolePayments.address(merchantId(), id());
    }

    public String amount() {
        return money(shown, "amount");
    }

    public String status() {
        return Words.status(text(shown, "status"));
    }

    public String colour() {
        return Words.colour(text(shown, "status"));
    }

    public String time(String name) {
        return Words.time(text(shown, name));
    }

    private String money(JsonNode of, String name) {
        var amount = of.path(name);
        return amount.isNumber()
                ? Money.text(amount.longValue(), text(shown, "currency"))
                : Money.text(null, "");
    }

    private static String text(JsonNode of, String name) {
        return of.path(name).asString("");
    }

    private long number(String name) {
        return shown.path(name).longValue(0);
    }

    /** Where the amount is: kept by the shop, refunded, held, given up, and what is still open. */
    public List<Part> parts() {
        var refunded = number("amount_refunded");
        var kept = Math.max(0, number("amount_received") - refunded);
        var held = number("amount_capturable");
        var cancelled = number("amount_cancelled");
        var all = Math.max(number("net_amount"), number("amount"));
        var open = Math.max(0, all - kept - refunded - held - cancelled);
        var sum = kept + refunded + held + cancelled + open;
        var isOver = List.of("failed", "cancelled").contains(text(shown, "status"));
        var parts = new ArrayList<Part>();
        add(parts, "Charged", kept, "good", sum);
        add(parts, "Refunded", refunded, "refund", sum);
        add(parts, "Held, not captured", held, "held", sum);
        add(parts, "Given up", cancelled, "quiet", sum);
        add(parts, isOver ? "Not paid" : "Open", open, "open", sum);
        return parts;
    }

    private void add(List<Part> parts, String text, long amount, String colour, long sum) {
        if (amount > 0) {
            var from = parts.isEmpty() ? 0 : parts.getLast().from() + parts.getLast().width();
            parts.add(
                    new Part(
                            text,
                            Money.text(amount, text(shown, "currency")),
                            colour,
                            from,
                            Math.round((double) amount * WHOLE / sum)));
        }
    }

    /** What identifies it, here and elsewhere. */
    public List<Fact> facts() {
        return Stream.of(
                        new Fact("Payment", id()),
                        new Fact("Merchant", merchantId()),
                        new Fact("Order", text(shown, "merchant_order_reference_id")),
                        new Fact("Customer", text(shown, "customer_id")),
                        new Fact("Method", Words.readable(text(shown, "payment_method_type"))),
                        new Fact("Connector", text(shown, "connector")),
                        new Fact("Account", text(shown, "merchant_connector_id")),
                        new Fact("At the provider", text(shown, "connector_transaction_id")),
                        new Fact("Reference", text(shown, "reference_id")),
                        new Fact("Captured", Words.readable(text(shown, "capture_method"))),
                        new Fact("Created", time("created")),
                        new Fact("Changed", time("updated")),
                        new Fact("Ends", time("expires_on")))
                .filter(fact -> !fact.value().isEmpty() && !fact.value().equals("–"))
                .toList();
    }

    /** Why it failed, in the provider's words and in ours; empty when it has not. */
    public List<Fact> error() {
        return Stream.of(
                        new Fact("What it means", text(shown, "unified_message")),
                        new Fact("Provider's message", text(shown, "error_message")),
                        new Fact("Provider's code", text(shown, "error_code")))
                .filter(fact -> !fact.value().isEmpty())
                .toList();
    }

    /** What it waits for, since when, and when the provider is asked next. */
    public List<String> waits() {
        var waits =
                shown.path("waits_for")
                        .valueStream()
                        .map(
                                each ->
                                        "%s of %s, since %s (%s): asked %s times, next %s%s"
                                                .formatted(
                                                        Words.operation(text(each, "kind")),
                                                        money(each, "amount"),
                                                        Words.time(text(each, "requested_at")),
                                                        distance(each, "requested_at"),
                                                        each.path("inquiries").asString("0"),
                                                        distance(each, "next_inquiry_at"),
                                                        each.path("account_refused")
                                                                        .booleanValue(false)
                                                                ? "; the provider does not accept"
                                                                        + " the account"
                                                                : ""))
                        .toList();
        var due = text(shown, "due_at");
        return due.isEmpty()
                ? waits
                : Stream.concat(
                                waits.stream(),
                                Stream.of(
                                        "Next by itself: %s (%s)"
                                                .formatted(
                                                        Words.time(due),
                                                        distance(shown, "due_at"))))
                        .toList();
    }

    private String distance(JsonNode of, String name) {
        var time = text(of, name);
        return time.isEmpty() ? "–" : Words.distance(Instant.parse(time), now);
    }

    public List<Table> tables() {
        return Stream.of(
                        table(
                                "attempts",
                                "Attempts",
                                List.of("attempt_id", "connector", "amount", "error_message"),
                                "status"),
                        table(
                                "captures",
                                "Captures",
                                List.of(
                                        "capture_id",
                                        "amount",
                                        "connector_capture_id",
                                        "error_message"),
                                "status"),
                        table(
                                "refunds",
                                "Refunds",
                                List.of("refund_id", "amount", "reason", "error_message"),
                                "status"),
                        table(
                                "disputes",
                                "Disputes",
                                List.of(
                                        "dispute_id",
                                        "amount",
                                        "connector_reason",
                                        "challenge_required_by"),
                                "dispute_status"))
                .filter(table -> !table.rows().isEmpty())
                .toList();
    }

    private Table table(String name, String title, List<String> columns, String status) {
        var rows =
                shown.path(name)
                        .valueStream()
                        .map(
                                item ->
                                        new Row(
                                                columns.stream()
                                                        .map(column -> cell(item, column))
                                                        .toList(),
                                                Words.colour(text(item, status)),
                                                status(name, text(item, status))))
                        .toList();
        return new Table(
                name,
                title,
                columns.stream().map(column -> Words.readable(column.replace("_id", ""))).toList(),
                rows);
    }

    /** Of a refund, success is not that something was paid. */
    private static String status(String table, String status) {
        return table.equals("refunds") && status.equals("succeeded")
                ? "Given back"
                : Words.status(status);
    }

    private String cell(JsonNode item, String column) {
        return switch (column) {
            case "amount" -> money(item, column);
            case "challenge_required_by" -> Words.time(text(item, column));
            default -> text(item, column);
        };
    }

    public List<Delivery> deliveries() {
        return shown.path("webhook_deliveries")
                .valueStream()
                .map(
                        each ->
                                new Delivery(
                                        text(each, "delivery_id"),
                                        text(each, "event_type"),
                                        Words.readable(text(each, "status")),
                                        text(each, "status").equals("failed")
                                                ? "bad"
                                                : Words.colour(text(each, "status")),
                                        "%s, %s, attempt %s"
                                                .formatted(
                                                        each.path("last_status").isNumber()
                                                                ? text(each, "last_status")
                                                                : "no answer",
                                                        distance(each, "last_attempt_at"),
                                                        text(each, "attempts")),
                                        distance(each, "next_attempt_at")))
                .toList();
    }

    /** Whether there are contact details that this person may open. */
    public boolean hasContact() {
        return mayOpenContact && ContactDetails.areAmong(withheld());
    }

    /** Fields with personal data that the payment has and that are not shown. */
    public List<String> withheld() {
        return shown.path("withheld").valueStream().map(JsonNode::stringValue).toList();
    }
}
