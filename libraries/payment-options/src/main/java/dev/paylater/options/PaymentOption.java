package dev.paylater.options;

import static dev.paylater.options.Row.carried;
import static dev.paylater.options.Row.read;
import static dev.paylater.options.Row.typed;
import static dev.paylater.options.SetBy.BROWSER;
import static dev.paylater.options.SetBy.BROWSER_WHERE_UNSET;
import static dev.paylater.options.SetBy.MERCHANT_AND_PAGE;
import static dev.paylater.options.Until.ALWAYS;
import static dev.paylater.options.Until.CREATE;

import dev.paylater.options.Type.Declared;
import dev.paylater.options.Type.Flag;
import dev.paylater.options.Type.Free;
import dev.paylater.options.Type.ListOf;
import dev.paylater.options.Type.Money;
import dev.paylater.options.Type.Seconds;
import dev.paylater.options.Type.Text;
import dev.paylater.options.Type.Time;
import dev.paylater.options.Type.Whole;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One row per field of the create, update, confirm and capture bodies. */
public enum PaymentOption {
    MERCHANT_ID(read(new Text(255)).until(CREATE).alsoInCapture().acts("must be the key's own")),
    PROFILE_ID(read(new Text(255)).until(CREATE).acts("routing; allowed domains")),
    PAYMENT_ID(read(new Declared("Id30")).until(CREATE).acts("the payment's id")),
    CONFIRM(read(new Flag()).acts("confirms in the same call")),
    CLIENT_SECRET(read(new Text(255)).by(BROWSER).acts("lets a client in")),

    AMOUNT(
            typed(new Money())
                    .acts("net_amount, which is authorized")
                    .describedAs("In the lowest denomination of the currency.")),
    CURRENCY(typed(new Declared("Currency")).acts("eligibility; the provider's order")),
    SHIPPING_COST(typed(new Money()).acts("net_amount; payment page; provider's lines")),
    ORDER_TAX_AMOUNT(typed(new Money()).acts("net_amount; payment page; provider's lines")),
    SURCHARGE_DETAILS(
            typed(new Declared("SurchargeDetails"))
                    .acts("net_amount; payment page; provider's lines")),
    AMOUNT_TO_CAPTURE(
            typed(new Whole())
                    .hidden()
                    .alsoInCapture()
                    .requires("partial_capture")
                    .acts(
                            "what a capture takes that names no amount; with automatic and"
                                    + " scheduled the service makes it, and releases the rest")
                    .describedAs(
                            "At most the amount, or what is capturable; all of it when left out.")),
    CAPTURE_METHOD(typed(new Declared("CaptureMethod")).acts("when it is captured; eligibility")),
    CAPTURE_ON(
            typed(new Time())
                    .acts("the time of a scheduled capture")
                    .describedAs(
                            "When a scheduled capture happens; unset: 24 hours after"
                                    + " authorization.")),
    AUTHENTICATION_TYPE(typed(new Declared("AuthenticationType")).acts("external 3-D Secure")),
    PAYMENT_METHOD(
            typed(new Declared("PaymentMethod"))
                    .by(BROWSER_WHERE_UNSET)
                    .acts("whether it can be confirmed")),
    PAYMENT_METHOD_TYPE(
            typed(new Declared("PaymentMethodType"))
                    .by(BROWSER_WHERE_UNSET)
                    .acts("eligibility; the provider's order")),
    PAYMENT_TYPE(
            typed(new Declared("PaymentType"))
                    .by(BROWSER_WHERE_UNSET)
                    .hidden()
                    .acts("setting up a mandate")),
    SESSION_EXPIRY(
            typed(new Seconds())
                    .hidden()
                    .acts("expires_on")
                    .describedAs("Seconds until client-side calls expire; 900 when unset.")),
    CUSTOMER_ID(typed(new Declared("CustomerId")).acts("lists; mandates")),
    CONNECTOR(
            typed(new ListOf("Connector", 20))
                    .hidden()
                    .acts("routing")
                    .describedAs("Connectors to use, in this order.")),
    ROUTING(typed(new Declared("Routing")).hidden().acts("routing")),
    SETUP_FUTURE_USAGE(
            typed(new Declared("SetupFutureUsage"))
                    .by(BROWSER_WHERE_UNSET)
                    .needs("mandates")
                    .acts("asks for a mandate")),
    OFF_SESSION(
            typed(new Flag())
                    .acts("paying by mandate")
                    .describedAs("The customer is absent; only with confirm.")),
    MANDATE_ID(typed(new Declared("MandateId")).needs("mandates").acts("pays by this mandate")),
    MANDATE_DATA(
            carried(new Declared("MandateData"))
                    .sealed()
                    .needs("mandates")
                    .acts("the mandate's bounds")),
    RECURRING_DETAILS(
            carried(new Declared("RecurringDetails"))
                    .sealed()
                    .hidden()
                    .needs("mandates")
                    .acts(
                            "pays by the mandate or saved method that it names; its other types"
                                    + " are refused")),
    REQUEST_EXTERNAL_THREE_DS_AUTHENTICATION(
            typed(new Flag())
                    .hidden()
                    .needs("external_three_ds")
                    .acts("external 3-D Secure; eligibility, with authentication_type three_ds")),
    REQUEST_INCREMENTAL_AUTHORIZATION(
            typed(new Flag())
                    .hidden()
                    .needs("incremental_authorization")
                    .acts("whether the authorization can be raised")),
    ALLOWED_PAYMENT_METHOD_TYPES(
            typed(new ListOf("PaymentMethodType", 6)).acts("refuses other types; payment page")),

