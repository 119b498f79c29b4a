package dev.paylater.api.offer;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.json.Json;
import dev.paylater.connector.kit.CustomerField;
import dev.paylater.connector.kit.PersonName;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** What a payment says of its customer, as connectors read it. */
public final class KnownFields {

    private final PaymentDocument payment;
    private final Sealing sealing;

    public KnownFields(PaymentDocument payment, Sealing sealing) {
        this.payment = payment;
        this.sealing = sealing;
    }

    public boolean isKnown(CustomerField field) {
        return !value(field).isEmpty();
    }

    /** Empty when the payment does not say it. */
    public String value(CustomerField field) {
        var own = text(field.path());
        return own.isEmpty() ? ofCustomer(field) : own;
    }

    private String ofCustomer(CustomerField field) {
        return switch (field) {
            case FIRST_NAME -> name().first();
            case LAST_NAME -> Objects.requireNonNullElse(name().last(), "");
            case EMAIL -> first("customer.email", "email");
            case PHONE -> first("customer.phone", "phone");
            case COUNTRY -> payment.option("country") instanceof String country ? country : "";
            case LINE1, ZIP, CITY -> "";
        };
    }

    private PersonName name() {
        return PersonName.of(first("customer.name", "name"));
    }

    private String first(String... paths) {
        return Stream.of(paths)
                .map(this::text)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** A text of the payment by its path; empty when there is none. */
    private String text(String path) {
        var steps = path.split("\\.", -1);
        var node = term(steps[0]);
        for (var step : Arrays.asList(steps).subList(1, steps.length)) {
            node = node.path(step);
        }
        return node.isString() ? node.stringValue() : "";
    }

    private JsonNode term(String name) {
        var text = payment.term(name);
        return text == null
                ? MissingNode.getInstance()
                : Json.read(sealing.open(payment.place(name), text));
    }
}
