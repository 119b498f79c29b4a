package dev.paylater.simulator.book;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.paylater.simulator.payment.Payment;
import org.jspecify.annotations.Nullable;

/**
 * One line of the file and one step of the provider: everything that changed together. The payment
 * is whole, so the latest line about it is all there is to know.
 */
@JsonPropertyOrder({"head", "operation", "payment"})
record Line(Head head, @Nullable Operation operation, @Nullable Payment payment) {

    static Line read(byte[] bytes) {
        return Json.MAPPER.readValue(bytes, Line.class);
    }

    static Head head(byte[] bytes) {
        try (var parser = Json.MAPPER.createParser(bytes)) {
            parser.nextToken();
            parser.nextName();
            parser.nextToken();
            return parser.readValueAs(Head.class);
        }
    }

    byte[] bytes() {
        return Json.MAPPER.writeValueAsBytes(this);
    }
}
