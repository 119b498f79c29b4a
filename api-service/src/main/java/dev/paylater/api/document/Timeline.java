package dev.paylater.api.document;

import dev.paylater.api.json.Items;
import java.time.Instant;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/** The history of a payment as answers show it. */
public final class Timeline {

    private Timeline() {}

    /**
     * Writes the events of a payment that was read with its history.
     *
     * @param hidden names of details that are left out
     */
    public static void write(PaymentDocument payment, Set<String> hidden, JsonGenerator json) {
        Items.write(
                payment.journal(),
                event -> "Event %s".formatted(event.value("sequence")),
                (event, out) -> write(event, hidden, out),
                json);
    }

    private static void write(Fields entry, Set<String> hidden, JsonGenerator json) {
        json.writeStartObject();
        json.writeName("sequence");
        Values.number(entry.number("sequence"), json);
        json.writeName("at");
        Values.time(entry.time("at"), json);
        json.writeStringProperty("type", entry.section("event").requiredText("t"));
        json.writeName("cause");
        Values.text(entry.text("cause"), json);
        json.writeName("details");
        writePlain(entry.section("event").section("d"), hidden, json);
        json.writeEndObject();
    }

    /** Nested parts (terms, connector state) are how the event works, not what happened. */
    private static void writePlain(Fields details, Set<String> hidden, JsonGenerator json) {
        json.writeStartObject();
        for (var name : details.names()) {
            switch (details.value(name)) {
                case String _ when hidden.contains(name) -> {}
                case String text -> json.writeStringProperty(name, text);
                case Long number -> json.writeNumberProperty(name, number);
                case Boolean flag -> json.writeBooleanProperty(name, flag);
                case Instant time -> json.writeStringProperty(name, Values.timeText(time));
                case Fields error when name.equals("error") -> {
                    json.writeName(name);
                    writePlain(error, hidden, json);
                }
                case null, default -> {}
            }
        }
        json.writeEndObject();
    }
}
