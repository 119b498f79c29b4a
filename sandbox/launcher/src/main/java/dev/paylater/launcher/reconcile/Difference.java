package dev.paylater.launcher.reconcile;

/** Two sources that do not agree about one payment. */
record Difference(String payment, Rule rule, String what) {
    @Override
    public String toString() {
        return payment + ": " + what;
    }
}
