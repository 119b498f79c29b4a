package dev.paylater.api.document;

import dev.paylater.api.form.OpenApi;
import dev.paylater.api.form.Shape;
import dev.paylater.api.key.ClientSecrets;
import dev.paylater.api.key.EphemeralKeys;
import dev.paylater.api.key.PaymentLinks;
import dev.paylater.kit.security.CustomerAddresses;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JsonGenerator;

/**
 * The payment object of the interface, the same whether it comes from a reply or from the store.
 * What the document does not derive is a term, given back as it was sent.
 */
@Component
public final class PaymentRenderer {

    private final Layout<PaymentView> layout;
    private final Layout<PaymentView> reduced;
    private final PaymentParts parts;
    private final NextActions nextActions;
    private final ThreeDsDetails threeDs = new ThreeDsDetails();

    PaymentRenderer(
            OpenApi api,
            PaymentParts parts,
            Terms terms,
            ClientSecrets clientSecrets,
            PaymentLinks links,
            EphemeralKeys ephemeralKeys,
            CustomerAddresses addresses) {
        this.parts = parts;
        this.nextActions = new NextActions(addresses);
        var builder = Layout.<PaymentView>builder();
        identity(builder, clientSecrets);
        amounts(builder);
        intention(builder);
        outcome(builder, terms);
        frmMessage(builder, Shape.of(api, api.schema("FrmMessage")), terms);
        collections(builder);
        builder.member("payment_link", (view, json) -> writeLink(view.document(), links, json));
        builder.member("ephemeral_key", (view, json) -> writeKey(view, ephemeralKeys, json));
        this.layout = builder.build(api, "Payment", (name, shape) -> term(name, shape, terms));
        var forBrowsers = new BrowserView(api, terms);
        this.reduced = layout.with(forBrowsers::member);
    }

    public void write(PaymentView payment, JsonGenerator json) {
        switch (payment.reader()) {
            case SERVER, CREATOR -> layout.write(payment, json);
            case BROWSER -> reduced.write(payment, json);
        }
    }

    /** The merchant's server gives it to the browser of the customer whom it has recognized. */
    private static void writeKey(PaymentView view, EphemeralKeys keys, JsonGenerator json) {
        if (view.reader() != PaymentView.Reader.CREATOR
                || !(view.document().option("customer_id") instanceof String customerId)) {
            json.writeNull();
            return;
        }
        var created = view.document().created();
        json.writeStartObject();
        json.writeStringProperty("customer_id", customerId);
        json.writeNumberProperty("created_at", created.getEpochSecond());
        json.writeNumberProperty("expires", EphemeralKeys.end(created).getEpochSecond());
        json.writeStringProperty(
                "secret", keys.of(view.document().merchantId(), customerId, created));
        json.writeEndObject();
    }

    /** Reads a payment for a list, which shows a damaged one as far as it is readable. */
    public void writeListed(PaymentView payment, JsonGenerator json) {
        layout.writeReadable(payment, json);
    }

    private static Layout.Member<PaymentView> term(String name, Shape shape, Terms terms) {
        return (view, json) -> terms.write(view.document(), name, shape, json);
    }

    private static void identity(Layout.Builder<PaymentView> payment, ClientSecrets secrets) {
        payment.texts(PaymentView::payment, "payment_id", "merchant_id", "profile_id")
                .times(PaymentView::payment, "created", "updated", "expires_on")
                .text("status", view -> view.document().status())
                .text(
                        "client_secret",
                        view ->
                                secrets.of(
                                        view.document().merchantId(), view.document().paymentId()));
    }

    private static void amounts(Layout.Builder<PaymentView> payment) {
        payment.numbers(
                        view -> view.document().root(),
                        "net_amount",
                        "amount_capturable",
                        "amount_received",
                        "amount_cancelled")
                .numbers(PaymentView::intent, "amount", "shipping_cost", "order_tax_amount")
                .member("surcharge_details", PaymentRenderer::writeSurcharge);
    }

    private static void writeSurcharge(PaymentView view, JsonGenerator json) {
        var surcharge = view.intent().number("surcharge_amount");
        var tax = view.intent().number("surcharge_tax_amount");
        if (surcharge == null && tax == null) {
            json.writeNull();
            return;
        }
        json.writeStartObject();
        json.writeName("surcharge_amount");
        Values.number(surcharge, json);
        json.writeName("tax_amount");
        Values.number(tax, json);
        json.writeEndObject();
    }

