package dev.paylater.options;

/** How long an option can be changed. */
public enum Until {
    CREATE("create only"),
    CONFIRM("confirm"),
    /** Also while and after money moves. */
    ALWAYS("always");

    private final String label;

    Until(String label) {
        this.label = label;
    }

    /** As the documentation spells it. */
    public String label() {
        return label;
    }
}
