package dev.paylater.api.document;

import dev.paylater.api.form.OpenApi;
import dev.paylater.api.json.Json;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Component;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/**
 * A payment as those see it who answer questions about it for a merchant or a customer: what
 * happened to the money, and nothing that names a person. What is not named here is not shown.
 */
@Component
public final class SupportRenderer {

    /**
     * Members of a payment's parts that are free text of the merchant's, or lead to the payment.
     */
    private static final Set<String> HIDDEN =
            Set.of(
                    "metadata",
                    "split_refunds",
                    "order_details",
                    "connector_metadata",
                    "payment_token",
                    "next_action");

    private final Layout<PaymentView> row;
    private final Layout<Inspected> whole;
    private final Set<String> termsOfInterface;

    /**
     * A payment with what other services know of it.
     *
     * @param payment read with its history
     * @param deliveries of its webhooks, as merchants see them
     */
    public record Inspected(PaymentView payment, ArrayNode deliveries) {

        Fields root() {
            return payment.document().root();
        }

        Fields ofPayment() {
            return payment.payment();
        }

        Fields intent() {
            return payment.intent();
        }

        Fields attempt() {
            return payment.attempt();
        }
    }

    SupportRenderer(OpenApi api, PaymentParts parts) {
        this.row = row(api);
        this.termsOfInterface =
                Set.copyOf(api.schema("Payment").required("properties").propertyNames());
        var builder = Layout.<Inspected>builder();
        facts(builder);
        parts(builder, parts, operations(api), deliveries(api));
        builder.member("withheld", this::writeWithheld);
        this.whole = builder.build(api, "InspectedPayment");
    }

    /** A line of a list. */
    public void writeRow(PaymentView payment, JsonGenerator json) {
        row.writeReadable(payment, json);
    }

    /** All that support may know. */
    public void write(Inspected payment, JsonGenerator json) {
        whole.writeReadable(payment, json);
    }

    private static Layout<PaymentView> row(OpenApi api) {
        return Layout.<PaymentView>builder()
                .texts(PaymentView::payment, "payment_id", "merchant_id")
                .times(PaymentView::payment, "created", "updated")
                .texts(view -> view.document().root(), "status", "connector")
                .numbers(PaymentView::intent, "amount")
                .texts(PaymentView::intent, "currency")
                .text("error_code", view -> view.document().latestErrorCode())
                .build(api, "FoundPayment");
    }

    private static void facts(Layout.Builder<Inspected> payment) {
        payment.texts(Inspected::ofPayment, "payment_id", "merchant_id", "profile_id")
                .times(Inspected::ofPayment, "created", "updated", "expires_on")
                .texts(Inspected::root, "status", "cancellation_reason")
                .numbers(
                        Inspected::root,
                        "net_amount",
                        "amount_capturable",
                        "amount_received",
                        "amount_refunded",
                        "amount_cancelled")
                .numbers(Inspected::intent, "amount")
                .texts(
                        Inspected::intent,
                        "currency",
                        "customer_id",
                        "payment_method",
                        "payment_method_type")
                .text("capture_method", item -> item.payment().document().captureMethod())
                .text(
                        "merchant_order_reference_id",
                        item -> item.payment().textTerm("merchant_order_reference_id"))
                .texts(Inspected::attempt, "connector", "merchant_connector_id")
                .text(
                        "connector_transaction_id",
                        item -> item.payment().data().text("transaction_id"))
                .text("reference_id", item -> item.payment().data().text("reference_id"))
                .error(item -> item.payment().error())
                .time("due_at", item -> item.root().time("due"));
    }

    private static void parts(
            Layout.Builder<Inspected> payment,
            PaymentParts parts,
            Layout<Fields> operations,
            Layout<JsonNode> deliveries) {
        var attempts = withoutHidden(parts.attempts);
        var refunds = withoutHidden(parts.refunds);
        payment.member(
                        "waits_for",
                        (item, json) ->
                                operations.writeAll(item.ofPayment().sections("operations"), json))
                .member(
                        "attempts",
                        (item, json) ->
                                attempts.writeAll(
                                        item.payment().items(item.payment().document().attempts()),
                                        json))
                .member(
                        "captures",
                        (item, json) ->
                                parts.captures.writeAll(
                                        item.payment().items(item.ofPayment().sections("captures")),
                                        json))
                .member(
                        "refunds",
                        (item, json) ->
                                refunds.writeAll(
                                        item.payment().items(item.payment().document().refunds()),
                                        json))
                .member(
                        "disputes",
                        (item, json) ->
                                parts.disputes.writeAll(
                                        item.payment().items(item.payment().document().disputes()),
                                        json))
                .member(
                        "events",
                        (item, json) -> Timeline.write(item.payment().document(), HIDDEN, json))
                .member(
                        "webhook_deliveries",
                        (item, json) -> writeDeliveries(item.deliveries(), deliveries, json));
    }

    private static Layout<PaymentItem> withoutHidden(Layout<PaymentItem> layout) {
        return layout.with(
                (name, member) -> HIDDEN.contains(name) ? (_, json) -> json.writeNull() : member);
    }

    private static Layout<Fields> operations(OpenApi api) {
        return Layout.<Fields>builder()
                .texts(item -> item, "operation_id", "kind", "attempt_id", "purpose")
                .numbers(item -> item, "amount", "inquiries")
                .times(item -> item, "requested_at", "next_inquiry_at")
                .flags(item -> item, "awaiting_answer", "account_refused")
                .build(api, "OpenOperation");
    }

    /** What the merchant's endpoint answered in words stays with the merchant. */
    private static Layout<JsonNode> deliveries(OpenApi api) {
        return Layout.<JsonNode>builder()
                .text("delivery_id", item -> item.path("id").stringValue(null))
                .text("endpoint_id", item -> item.path("endpoint_id").stringValue(null))
                .text("event_type", item -> item.path("event_type").stringValue(null))
                .text("status", item -> item.path("status").stringValue(null))
                .number("attempts", item -> (long) item.path("attempts").size())
                .json("last_status", item -> Json.text(latest(item, "status")))
                .json("last_error", item -> Json.text(latest(item, "error")))
                .json("last_attempt_at", item -> Json.text(latest(item, "time")))
                .text("next_attempt_at", item -> item.path("next_attempt_at").stringValue(null))
                .build(api, "InspectedDelivery");
    }

    private static JsonNode latest(JsonNode delivery, String name) {
        var attempts = delivery.path("attempts");
        var value = attempts.path(attempts.size() - 1).path(name);
        return value.isMissingNode() ? Json.read("null") : value;
    }

    private static void writeDeliveries(
            ArrayNode known, Layout<JsonNode> deliveries, JsonGenerator json) {
        json.writeStartArray();
        known.forEach(delivery -> deliveries.write(delivery, json));
        json.writeEndArray();
    }

    /** Which fields the merchant or customer has given, so that nobody asks for them again. */
    private void writeWithheld(Inspected item, JsonGenerator json) {
        List<String> names =
                item.ofPayment().section("terms").names().stream()
                        .filter(termsOfInterface::contains)
                        .filter(name -> !name.equals("merchant_order_reference_id"))
                        .sorted()
                        .toList();
        json.writeStartArray();
        names.forEach(json::writeString);
        json.writeEndArray();
    }
}
