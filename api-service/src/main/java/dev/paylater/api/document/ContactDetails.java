package dev.paylater.api.document;

import dev.paylater.api.form.Sealing;
import dev.paylater.api.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/**
 * Name, e-mail address, phone and addresses of a payment's customer, for callers with a reason.
 * Numbers of identity papers and payment details are not among it.
 */
@Component
public final class ContactDetails {

    private static final List<String> FIELDS =
            List.of("name", "email", "phone", "birth_date", "customer", "billing", "shipping");

    private final Sealing sealing;

    ContactDetails(Sealing sealing) {
        this.sealing = sealing;
    }

    /** A value and where it stands in the payment: {@code billing.address.city}. */
    public record Detail(String path, String value) {}

    /** Whether any of the fields is among those that are opened. */
    public static boolean areAmong(List<String> fields) {
        return fields.stream().anyMatch(FIELDS::contains);
    }

    /** Those that the payment has. */
    public List<Detail> of(PaymentDocument payment) {
        var details = new ArrayList<Detail>();
        for (var field : FIELDS) {
            var text = payment.term(field);
            if (text != null) {
                add(field, Json.read(sealing.open(payment.place(field), text)), details);
            }
        }
        return details;
    }

    private static void add(String path, JsonNode value, List<Detail> details) {
        if (value.isObject()) {
            value.properties()
                    .forEach(
                            member ->
                                    add(path + "." + member.getKey(), member.getValue(), details));
        } else if (value.isValueNode() && !value.isNull()) {
            details.add(new Detail(path, value.asString()));
        }
    }
}
