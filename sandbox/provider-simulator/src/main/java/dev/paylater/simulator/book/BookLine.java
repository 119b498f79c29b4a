package dev.paylater.simulator.book;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.paylater.simulator.payment.SimulatedPayment;
import org.jspecify.annotations.Nullable;

/**
 * One line of the file and one step of the provider: everything that changed together. The payment
 * is whole, so the latest line about it is all there is to know.
 */
@JsonPropertyOrder({"head", "operation", "payment"})
record BookLine(Head head, @Nullable KeyedOperation operation, @Nullable SimulatedPayment payment) {

    static BookLine read(byte[] bytes) {
        return BookJson.MAPPER.readValue(bytes, BookLine.class);
    }

    static Head head(byte[] bytes) {
        try (var parser = BookJson.MAPPER.createParser(bytes)) {
            parser.nextToken();
            parser.nextName();
            parser.nextToken();
            return parser.readValueAs(Head.class);
        }
    }

    byte[] bytes() {
        return BookJson.MAPPER.writeValueAsBytes(this);
    }
}
