package dev.paylater.simulator.paypal;

/** A request that PayPal can read and does not carry out, by the name of the issue. */
final class PaypalRefusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PaypalRefusal(String issue) {
        super(issue, null, false, false);
    }

    String issue() {
        return String.valueOf(getMessage());
    }
}
