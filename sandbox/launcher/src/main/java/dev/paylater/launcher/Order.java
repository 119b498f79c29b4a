package dev.paylater.launcher;

/** The order that the script pays for, as the JSON of POST /payments. */
final class Order {
    static final long AMOUNT = 6540;

    private static final String BILLING =
            """
            {"address": {"first_name": "Ada", "last_name": "Jones", "line1": "Main St 1",
                         "zip": "10115", "city": "Berlin", "country": "DE"},
             "email": "%s"}\
            """;

    static final String PAY_LATER =
            """
            "payment_method": "pay_later", "payment_method_type": "invoice",
            "payment_method_data": {"pay_later": {"invoice": {}}}\
            """;

    private Order() {}

    static String unconfirmed() {
        return """
        {"amount": %s, "currency": "EUR", "capture_method": "manual", "billing": %s}\
        """
                .formatted(AMOUNT, BILLING.formatted("ada@example.com"));
    }

    /** The outcome is chosen by a tag in the e-mail address; an empty one is a plain approval. */
    static String confirmed(String outcome) {
        return automatic(outcome, true);
    }

    /** The order of {@link #confirmed}, to be confirmed by a call of its own. */
    static String created(String outcome) {
        return automatic(outcome, false);
    }

    private static String automatic(String outcome, boolean isConfirmed) {
        String email = outcome.isEmpty() ? "ada@example.com" : "ada+" + outcome + "@example.com";
        return """
        {"amount": %s, "currency": "EUR", "capture_method": "automatic", "confirm": %s,
         "return_url": "https://shop.example/return", %s, "billing": %s}\
        """
                .formatted(AMOUNT, isConfirmed, PAY_LATER, BILLING.formatted(email));
    }
}