    PAYMENT_METHOD_DATA(
            carried(new Declared("PaymentMethodData"))
                    .by(BROWSER)
                    .sealed()
                    .acts("payment_method_type; billing country")),
    BILLING(
            carried(new Declared("AddressHolder"))
                    .sealed()
                    .by(BROWSER)
                    .acts("provider; eligibility")),
    SHIPPING(carried(new Declared("AddressHolder")).sealed().by(BROWSER).acts("provider")),
    EMAIL(
            carried(new Declared("Email"))
                    .sealed()
                    .by(BROWSER)
                    .acts("provider")
                    .describedAs("Deprecated: use customer.email.")),
    PHONE(
            carried(new Text(255))
                    .sealed()
                    .by(BROWSER)
                    .needs("phone")
                    .acts("provider")
                    .describedAs("Deprecated: use customer.phone.")),
    NAME(
            carried(new Text(255))
                    .sealed()
                    .by(BROWSER)
                    .acts("provider")
                    .describedAs("Deprecated: use customer.name.")),
    BROWSER_INFO(
            carried(new Declared("BrowserInfo"))
                    .sealed()
                    .by(BROWSER)
                    .needs("locale")
                    .acts("external 3-D Secure; provider's page, where no locale is given")),
    CUSTOMER_ACCEPTANCE(
            carried(new Declared("CustomerAcceptance"))
                    .sealed()
                    .hidden()
                    .by(BROWSER)
                    .needs("customer_acceptance")),
    LOCALE(carried(new Text(5)).by(BROWSER).needs("locale").acts("provider's page")),
    RETURN_URL(
            carried(new Declared("ReturnUrl"))
                    .by(BROWSER_WHERE_UNSET)
                    .acts("the customer's return")),
    BIRTH_DATE(
            carried(new Declared("BirthDate"))
                    .by(MERCHANT_AND_PAGE)
                    .sealed()
                    .needs("birth_date")
                    .acts("provider")),
    SSN(carried(new Text(20)).sealed().needs("ssn").acts("provider")),
    GENDER(carried(new Text(10)).sealed().needs("gender").acts("provider")),
    CUSTOMER(carried(new Declared("Customer")).sealed().acts("provider; the customer resource")),
    DESCRIPTION(carried(new Text(1000)).needs("description").acts("provider; payment page; link")),
    ORDER_DETAILS(
            carried(new ListOf("OrderDetail", 1000))
                    .alsoInCapture(new ListOf("OrderDetail", 1000), "capture_lines")
                    .acts("provider's lines; payment page")),
    METADATA(
            carried(new Declared("Metadata"))
                    .until(ALWAYS)
                    .merged()
                    .sealed()
                    .alsoInCapture(new Free(), "capture_data")
                    .acts("some providers read keys of it")
                    .describedAs("In a capture: data for the connector.")),
    MERCHANT_CONNECTOR_DETAILS(
            carried(new Declared("MerchantConnectorDetails"))
                    .hidden()
                    .sealed()
                    .alsoInCapture()
                    .acts("the account and the credentials of this payment")),
    PAYMENT_LINK(
            carried(new Flag())
                    .hidden()
                    .acts("makes a payment link")
                    .describedAs("Make a payment link; not together with confirm.")),
    PAYMENT_LINK_CONFIG(
            carried(new Declared("PaymentLinkConfig"))
                    .until(ALWAYS)
                    .hidden()
                    .acts("payment page; how long the link can be paid")),
    BUSINESS_COUNTRY(carried(new Declared("Country")).acts("connector_label; eligibility")),
    BUSINESS_LABEL(carried(new Text(255)).acts("connector_label; eligibility")),
    BUSINESS_SUB_LABEL(carried(new Text(255)).needs("business_sub_label")),
    MERCHANT_ORDER_REFERENCE_ID(
            carried(new Text(255))
                    .needs("order_reference")
                    .acts("the provider's record of the order; public events")),
    STATEMENT_DESCRIPTOR_NAME(
            carried(new Declared("StatementDescriptorName"))
                    .needs("statement_descriptor")
                    .describedAs("Together with the suffix at most 22 characters.")),
    STATEMENT_DESCRIPTOR_SUFFIX(
            carried(new Text(22)).alsoInCapture().needs("statement_descriptor")),
    CAPTURE_TYPE(
            carried(new Declared("CaptureType"))
                    .hidden()
                    .alsoInCapture(new Declared("CaptureType"), "direct_settlement")
                    .requires("direct_settlement")
                    .unless("connector")
                    .acts(
                            "captures: by the provider, or settled between merchant and customer;"
                                    + " direct here makes every capture direct")),
    PAYMENT_EXPERIENCE(
            carried(new Declared("PaymentExperience"))
                    .by(BROWSER_WHERE_UNSET)
                    .needs("payment_experience")
                    .acts("redirect_to_url: the provider's page instead of a decision at once")),
    PAYMENT_TOKEN(
            carried(new Declared("PaymentToken"))
                    .needs("mandates")
                    .acts("pays by this saved method of the customer; off_session is true then")),
    RETRY_ACTION(
            carried(new Declared("RetryAction"))
                    .hidden()
                    .acts(
                            "an unreachable connector: with manual_retry the payment fails and can"
                                    + " be confirmed again, else its route's next is tried")),
    CONNECTOR_METADATA(
            carried(new Free())
                    .sealed()
                    .describedAs("Extra data for connectors.")
                    .needs("connector_metadata")),
    FRM_METADATA(carried(new Declared("Metadata")).sealed().needs("frm_metadata")),
    FEATURE_METADATA(carried(new Declared("FeatureMetadata")).sealed().needs("feature_metadata")),
    SPLIT_PAYMENTS(carried(new Free()).sealed().needs("split_payments")),
    SKIP_EXTERNAL_TAX_CALCULATION(
            carried(new Flag()).hidden().needs("skip_external_tax_calculation")),
    PSD2_SCA_EXEMPTION_TYPE(
            carried(new Declared("ScaExemption")).hidden().needs("psd2_sca_exemption_type")),
    CTP_SERVICE_DETAILS(carried(new Free()).sealed().hidden().needs("ctp_service_details")),

