package dev.paylater.options;

/** Who may set an option. The merchant's server always may, and its value is never replaced. */
public enum SetBy {
    MERCHANT("merchant"),
    /** The payment page of this service too, which the customer fills in. */
    MERCHANT_AND_PAGE("merchant, payment page"),
    /** The customer's client fills in what the merchant has left out; the rest of it is ignored. */
    BROWSER("merchant, browser"),
    /** The client may set it where the merchant has not; another value is refused. */
    BROWSER_WHERE_UNSET("merchant; browser where unset");

    private final String label;

    SetBy(String label) {
        this.label = label;
    }

    /** As the documentation spells it. */
    public String label() {
        return label;
    }
}
