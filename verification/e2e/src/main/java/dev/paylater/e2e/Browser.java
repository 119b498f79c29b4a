package dev.paylater.e2e;

/** A customer's browser: goes where it is sent, and presses a button at the provider's page. */
public final class Browser {

    private static final MerchantClient ANYBODY = new MerchantClient("");

    private Browser() {}

    /**
     * From the payment's next action over the provider's page back to the shop.
     *
     * @param decision approve, decline or cancel
     * @return the shop's address, as the customer arrives there
     */
    public static String follow(ApiAnswer payment, String decision) {
        return location(ANYBODY.get(press(payment, decision)));
    }

    /**
     * Presses the button and closes the window on the way back.
     *
     * @return where the customer was sent
     */
    public static String press(ApiAnswer payment, String decision) {
        return decide(page(payment), decision);
    }

    /** Where the provider asks the customer. */
    public static String page(ApiAnswer payment) {
        return location(
                ANYBODY.get(payment.json().path("next_action").path("redirect_to_url").asString()));
    }

    /** Presses a button on a page that was opened before. */
    public static String decide(String page, String decision) {
        var shown = ANYBODY.get(page).expect(200).text();
        if (!shown.contains(decision)) {
            throw new AssertionError("No button to " + decision + " at " + page + ":\n" + shown);
        }
        return location(ProviderLedger.decide(page, decision));
    }

    private static String location(ApiAnswer answer) {
        return answer.expect(302).headers().firstValue("location").orElseThrow();
    }
}