    REFUND_UNCAPTURED_AMOUNT(
            typed(new Flag())
                    .onlyInCapture()
                    .acts("releases what is left once the captures under way have ended")
                    .describedAs("Release what is left after this capture.")),
    STATEMENT_DESCRIPTOR_PREFIX(
            carried(new Text(22)).onlyInCapture().needs("statement_descriptor")),
    CAPTURE_METADATA(
            carried(new Declared("CaptureMetadata"))
                    .sealed()
                    .onlyInCapture()
                    .needs("invoice_data")
                    .acts("provider's invoice"));

    private static final Map<String, PaymentOption> BY_NAME =
            Arrays.stream(values())
                    .collect(Collectors.toMap(PaymentOption::fieldName, Function.identity()));

    /** Written down above and never changed. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final Row row;

    private final String fieldName = name().toLowerCase(Locale.ROOT);

    PaymentOption(Row row) {
        this.row = row;
    }

    /** The option of this name; empty for what the interface does not have. */
    public static Optional<PaymentOption> named(String fieldName) {
        return Optional.ofNullable(BY_NAME.get(fieldName));
    }

    /** As the interface spells it. */
    public String fieldName() {
        return fieldName;
    }

    /** Its type in the create, update and confirm bodies. */
    public Type type() {
        return row.type;
    }

    /** What a reader of the interface's description has to know; may be empty. */
    public String description() {
        return row.description;
    }

    public Kept kept() {
        return row.kept;
    }

    public SetBy setBy() {
        return row.setBy;
    }

    public Until until() {
        return row.until;
    }

    /** What it changes; empty when it is kept and shown and changes nothing yet. */
    public String actsOn() {
        return row.actsOn;
    }

    public boolean hasEffect() {
        return !row.actsOn.isEmpty();
    }

    /**
     * The capability of a connector that it needs: without it the connector ignores the option,
     * which the payment's answer warns of.
     */
    public @Nullable String capability() {
        return row.capability;
    }

    /** The capability that the field needs in a capture's body. */
    public @Nullable String captureCapability() {
        return row.captureCapability == null ? row.capability : row.captureCapability;
    }

    /** Whether a connector without the capability cannot be given the payment at all. */
    public boolean isRequired() {
        return row.required;
    }

    /** Whether an update changes only the members that it names. */
    public boolean isMerged() {
        return row.merged;
    }

    /** How it is encrypted at rest and on topics. */
    public Sealed sealed() {
        if (!row.sealed) {
            return Sealed.NO;
        }
        return row.merged ? Sealed.MEMBERS : Sealed.WHOLE;
    }

    /** Whether the payment object shows it. */
    public boolean isShown() {
        return row.shown;
    }

    /** Whether create, update and confirm take it. */
    public boolean isInPayment() {
        return row.inPayment;
    }

    /** The value with which it asks for nothing; null: there is none. */
    @Nullable String usual() {
        return row.usual;
    }

    public boolean isInCapture() {
        return row.captureType != null;
    }

    /** Its type in the capture's body; null when it is not in it. */
    public @Nullable Type captureType() {
        return row.captureType;
    }
}
