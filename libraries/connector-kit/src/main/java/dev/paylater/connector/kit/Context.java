package dev.paylater.connector.kit;

import dev.paylater.connector.kit.OrderLine.Kind;
import dev.paylater.schemas.PaymentOptions;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All that a connector knows when it does one operation at a provider, or inquires about it.
 *
 * @param operationId {@code <attempt_id>_<operation>[_<n>]}
 * @param idempotencyKey the same for every retry
 * @param sequence number of the capture, void or refund within the payment, from 1
 * @param amount minor units; for an increment the new total
 * @param authorizedAmount the attempt's whole authorized amount
 * @param capturedAmount what has been captured of it so far
 * @param issuedAt when this request was made, or this inquiry
 * @param firstRequestedAt when the operation was requested first, however often since: the time
 *     that a body names, so that a retry sends the same
 * @param transactionId the provider's id of the payment, once there is one
 * @param mandateId the provider's id of the earlier consent that this payment is made under, or of
 *     the one that came with it
 * @param state what the connector asked to be kept at earlier operations of the attempt
 * @param terms carried fields of the payment
 * @param details fields of the operation itself
 */
@RecordBuilder
public record Context(
        Operation operation,
        String merchantId,
        String paymentId,
        String attemptId,
        String operationId,
        String idempotencyKey,
        int sequence,
        long amount,
        String currency,
        long authorizedAmount,
        long capturedAmount,
        String captureMethod,
        Instant issuedAt,
        Instant firstRequestedAt,
        @Nullable String transactionId,
        @Nullable String mandateId,
        Map<String, String> state,
        PaymentOptions options,
        Fields terms,
        Fields details,
        @Nullable String refundId,
        Links links,
        Account account)
        implements ContextBuilder.With {

    private static final String LINES = "order_details";

    private static final Set<String> COMPANIES = Set.of("company", "organization", "business");

    /**
     * Our addresses that a provider is given.
     *
     * @param returnUrl where the customer comes back to
     * @param webhookUrl where notifications go
     */
    public record Links(String returnUrl, String webhookUrl) {}

    /** The provider's id of the payment; throws when an operation came too early. */
    public String requiredTransactionId() {
        if (transactionId == null) {
            throw new IllegalStateException(operationId + " needs the provider's transaction id");
        }
        return transactionId;
    }

    /** The provider's id of the capture that a refund or shipment is about, where it needs one. */
    public @Nullable String captureId() {
        return details.text("connector_capture_id");
    }

    /** The provider's id of the dispute that the merchant responds to. */
    public @Nullable String disputeId() {
        return details.text("connector_dispute_id");
    }

    /** Something that an earlier operation asked to be kept. */
    public @Nullable String kept(String name) {
        return state.get(name);
    }

    /**
     * Whether a time has come that was kept under this name; one that cannot be read never does.
     */
    public boolean isPast(String name) {
        var time = kept(name);
        try {
            return time != null && !issuedAt.isBefore(Instant.parse(time));
        } catch (DateTimeException e) {
            return false;
        }
    }

    /** This, with something more that was kept. */
    public Context keeping(String name, String value) {
        var more = new HashMap<>(state);
        more.put(name, value);
        return withState(Map.copyOf(more));
    }

    public boolean capturesAutomatically() {
        return captureMethod.equals("automatic");
    }

    /** Whether the merchant wants the customer's consent to later payments as well. */
    public boolean wantsMandate() {
        var type = options.getPaymentType();
        return "new_mandate".equals(type)
                || "setup_mandate".equals(type)
                || "off_session".equals(options.getSetupFutureUsage());
    }

    /** The whole that is to be authorized, whichever operation this is. */
    public long netAmount() {
        return Objects.requireNonNull(options.getAmount(), "amount")
                + onTop().stream().mapToLong(OrderLine::amount).sum();
    }

    /** Who pays; a name or phone that the address lacks is the customer's own. */
    public Address billing() {
        var customer = terms.text("customer", "name");
        var billing =
                Address.of(terms.at("billing"), options.getCountry())
                        .named(customer == null ? terms.text("name") : customer);
        return billing.phone() == null ? billing.withPhone(customerPhone()) : billing;
    }

    /** The customer's own phone number in E.164; null where none is given that can be one. */
    public @Nullable String customerPhone() {
        var billed = terms.text("billing", "address", "country");
        var country = billed == null ? options.getCountry() : billed;
        var customer =
                Phone.of(
                        terms.text("customer", "phone"),
                        terms.text("customer", "phone_country_code"),
                        country);
        return customer == null ? Phone.of(terms.text("phone"), null, country) : customer;
    }

    /** Where the goods go, as far as it is given; without a name of its own, to who pays. */
    public Address delivery() {
        var billing = billing();
        var country = billing.country() == null ? options.getCountry() : billing.country();
        return Address.of(terms.at("shipping"), country).named(billing);
    }

    /** Where the goods go; without an address of its own, where the bill goes. */
    public Address shipping() {
        var delivery = delivery();
        return delivery.line1() == null ? billing() : delivery;
    }

    /** The customer's country. */
    public @Nullable String country() {
        var country = billing().country();
        return country == null ? options.getCountry() : country;
    }

    /** A text of the merchant's metadata, where what only one provider wants has its place. */
    public @Nullable String metadata(String name) {
        return terms.text("metadata", name);
    }

    /**
     * The locales that the customer may speak, as given: the payment's first, the account's last.
     */
    public Stream<String> locales() {
        return Stream.of(
                        terms.text("locale"),
                        terms.text("browser_info", "language"),
                        account.settings().text("locale"))
                .filter(Objects::nonNull);
    }

    /** The merchant's own number of the order. */
    public @Nullable String orderReference() {
        return terms.text("merchant_order_reference_id");
    }

    /** Whether the merchant says that a company buys. */
    public boolean isCompany() {
        return COMPANIES.contains(String.valueOf(metadata("buyer_type")));
    }

    /** Whether the customer's first locale is of this language, as {@code ar}. */
    public boolean speaks(String language) {
        return locales().findFirst().orElse("").startsWith(language);
    }

    /** The buyer's company, or who they are. */
    public String company() {
        var name = metadata("company_name");
        return name == null ? billing().name() : name;
    }

    /** The merchant's own number of the buyer. */
    public @Nullable String buyerReference() {
        var reference = metadata("merchant_buyer_ref");
        return reference == null ? options.getCustomerId() : reference;
    }

    /** Whether the merchant has said which lines a capture, a refund or a shipment is of. */
    public boolean namesLines() {
        return !details.at(LINES).isEmpty();
    }

    /** The lines that the merchant has named of a capture, a refund or a shipment. */
    public List<OrderLine> namedLines() {
        return OrderLine.of(details.at(LINES));
    }

    /** The merchant's reason of a refund or an increment. */
    public @Nullable String reason() {
        return details.text("reason");
    }

    /** The items, what comes on top of them, and one more when they miss the total. */
    public List<OrderLine> lines(long total) {
        var onTop = onTop();
        var inclusive = onTop.stream().noneMatch(line -> line.kind() == Kind.ORDER_TAX);
        var lines = new ArrayList<>(OrderLine.of(terms.at(LINES), inclusive));
        var amount = total - onTop.stream().mapToLong(OrderLine::amount).sum();
        if (lines.isEmpty() && !onTop.isEmpty() && amount > 0) {
            lines.add(OrderLine.whole(paymentId, amount));
        }
        lines.addAll(onTop);
        return OrderLine.balanced(lines, total);
    }

    /** What net_amount adds to the amount, by name. */
    private List<OrderLine> onTop() {
        var onTop = new ArrayList<OrderLine>();
        add(onTop, Kind.SHIPPING, "Shipping", options.getShippingCost());
        add(onTop, Kind.ORDER_TAX, "Tax", options.getOrderTaxAmount());
        var surcharge = options.getSurchargeAmount();
        var tax = options.getSurchargeTaxAmount();
        if (surcharge == null || surcharge <= 0 || tax == null || tax <= 0) {
            add(onTop, Kind.SURCHARGE, "Surcharge", surcharge);
            add(onTop, Kind.SURCHARGE, "Tax on surcharge", tax);
        } else {
            var line = OrderLine.untaxed(Kind.SURCHARGE, "Surcharge", surcharge).raised(tax);
            onTop.add(line.at(TaxRates.alone(line)));
        }
        return onTop;
    }

    private static void add(List<OrderLine> lines, Kind kind, String name, @Nullable Long amount) {
        if (amount != null && amount > 0) {
            lines.add(OrderLine.untaxed(kind, name, amount));
        }
    }

    /** The address that the provider and its outcome table know the customer by. */
    public @Nullable String email() {
        var billing = terms.text("billing", "email");
        var customer = billing == null ? terms.text("customer", "email") : billing;
        return customer == null ? terms.text("email") : customer;
    }
}