    private static void intention(Layout.Builder<PaymentView> payment) {
        payment.texts(
                        PaymentView::intent,
                        "currency",
                        "customer_id",
                        "payment_method",
                        "payment_method_type",
                        "setup_future_usage")
                .flags(PaymentView::intent, "off_session")
                .text("capture_method", view -> view.document().captureMethod())
                .text("authentication_type", view -> view.document().authenticationType())
                .times(PaymentView::intent, "capture_on")
                .member("allowed_payment_method_types", PaymentRenderer::writeAllowedTypes);
    }

    private static void writeAllowedTypes(PaymentView view, JsonGenerator json) {
        var types = view.document().optionTexts("allowed_payment_method_types");
        if (types.isEmpty()) {
            json.writeNull();
            return;
        }
        json.writeStartArray();
        types.forEach(json::writeString);
        json.writeEndArray();
    }

    private void outcome(Layout.Builder<PaymentView> payment, Terms terms) {
        payment.texts(PaymentView::attempt, "connector", "merchant_connector_id")
                .text("connector_transaction_id", view -> view.data().text("transaction_id"))
                .texts(PaymentView::data, "reference_id")
                .text("connector_mandate_id", view -> view.data().text("mandate_id"))
                .flag("incremental_authorization_allowed", PaymentView::incrementsAllowed)
                .error(PaymentView::error)
                .number("attempt_count", view -> (long) view.document().attempts().size())
                .texts(view -> view.document().root(), "cancellation_reason")
                .text("mandate_id", PaymentView::mandateId)
                .text("payment_method_id", PaymentView::paymentMethodId)
                .text("payment_method_status", PaymentView::paymentMethodStatus)
                .text("connector_label", PaymentRenderer::connectorLabel)
                .texts(PaymentView::payment, "merchant_decision")
                .flag("manual_retry_allowed", PaymentView::manualRetryAllowed)
                .member(
                        "connector_metadata",
                        (view, json) -> writeConnectorMetadata(view, terms, json))
                .member("next_action", nextActions::write)
                .member("warnings", Warnings::write)
                .member("external_authentication_details", threeDs::write)
                .flag("external_3ds_authentication_attempted", threeDs::attempted)
                .text("capture_id", view -> view.ofLastCapture("capture_id"))
                .text("connector_capture_id", view -> view.ofLastCapture("connector_capture_id"));
    }

    private void collections(Layout.Builder<PaymentView> payment) {
        payment.member(
                        "refunds",
                        (view, json) ->
                                parts.refunds.writeAll(view.items(view.document().refunds()), json))
                .member(
                        "disputes",
                        (view, json) ->
                                parts.disputes.writeAll(
                                        view.items(view.document().disputes()), json))
                .member("attempts", (view, json) -> parts.attempts.writeAll(view.attempts(), json))
                .member("captures", (view, json) -> parts.captures.writeAll(view.captures(), json))
                .member("charges", (view, json) -> parts.charges.writeAll(view.charges(), json))
                .member(
                        "incremental_authorizations",
                        (view, json) ->
                                parts.increments.writeAll(view.items(view.increments()), json))
                .member(
                        "shipments",
                        (view, json) ->
                                parts.shipments.writeAll(
                                        view.items(view.document().shipments()), json))
                .number(
                        "authorization_count",
                        view ->
                                view.increments().isEmpty()
                                        ? null
                                        : (long) view.increments().size());
    }

    private static void frmMessage(Layout.Builder<PaymentView> payment, Shape shape, Terms terms) {
        payment.member(
                "frm_message",
                (view, json) ->
                        terms.write(
                                view.document().place("frm_message"),
                                view.data().text("fraud_screening"),
                                shape,
                                json));
    }

    private static void writeLink(PaymentDocument payment, PaymentLinks links, JsonGenerator json) {
        if (!payment.hasLink()) {
            json.writeNull();
            return;
        }
        var merchantId = payment.merchantId();
        var paymentId = payment.paymentId();
        json.writeStartObject();
        json.writeStringProperty("link", links.openLink(merchantId, paymentId));
        json.writeStringProperty(
                "secure_link", links.secureLink(merchantId, paymentId, payment.linkEnd()));
        json.writeStringProperty("payment_link_id", links.id(merchantId, paymentId));
        json.writeEndObject();
    }

    private static @Nullable String connectorLabel(PaymentView view) {
        var connector = view.attempt().text("connector");
        if (connector == null) {
            return null;
        }
        return Stream.of(
                        connector,
                        view.textTerm("business_country"),
                        view.textTerm("business_label"))
                .filter(Objects::nonNull)
                .collect(Collectors.joining("_"));
    }

    private static void writeConnectorMetadata(PaymentView view, Terms terms, JsonGenerator json) {
        var ofProvider = view.data().text("metadata");
        if (ofProvider == null) {
            terms.write(view.document(), "connector_metadata", Shape.FREE, json);
        } else {
            Values.raw(ofProvider, json);
        }
    }
}
