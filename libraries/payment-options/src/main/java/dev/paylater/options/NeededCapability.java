package dev.paylater.options;

import java.util.Locale;

/**
 * What a connector has to be capable of beside what the fields of {@link PaymentOption} need, and
 * what happens where it is not. The decisions are made by these rows, and docs/makers/connectors.md
 * shows them: neither is made beside the other.
 */
public enum NeededCapability {
    MULTIPLE_CAPTURE("capture_method", "capture_method: manual_multiple", Lacking.NOT_CHOSEN),
    MANDATES(
            "setup_future_usage",
            "mandate_id; setup_future_usage: off_session; payment_type: new_mandate, setup_mandate",
            Lacking.NOT_CHOSEN),
    MANDATE_SETUP("payment_type", "payment_type: setup_mandate", Lacking.NOT_CHOSEN),
    EXTERNAL_THREE_DS(
            "request_external_three_ds_authentication",
            "request_external_three_ds_authentication with three_ds",
            Lacking.NOT_CHOSEN),
    ACCEPT_DISPUTE("accept_dispute", "a dispute is accepted", Lacking.REFUSED),
    CHALLENGE_DISPUTE("challenge_dispute", "a dispute is challenged", Lacking.REFUSED),
    DIRECT_CAPTURE("capture_type", "capture_type: direct is told", Lacking.RELEASED),
    RELEASE(
            "capture_type",
            "capture_type: direct of a part, beside captures by the connector",
            Lacking.REFUSED);

    /** What happens to a request at a connector that lacks the capability. */
    public enum Lacking {
        /**
         * Its accounts are skipped; IR_39 when none is left, IR_37 where the payment itself names
         * the connector.
         */
        NOT_CHOSEN,
        /** IR_37. */
        REFUSED,
        /** The provider gives up what it holds of it. */
        RELEASED
    }

    private final String param;
    private final String request;
    private final Lacking lacking;

    NeededCapability(String param, String request, Lacking lacking) {
        this.param = param;
        this.request = request;
        this.lacking = lacking;
    }

    /** As a connector declares it. */
    public String capability() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The field that a refusal names. */
    public String param() {
        return param;
    }

    /** What asks for it, for people. */
    public String request() {
        return request;
    }

    public Lacking lacking() {
        return lacking;
    }
}
