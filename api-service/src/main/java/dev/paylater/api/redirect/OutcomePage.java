package dev.paylater.api.redirect;

/** What a customer sees whose merchant gave no address to return to. */
final class OutcomePage {

    private OutcomePage() {}

    /**
     * The page.
     *
     * @param nonce of the policy that it is sent with
     */
    static String of(String status, String nonce) {
        return """
        <!doctype html>
        <html lang="en">
        <head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <title>Payment</title>
        <style nonce="%s">body{font:1.1rem system-ui;margin:20vh auto;max-width:30rem;text-align:center}</style>
        </head>
        <body><h1>%s</h1><p>You can close this page and go back to the shop.</p></body>
        </html>
        """
                .formatted(nonce, sentence(status));
    }

    private static String sentence(String status) {
        return switch (status) {
            case "succeeded",
                    "requires_capture",
                    "partially_captured",
                    "partially_captured_and_capturable" ->
                    "Your payment is approved";
            case "failed" -> "Your payment was not approved";
            case "cancelled" -> "Your payment was cancelled";
            default -> "Your payment is being processed";
        };
    }
}
