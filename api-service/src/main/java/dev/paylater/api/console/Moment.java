package dev.paylater.api.console;

import java.time.Instant;
import java.util.List;

/**
 * Something that happened to a payment.
 *
 * @param track which of the parts it belongs to: payment, provider, capture, refund ...
 * @param facts short texts beside the sentence
 */
public record Moment(Instant at, String track, String text, List<String> facts) {

    public String time() {
        return Words.time(at);
    }
}
