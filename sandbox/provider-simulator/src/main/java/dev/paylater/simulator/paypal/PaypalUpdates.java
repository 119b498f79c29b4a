package dev.paylater.simulator.paypal;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.payment.PartStatus;
import dev.paylater.simulator.payment.SimulatedPayment;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Calls that change an order after it was made: PATCH, confirm-payment-source, trackers. */
final class PaypalUpdates {

    /** In a payment's details: the parcels of its captures. */
    static final String TRACKERS = "trackers";

    private static final int LONGEST_NUMBER = 64;
    private static final Pattern CARRIER = Pattern.compile("[0-9A-Z_]{1,64}");

    private static final Set<String> OPERATIONS = Set.of("add", "remove", "replace");
    private static final ProviderAnswer NO_CONTENT = new ProviderAnswer(204, Map.of(), null);

    private final PaypalDialect dialect;
    private final Book book;
    private final PaypalAnswers answers;

    PaypalUpdates(PaypalDialect dialect, Book book, PaypalAnswers answers) {
        this.dialect = dialect;
        this.book = book;
        this.answers = answers;
    }

    /** Of an order of which nothing was made yet; its amount and our reference are looked at. */
    Reply patch(SimulatedPayment known, ProviderCall call) {
        if (PaypalAnswers.isTaken(known)) {
            throw new PaypalRefusal("ORDER_ALREADY_COMPLETED");
        }
        var operations = call.list();
        return changed(
                known,
                payment -> {
                    var patched = payment;
                    for (var operation : operations) {
                        patched = patched(patched, StrictFields.of(operation));
                    }
                    return patched;
                },
                NO_CONTENT);
    }

    private static SimulatedPayment patched(SimulatedPayment payment, StrictFields operation) {
        operation.requiredText("op");
        operation.oneOf("op", OPERATIONS);
        var path = operation.requiredText("path");
        if (!path.startsWith("/purchase_units/@reference_id==") && !path.equals("/intent")) {
            throw new PaypalRefusal("NOT_PATCHABLE");
        }
        return switch (path.substring(path.lastIndexOf('/'))) {
            case "/amount" -> {
                var unit = BookJson.MAPPER.createObjectNode();
                unit.set("amount", operation.object("value").object());
                yield payment.withAmount(PaypalAmounts.ofUnit(StrictFields.of(unit)).minor());
            }
            case "/custom_id" -> payment.withAttemptReference(operation.requiredText("value"));
            default -> payment;
        };
    }

    /** How the customer will pay; they have to approve it on the page all the same. */
    Reply confirm(SimulatedPayment known, StrictFields body) {
        if (PaypalAnswers.isTaken(known)) {
            throw new PaypalRefusal("ORDER_ALREADY_COMPLETED");
        }
        if (!body.has(SimulatedPaypalOrders.SOURCE)) {
            throw body.missing(SimulatedPaypalOrders.SOURCE);
        }
        var pages =
                body.object(SimulatedPaypalOrders.SOURCE)
                        .object("paypal")
                        .object("experience_context");
        return Reply.of(
                book.<ProviderAnswer>change(
                        dialect.connector(),
                        change -> {
                            var payment = Objects.requireNonNull(change.payment(known.id()));
                            var details = payment.details().deepCopy();
                            details.put(SimulatedPaypalOrders.SOURCE, true);
                            if (pages.has(SimulatedPaypalOrders.CANCEL_URL)) {
                                details.put(
                                        SimulatedPaypalOrders.CANCEL_URL,
                                        pages.text(SimulatedPaypalOrders.CANCEL_URL));
                            }
                            var after =
                                    pages.has("return_url")
                                            ? payment.withReturnUrl(pages.text("return_url"))
                                            : payment;
                            after = after.withDetails(details);
                            change.put(after);
                            return answers.order(after, 200);
                        }));
    }

    /** A parcel of a capture that is completed. */
    Reply track(SimulatedPayment known, StrictFields body) {
        var id = body.requiredText("capture_id");
        var capture = known.capture(id);
        if (capture == null) {
            throw new PaypalRefusal("CAPTURE_ID_NOT_FOUND");
        }
        if (capture.standing() != PartStatus.SUCCEEDED) {
            throw new PaypalRefusal("CAPTURE_STATUS_NOT_VALID");
        }
        var number = body.text("tracking_number");
        if (number != null && number.length() > LONGEST_NUMBER) {
            throw body.wrong("tracking_number", "is too long");
        }
        var carrier = body.text("carrier");
        if (carrier != null && !CARRIER.matcher(carrier).matches()) {
            throw body.wrong("carrier", "is none of PayPal's carriers");
        }
        if (body.has("carrier_name_other") && !"OTHER".equals(carrier)) {
            throw body.wrong("carrier_name_other", "goes with the carrier OTHER");
        }
        var tracker = number == null ? id : id + '-' + number;
        return Reply.of(
                book.<ProviderAnswer>change(
                        dialect.connector(),
                        change -> {
                            var payment = Objects.requireNonNull(change.payment(known.id()));
                            var after = payment.withDetails(tracked(payment, tracker, "SHIPPED"));
                            change.put(after);
                            return answers.order(after, 201);
                        }));
    }

    /** A parcel that does not come, or that has another number. */
    Reply retrack(SimulatedPayment known, ProviderCall call) {
        var id = call.segment(5);
        if (!known.details().path(TRACKERS).has(id)) {
            return Reply.of(answers.notFound());
        }
        var canceled =
                call.list().stream()
                        .anyMatch(one -> "CANCELLED".equals(one.path("value").asString("")));
        return changed(
                known,
                payment ->
                        payment.withDetails(
                                tracked(payment, id, canceled ? "CANCELLED" : "SHIPPED")),
                NO_CONTENT);
    }

    private static ObjectNode tracked(SimulatedPayment payment, String id, String status) {
        var details = payment.details().deepCopy();
        var trackers =
                details.get(TRACKERS) instanceof ObjectNode known
                        ? known
                        : details.putObject(TRACKERS);
        trackers.put(id, status);
        return details;
    }

    /** As an order shows its parcels. */
    static void show(SimulatedPayment payment, ObjectNode order) {
        var trackers = payment.details().path(TRACKERS);
        if (trackers.isEmpty() || !(order.at("/purchase_units/0") instanceof ObjectNode unit)) {
            return;
        }
        ArrayNode shown = unit.withObjectProperty("shipping").putArray(TRACKERS);
        trackers.forEachEntry(
                (id, status) -> shown.addObject().put("id", id).put("status", status.asString()));
    }

    private Reply changed(
            SimulatedPayment known, UnaryOperator<SimulatedPayment> change, ProviderAnswer answer) {
        book.run(
                dialect.connector(),
                changing ->
                        changing.put(
                                change.apply(
                                        Objects.requireNonNull(changing.payment(known.id())))));
        return Reply.of(answer);
    }
}
