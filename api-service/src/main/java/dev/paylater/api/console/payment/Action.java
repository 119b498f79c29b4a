package dev.paylater.api.console.payment;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.Scope;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** What can be done to a payment from its page. */
public enum Action {
    APPROVE(
            Scope.PAYMENTS_OPERATE,
            Scope.PAYMENTS_WRITE,
            "Approve",
            "The payment goes on as if the provider had approved it at once."),
    REJECT(
            Scope.PAYMENTS_OPERATE,
            Scope.PAYMENTS_WRITE,
            "Reject",
            "What is held is given up, and the payment has failed. This cannot be undone."),
    CAPTURE(
            Scope.PAYMENTS_OPERATE,
            Scope.PAYMENTS_WRITE,
            "Capture",
            "The customer is charged for what is captured."),
    CANCEL(
            Scope.PAYMENTS_OPERATE,
            Scope.PAYMENTS_WRITE,
            "Cancel",
            "What is held is given up, and the customer pays nothing more. This cannot be undone."),
    REFUND(
            Scope.PAYMENTS_OPERATE,
            Scope.REFUNDS_WRITE,
            "Refund",
            "The customer gets the amount back from the provider. This cannot be undone."),
    SYNC(
            Scope.PAYMENTS_INSPECT,
            Scope.PAYMENTS_READ,
            "Ask the provider",
            "The provider is asked how the payment stands. Nothing else changes.");

    /** Where nothing is left to be cancelled. */
    private static final Set<String> OVER =
            Set.of("succeeded", "partially_captured", "failed", "cancelled");

    private final Scope ofAdministrators;
    private final Scope ofMerchants;
    private final String text;
    private final String consequence;

    Action(Scope ofAdministrators, Scope ofMerchants, String text, String consequence) {
        this.ofAdministrators = ofAdministrators;
        this.ofMerchants = ofMerchants;
        this.text = text;
        this.consequence = consequence;
    }

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String text() {
        return text;
    }

    /** What follows from it, for the page that asks whether it is meant. */
    public String consequence() {
        return consequence;
    }

    /** Whether it is about an amount. */
    public boolean hasAmount() {
        return this == CAPTURE || this == REFUND;
    }

    static Optional<Action> of(String word) {
        return Stream.of(values()).filter(action -> action.wireName().equals(word)).findFirst();
    }

    /**
     * Refuses whoever may not do it, whatever the payment is ready for.
     *
     * @throws ApiException 403
     */
    void require(Call call) {
        if (!isAllowed(call)) {
            var lacking = call.keysMerchant() == null ? ofAdministrators : ofMerchants;
            throw ApiException.of(
                    ErrorCode.IR_17, "This key lacks the scope " + lacking.wireName());
        }
    }

    private boolean isAllowed(Call call) {
        return call.may(ofAdministrators, ofMerchants);
    }

    /** Those that this person may do and that the payment is ready for. */
    static List<Action> of(JsonNode payment, Call call) {
        return Stream.of(values())
                .filter(action -> action.isAllowed(call))
                .filter(action -> action.fits(payment))
                .toList();
    }

    private boolean fits(JsonNode payment) {
        return switch (this) {
            case APPROVE, REJECT ->
                    payment.path("status").asString("").equals("requires_merchant_action");
            case CAPTURE, REFUND -> most(payment) > 0;
            case CANCEL -> !OVER.contains(payment.path("status").asString(""));
            case SYNC -> !payment.path("attempts").isEmpty();
        };
    }

    /** The largest amount that it can be about, in minor units. */
    long most(JsonNode payment) {
        return switch (this) {
            case CAPTURE -> payment.path("amount_capturable").longValue(0);
            case REFUND ->
                    payment.path("amount_received").longValue(0)
                            - payment.path("amount_refunded").longValue(0);
            case APPROVE, REJECT, CANCEL, SYNC -> 0;
        };
    }
}
