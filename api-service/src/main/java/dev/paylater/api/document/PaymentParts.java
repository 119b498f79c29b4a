package dev.paylater.api.document;

import dev.paylater.api.form.OpenApi;
import java.util.List;
import org.springframework.stereotype.Component;
import tools.jackson.core.JsonGenerator;

/** How the parts of a payment are shown: attempts, captures, refunds, disputes, shipments ... */
@Component
public final class PaymentParts {

    /** What the merchant gives of a shipment, as its details have it. */
    public static final List<String> SHIPPED =
            List.of("carrier", "tracking_number", "tracking_url", "order_details");

    final Layout<PaymentItem> attempts;
    final Layout<PaymentItem> captures;
    final Layout<PaymentItem> charges;
    final Layout<PaymentItem> refunds;
    final Layout<PaymentItem> disputes;
    final Layout<PaymentItem> increments;
    final Layout<PaymentItem> shipments;

    PaymentParts(OpenApi api, Terms terms) {
        attempts = attempts(api);
        captures = captures(api);
        charges = charges(api);
        refunds = refunds(api, terms);
        disputes = disputes(api);
        increments = increments(api);
        shipments = shipments(api, terms);
    }

    public void writeDispute(PaymentItem dispute, JsonGenerator json) {
        disputes.writeReadable(dispute, json);
    }

    public void writeShipment(PaymentItem shipment, JsonGenerator json) {
        shipments.writeReadable(shipment, json);
    }

    private static Layout<PaymentItem> attempts(OpenApi api) {
        return Layout.<PaymentItem>builder()
                .texts(
                        PaymentItem::fields,
                        "attempt_id",
                        "connector",
                        "mandate_id",
                        "cancellation_reason")
                .text("status", PaymentItem::attemptStatus)
                .text("connector_transaction_id", item -> item.data().text("transaction_id"))
                .texts(PaymentItem::data, "reference_id")
                .numbers(PaymentItem::fields, "amount")
                .times(PaymentItem::fields, "created_at", "modified_at")
                .numbers(PaymentItem::intent, "order_tax_amount")
                .texts(PaymentItem::intent, "payment_method")
                .text("currency", item -> item.payment().currency())
                .text("payment_method_type", item -> item.ownOrIntended("payment_method_type"))
                .text("capture_method", item -> item.ownOrIntended("capture_method"))
                .text("authentication_type", item -> item.payment().authenticationType())
                .json("payment_experience", item -> item.payment().term("payment_experience"))
                .json("payment_token", item -> item.payment().term("payment_token"))
                .json("connector_metadata", item -> item.data().text("metadata"))
                .member("next_action", PaymentParts::writeProvidersAction)
                .error(item -> item.stage().section("error"))
                .build(api, "Attempt");
    }

    private static void writeProvidersAction(PaymentItem attempt, JsonGenerator json) {
        var action = attempt.stage().section("next_action");
        if (action.isEmpty()) {
            json.writeNull();
            return;
        }
        json.writeStartObject();
        json.writeName("type");
        Values.text(action.text("type"), json);
        json.writeName("url");
        Values.text(action.text("url"), json);
        json.writeEndObject();
    }

    private static Layout<PaymentItem> captures(OpenApi api) {
        return Layout.<PaymentItem>builder()
                .texts(
                        PaymentItem::fields,
                        "capture_id",
                        "status",
                        "connector_capture_id",
                        "reference_id")
                .numbers(PaymentItem::fields, "amount", "capture_sequence")
                .text("currency", item -> item.payment().currency())
                .texts(PaymentItem::attempt, "connector")
                .text("authorized_attempt_id", item -> item.fields().text("attempt_id"))
                .text("error_code", item -> item.error().text("code"))
                .text("error_message", item -> item.error().text("message"))
                .text("error_reason", item -> item.error().text("reason"))
                .build(api, "Capture");
    }

    private static Layout<PaymentItem> charges(OpenApi api) {
        return Layout.<PaymentItem>builder()
                .texts(PaymentItem::fields, "capture_id", "connector_capture_id", "status")
                .numbers(PaymentItem::fields, "amount")
                .text("currency", item -> item.payment().currency())
                .build(api, "Charge");
    }

    private static Layout<PaymentItem> refunds(OpenApi api, Terms terms) {
        return Layout.<PaymentItem>builder()
                .texts(PaymentItem::fields, "refund_id", "status", "reason")
                .numbers(PaymentItem::fields, "amount")
                .times(PaymentItem::fields, "created_at", "updated_at")
                .texts(PaymentItem::attempt, "connector", "merchant_connector_id")
                .text("payment_id", item -> item.payment().paymentId())
                .text("profile_id", item -> item.payment().profileId())
                .text("currency", item -> item.payment().currency())
                .member("metadata", (item, json) -> detail(item, "metadata", terms, json))
                .member("split_refunds", (item, json) -> detail(item, "split_refunds", terms, json))
                .member("order_details", (item, json) -> detail(item, "order_details", terms, json))
                .member(
                        "warnings",
                        (item, json) ->
                                Warnings.ofRefund(
                                        item.details(), item.attempt().text("connector"), json))
                .error(PaymentItem::error)
                .build(api, "Refund");
    }

    private static void detail(PaymentItem item, String name, Terms terms, JsonGenerator json) {
        terms.writeDetail(
                item.payment().merchantId(),
                item.payment().paymentId(),
                item.details(),
                name,
                json);
    }

    private static Layout<PaymentItem> disputes(OpenApi api) {
        return Layout.<PaymentItem>builder()
                .texts(
                        PaymentItem::fields,
                        "dispute_id",
                        "dispute_stage",
                        "dispute_status",
                        "connector_status",
                        "connector_dispute_id",
                        "connector_reason",
                        "connector_reason_code",
                        "currency")
                .times(
                        PaymentItem::fields,
                        "challenge_required_by",
                        "connector_created_at",
                        "connector_updated_at",
                        "created_at")
                .numbers(PaymentItem::fields, "amount")
                .text("payment_id", item -> item.payment().paymentId())
                .text("connector", PaymentItem::connectorOfDispute)
                .text("error_code", item -> item.responseError().text("code"))
                .text("error_message", item -> item.responseError().text("message"))
                .build(api, "Dispute");
    }

    private static Layout<PaymentItem> increments(OpenApi api) {
        return Layout.<PaymentItem>builder()
                .texts(PaymentItem::fields, "authorization_id", "status")
                .numbers(PaymentItem::fields, "amount", "previously_authorized_amount")
                .text("error_code", item -> item.error().text("code"))
                .text("error_message", item -> item.error().text("message"))
                .build(api, "IncrementalAuthorization");
    }

    private static Layout<PaymentItem> shipments(OpenApi api, Terms terms) {
        var shipment =
                Layout.<PaymentItem>builder()
                        .texts(PaymentItem::fields, "shipment_id", "status", "capture_id")
                        .times(PaymentItem::fields, "created_at")
                        .texts(PaymentItem::attempt, "connector")
                        .text("payment_id", item -> item.payment().paymentId())
                        .member("warnings", Warnings::ofShipment)
                        .error(PaymentItem::error);
        for (var name : SHIPPED) {
            shipment.member(name, (item, json) -> detail(item, name, terms, json));
        }
        return shipment.build(api, "Shipment");
    }
}
