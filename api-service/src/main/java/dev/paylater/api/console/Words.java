package dev.paylater.api.console;

import static java.util.Map.entry;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How the console writes statuses, times and names for people. */
public final class Words {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("d MMM yyyy HH:mm:ss", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC);

    private static final Map<String, String> STATUSES =
            Map.ofEntries(
                    entry("requires_payment_method", "Waits for a way to pay"),
                    entry("requires_confirmation", "Waits for its confirmation"),
                    entry("requires_customer_action", "Waits for the customer"),
                    entry("requires_merchant_action", "Waits for the shop's decision"),
                    entry("requires_capture", "Approved, not captured yet"),
                    entry("processing", "Under way at the provider"),
                    entry("succeeded", "Paid"),
                    entry("partially_captured", "Paid in part"),
                    entry(
                            "partially_captured_and_capturable",
                            "Paid in part, more can be captured"),
                    entry("failed", "Failed"),
                    entry("cancelled", "Cancelled"),
                    entry("pending", "Under way"),
                    entry("review", "In review at the provider"),
                    entry("charged", "Captured"),
                    entry("voided", "Voided"),
                    entry("failure", "Declined or failed"),
                    entry("started", "Begun"),
                    entry("authorized", "Approved"),
                    entry("authorizing", "Under way"),
                    entry("authentication_pending", "Waits for the customer"),
                    entry("authorization_failed", "Declined"),
                    entry("partial_charged", "Captured in part"),
                    entry("partial_charged_and_chargeable", "Captured in part"));

    /** An operation under way at a provider, as the beginning of a sentence. */
    private static final Map<String, String> OPERATIONS =
            Map.ofEntries(
                    entry("authorize", "The approval"),
                    entry("complete_authorize", "The approval"),
                    entry("authenticate", "The proof of the customer"),
                    entry("approve", "The shop's decision"),
                    entry("capture", "The capture"),
                    entry("void", "The void"),
                    entry("release", "The release"),
                    entry("increment", "The larger approval"),
                    entry("accept_dispute", "The accepted dispute"),
                    entry("challenge_dispute", "The evidence"),
                    entry("ship", "The shipment"),
                    entry("inquiry", "An answer about the approval"));

    private Words() {}

    public static String status(@Nullable String status) {
        return status == null ? "–" : STATUSES.getOrDefault(status, readable(status));
    }

    /** Something under way at a provider. */
    public static String operation(String kind) {
        return OPERATIONS.getOrDefault(kind, readable(kind));
    }

    /** Which of the colours a status has. */
    public static String colour(@Nullable String status) {
        return switch (status == null ? "" : status) {
            case "succeeded", "charged", "delivered", "partially_captured", "partial_charged" ->
                    "good";
            case "failed", "failure", "authorization_failed", "capture_failed", "void_failed" ->
                    "bad";
            case "cancelled", "voided" -> "quiet";
            case "requires_capture", "partially_captured_and_capturable", "authorized" -> "held";
            default -> "open";
        };
    }

    /** What came of a call to a provider. */
    public static String result(String result) {
        return result.startsWith("http_")
                ? readable(result).toUpperCase(Locale.ROOT)
                : readable(result);
    }

    /** A name of the interface as people read it. */
    public static String readable(String name) {
        var text = name.replace('_', ' ');
        return text.isEmpty()
                ? text
                : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    /** UTC to the second; a dash for none. */
    public static String time(@Nullable Instant time) {
        return time == null ? "–" : TIME.format(time) + " UTC";
    }

    /** A time as an answer of the interface has it; a dash for none. */
    public static String time(@Nullable String time) {
        return time == null || time.isEmpty() ? "–" : time(Instant.parse(time));
    }

    /** How long ago, or in how much time. */
    public static String distance(@Nullable Instant time, Instant now) {
        if (time == null) {
            return "";
        }
        var seconds = Duration.between(time, now).toSeconds();
        var size = size(Math.abs(seconds));
        return seconds >= 0 ? size + " ago" : "in " + size;
    }

    private static String size(long seconds) {
        if (seconds < 120) {
            return seconds + " s";
        }
        if (seconds < 7200) {
            return seconds / 60 + " min";
        }
        return seconds < 172_800 ? seconds / 3600 + " h" : seconds / 86_400 + " days";
    }
}
