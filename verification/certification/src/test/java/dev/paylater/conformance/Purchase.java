package dev.paylater.conformance;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a customer buys, and how.
 *
 * @param tags pieces of the e-mail address, which choose the result
 * @param paymentType the interface's payment_type, when it is not a usual payment
 * @param mandateId the provider's id of an earlier consent that this is paid by
 * @param terms carried fields that win over the usual ones: name to JSON text
 */
@RecordBuilder
record Purchase(
        long amount,
        String currency,
        String country,
        String captureMethod,
        String tags,
        String firstName,
        String line1,
        @Nullable String paymentType,
        @Nullable String mandateId,
        Map<String, String> terms)
        implements PurchaseBuilder.With {

    static Purchase at(Subject subject) {
        return new Purchase(
                6540,
                subject.currency(),
                subject.country(),
                "manual",
                "",
                "Ada",
                "Hauptstr. 1",
                null,
                null,
                subject.terms());
    }

    Purchase tagged(String more) {
        return withTags(tags + "+" + more);
    }

    Purchase withTerm(String name, String json) {
        var more = new HashMap<>(terms);
        more.put(name, json);
        return withTerms(more);
    }

    String email() {
        return "ada" + tags + "@example.com";
    }

    Map<String, String> carried() {
        var carried = new HashMap<String, String>();
        carried.put("billing", holder());
        carried.put("shipping", holder());
        carried.put("email", "\"" + email() + "\"");
        carried.put("customer", "{\"email\": \"" + email() + "\", \"name\": \"Ada Jones\"}");
        carried.put(
                "order_details",
                """
                [{"product_name": "Lamp", "quantity": 1, "amount": %d, "product_id": "L-1"}]\
                """
                        .formatted(amount));
        carried.putAll(terms);
        return carried;
    }

    private String holder() {
        return """
        {"address": {"first_name": "%s", "last_name": "Jones", "line1": "%s", "zip": "10115",
         "city": "Berlin", "state": "BE", "country": "%s"},
         "phone": {"number": "3012345678", "country_code": "+49"}, "email": "%s"}\
        """
                .formatted(firstName, line1, country, email());
    }
}
