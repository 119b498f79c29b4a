package dev.paylater.api.document;

import dev.paylater.api.json.Json;
import dev.paylater.provider.UnifiedError;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A payment and how much of it is shown.
 *
 * @param withAttempts every attempt
 * @param withCaptures the captures of the latest attempt
 * @param afterCapture the answer to an operation that may have captured: shows the last capture on
 *     top
 * @param reader who it is shown to
 */
public record PaymentView(
        PaymentDocument document,
        boolean withAttempts,
        boolean withCaptures,
        boolean afterCapture,
        Reader reader,
        Instant now) {

    private static final Fields ACCOUNT_REFUSED =
            Fields.of(
                    Map.of(
                            "code",
                            "account_refused",
                            "message",
                            "The provider does not accept the connector account: what became of the"
                                    + " payment is asked again until its credentials or settings"
                                    + " are corrected",
                            "unified",
                            UnifiedError.PROVIDER_UNAVAILABLE.code()));

    /** The kind of caller that an answer is written for. */
    public enum Reader {
        SERVER,
        /** The merchant's server has made the payment just now: with the key for its browser. */
        CREATOR,
        /** Whoever has the publishable key and the client_secret. */
        BROWSER
    }

    /** A payment as retrieve and list show it. */
    public static PaymentView plain(PaymentDocument document, Instant now) {
        return new PaymentView(document, false, false, false, Reader.SERVER, now);
    }

    public static PaymentView expanded(
            PaymentDocument document, boolean attempts, boolean captures, Instant now) {
        return new PaymentView(document, attempts, captures, false, Reader.SERVER, now);
    }

    /** A payment as it is shown after an operation that may have captured. */
    public static PaymentView afterCapture(PaymentDocument document, Instant now) {
        return new PaymentView(document, false, true, true, Reader.SERVER, now);
    }

    /** As it is shown to another reader. */
    public PaymentView shownTo(Reader other) {
        return new PaymentView(document, withAttempts, withCaptures, afterCapture, other, now);
    }

    List<PaymentItem> attempts() {
        return withAttempts ? items(document.attempts()) : List.of();
    }

    List<PaymentItem> captures() {
        return withCaptures ? items(document.capturesOfLatestAttempt()) : List.of();
    }

    List<PaymentItem> items(List<Fields> fields) {
        return fields.stream().map(item -> new PaymentItem(document, item)).toList();
    }

    /** The last capture, when the answer is to tell of it. */
    List<PaymentItem> charges() {
        var captures = document.capturesOfLatestAttempt();
        return afterCapture && !captures.isEmpty() ? items(List.of(captures.getLast())) : List.of();
    }

    @Nullable String ofLastCapture(String name) {
        var charges = charges();
        return charges.isEmpty() ? null : charges.getFirst().fields().text(name);
    }

    List<Fields> increments() {
        return document.payment().sections("increments");
    }

    Fields payment() {
        return document.payment();
    }

    Fields intent() {
        return document.intent();
    }

    Fields attempt() {
        return document.latestAttempt();
    }

    /** Provider data of the latest attempt. */
    Fields data() {
        return attempt().section("data");
    }

    /** What the provider said; of a payment that waits for a refused account, that. */
    Fields error() {
        return document.waitsForRefusedAccount()
                ? ACCOUNT_REFUSED
                : PaymentDocument.stage(attempt()).section("error");
    }

    @Nullable String mandateId() {
        var made = attempt().text("mandate_id");
        return made == null ? intent().text("mandate_id") : made;
    }

    /** The saved payment method that came with the payment or pays it. */
    @Nullable String paymentMethodId() {
        var mandateId = mandateId();
        return mandateId == null ? null : Mandate.methodIdOf(mandateId);
    }

    /**
     * Of a method that came with this payment. What lies with other payments, the use of a single
     * use or another payment's method, is not known here.
     */
    @Nullable String paymentMethodStatus() {
        var made = attempt().text("mandate_id");
        if (made == null) {
            return null;
        }
        var mandate = new Mandate(made, document, Optional.empty());
        var status = mandate.methodStatus(now);
        return mandate.isSingleUse() && status.equals("active") ? null : status;
    }

    /** Null until the provider has answered; then whether it and the merchant allow them. */
    @Nullable Boolean incrementsAllowed() {
        var byProvider = data().flag("incremental_allowed");
        return byProvider == null
                ? null
                : byProvider && intent().isSet("request_incremental_authorization");
    }

    /** A carried field that is a plain text. */
    @Nullable String textTerm(String name) {
        var text = document.term(name);
        return text == null ? null : Json.read(text).asString();
    }

    /** Null until the payment has ended; then whether confirm may be called again. */
    @Nullable Boolean manualRetryAllowed() {
        return switch (document.status()) {
            case "failed" -> document.mayBeRetried(now);
            case "succeeded", "cancelled", "partially_captured" -> false;
            default -> null;
        };
    }
}
