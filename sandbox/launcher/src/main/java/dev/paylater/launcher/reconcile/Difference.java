package dev.paylater.launcher.reconcile;

/** Two sources that do not agree about one payment. */
public record Difference(String payment, String what) {
    @Override
    public String toString() {
        return payment + ": " + what;
    }
}
