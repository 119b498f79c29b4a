package dev.paylater.connector.kit;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What a connector can serve, as data; an empty set means no restriction.
 *
 * @param currencies ISO 4217
 * @param countries billing countries, ISO 3166-1 alpha-2
 * @param markets which of the currencies goes with which of the countries
 * @param paymentMethodTypes the interface's sub-types
 * @param captureMethods the interface's capture methods
 * @param idempotency how each operation that the connector has is retried safely
 */
public record Capabilities(
        Set<String> currencies,
        Set<String> countries,
        Set<Market> markets,
        Set<String> paymentMethodTypes,
        Set<String> captureMethods,
        Set<Feature> features,
        Map<Operation, Idempotency> idempotency) {

    public boolean has(Operation operation) {
        return idempotency.containsKey(operation);
    }

    /** How an operation is retried without happening twice. */
    public enum Idempotency {
        /** The provider recognizes our key, in a header or in the body. */
        KEY,
        /** The provider does not: before every try it is inquired what it knows. */
        INQUIRE_FIRST,
        /** Happening twice changes nothing. */
        HARMLESS,
        /**
         * Nothing shows whether it happened: what may have been tried is only inquired about. For
         * refunds alone, which are given up in the end; a payment's operations are retried for as
         * long as the provider does not find them.
         */
        ONCE
    }

    /** What a connector can do beyond an authorization in full. */
    public enum Feature {
        NATIVE_AUTOMATIC_CAPTURE,
        PARTIAL_CAPTURE,
        MULTIPLE_CAPTURE,
        /** A refund whose answer was lost is found by an inquiry. */
        REFUND_INQUIRY,
        /** A refund names one capture: a refund over several captures has to be split. */
        REFUND_PER_CAPTURE,
        VOID,
        RELEASE,
        INCREMENTAL_AUTHORIZATION,
        ACCEPT_DISPUTE,
        CHALLENGE_DISPUTE,
        MANDATES,
        /** A customer gives a mandate without a payment. */
        MANDATE_SETUP,
        EXTERNAL_THREE_DS,
        MANUAL_REVIEW,
        REDIRECT,
        /**
         * A customer who cancels on the page has ended the payment; else it waits until it ends.
         */
        KNOWS_CANCELLATION,
        /** An authorization begins with a session or page: no money before the customer acts. */
        AUTHORIZES_BY_SESSION,
        B2B,
        /** The provider is sent captures of type direct. */
        DIRECT_CAPTURE,
        /**
         * Is told of what merchant and customer settle between themselves, or gives up its hold for
         * it.
         */
        DIRECT_SETTLEMENT,
        /** A refusal says why: lack of credit, fraud. */
        DECLINE_REASONS,
        /** An authorization can be decided after the answer to it. */
        LATE_DECISION,
        /** A capture can be accepted first and done later. */
        LATE_CAPTURE,
        /** A refund can be accepted first and done, or looked at, later. */
        LATE_REFUND,
        /** An inquiry shows what was captured and refunded, by whomever: also in its portal. */
        SHOWS_BOOKS,
        /** Says until when it holds an authorization. */
        AUTHORIZED_UNTIL,
        /** Notifies of what happened later. */
        WEBHOOKS,
        /** Its notifications are proved to be its own: they are believed without an inquiry. */
        SIGNED_WEBHOOKS,
        /** Its notifications say when they were sent, so that a replay is noticed. */
        TIMESTAMPED_WEBHOOKS,
        /** The merchant's own reference of the order lies beside the payment's. */
        ORDER_REFERENCE,
        /** Sends the customer to a page where the merchant asks for it, else decides at once. */
        PAYMENT_EXPERIENCE,
        /** Is sent what the customer has bought of the merchant before. */
        CUSTOMER_HISTORY,
        /** Is sent the customer's social security number. */
        SSN,
        /** Is sent the customer's phone number. */
        PHONE,
        BIRTH_DATE,
        GENDER,
        /** Is sent the payment's description. */
        DESCRIPTION,
        /** Speaks the customer's language. */
        LOCALE,
        /** Is sent what an order's lines say of their products: category ... */
        LINE_CATEGORY,
        LINE_SUB_CATEGORY,
        LINE_BRAND,
        LINE_PRODUCT_TYPE,
        LINE_IMAGE,
        LINE_LINK,
        LINE_REQUIRES_SHIPPING,
        LINE_TAX_CODE,
        LINE_ACCOUNT_NAME,
        /** A capture is sent its own order_details. */
        CAPTURE_LINES,
        /** A refund is sent its own order_details. */
        REFUND_LINES,
        /** One with order_details names one capture, and has to be split over several. */
        REFUND_LINES_PER_CAPTURE,
        /** Is told of goods that were handed to a carrier. */
        SHIPMENTS,
        /** A shipment belongs to a capture: there is none before the first. */
        SHIPMENTS_OF_CAPTURES,
        /** A shipment is sent the address where the customer can follow it. */
        SHIPMENT_LINKS,
        /** A shipment is sent its own order_details. */
        SHIPMENT_LINES,
        /** A capture is sent its own metadata. */
        CAPTURE_DATA,
        /** A capture is an invoice, with the data that the merchant gives it. */
        INVOICE_DATA;

        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
