package dev.paylater.connector.kit;

/** What a provider may need to know of the customer before it decides. */
public enum CustomerField {
    FIRST_NAME("billing.address.first_name"),
    LAST_NAME("billing.address.last_name"),
    LINE1("billing.address.line1"),
    ZIP("billing.address.zip"),
    CITY("billing.address.city"),
    COUNTRY("billing.address.country"),
    EMAIL("billing.email"),
    PHONE("billing.phone.number");

    private final String path;

    CustomerField(String path) {
        this.path = path;
    }

    /** Where a confirm's body has it. */
    public String path() {
        return path;
    }
}
