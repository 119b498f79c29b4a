package dev.paylater.api.console.payment;

import dev.paylater.api.console.ActView;
import dev.paylater.api.console.Money;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Json;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The lines of an order, of which pieces can come back. */
@Component
final class OrderLines {

    private static final String DETAILS = "order_details";
    private static final String QUANTITY = "quantity";
    private static final String AMOUNT = "amount";

    /** What a line of a refund takes over from the line of the payment. */
    private static final List<String> TAKEN_OVER =
            List.of(
                    "product_name",
                    "product_id",
                    "category",
                    "sub_category",
                    "product_type",
                    "product_tax_code",
                    "tax_percentage");

    private final Sealing sealing;

    OrderLines(Sealing sealing) {
        this.sealing = sealing;
    }

    /** Those with an amount and pieces; vouchers are not given back by themselves. */
    List<ActView.Line> of(PaymentDocument payment) {
        var lines = new ArrayList<ActView.Line>();
        var all = read(payment);
        for (var number = 0; number < all.size(); number++) {
            var line = all.get(number);
            var quantity = line.path(QUANTITY).longValue(0);
            if (quantity > 0 && line.path(AMOUNT).longValue(0) > 0) {
                lines.add(
                        new ActView.Line(
                                number,
                                line.path("product_name").asString("Line " + (number + 1)),
                                quantity,
                                Money.text(part(line, AMOUNT, 1, quantity), payment.currency())));
            }
        }
        return lines;
    }

    private JsonNode read(PaymentDocument payment) {
        var text = payment.term(DETAILS);
        return text == null
                ? Json.read("[]")
                : Json.read(sealing.open(payment.place(DETAILS), text));
    }

    /**
     * The lines that a form names, as a refund has them; none when it names none.
     *
     * @throws ApiException when the order has not so many pieces
     */
    List<ObjectNode> chosen(Call call, PaymentDocument payment) {
        var chosen = new ArrayList<ObjectNode>();
        var all = read(payment);
        for (var line : of(payment)) {
            var field = "line" + line.number();
            var typed = call.field(field);
            if (typed != null && !typed.equals("0")) {
                chosen.add(chosen(all.get(line.number()), pieces(field, typed, line.quantity())));
            }
        }
        return chosen;
    }

    private static long pieces(String field, String typed, long most) {
        if (typed.matches("[0-9]{1,9}") && Long.parseLong(typed) <= most) {
            return Long.parseLong(typed);
        }
        throw ApiException.of(Problem.malformed(field, "must be a number from 0 to " + most));
    }

    private static ObjectNode chosen(JsonNode line, long pieces) {
        var quantity = line.path(QUANTITY).longValue(0);
        var part = Json.emptyObject();
        for (var name : TAKEN_OVER) {
            if (line.hasNonNull(name)) {
                part.set(name, line.get(name));
            }
        }
        part.put(QUANTITY, pieces).put(AMOUNT, part(line, AMOUNT, pieces, quantity));
        if (line.hasNonNull("total_tax_amount")) {
            part.put("total_tax_amount", part(line, "total_tax_amount", pieces, quantity));
        }
        return part;
    }

    /** The share of some pieces in an amount of the line; what does not divide is left over. */
    private static long part(JsonNode line, String name, long pieces, long quantity) {
        return BigInteger.valueOf(line.path(name).longValue(0))
                .multiply(BigInteger.valueOf(pieces))
                .divide(BigInteger.valueOf(quantity))
                .longValueExact();
    }

    static long sum(List<ObjectNode> lines) {
        return lines.stream()
                .mapToLong(line -> line.path(AMOUNT).longValue())
                .reduce(0, Math::addExact);
    }
}
