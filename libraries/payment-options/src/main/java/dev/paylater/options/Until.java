package dev.paylater.options;

/** How long an option can be changed. */
public enum Until {
    CREATE("create only"),
    CONFIRM("confirm"),
    /** Also while and after money moves. */
    ALWAYS("always");

    private final String words;

    Until(String words) {
        this.words = words;
    }

    /** As the documentation says it. */
    public String words() {
        return words;
    }
}
