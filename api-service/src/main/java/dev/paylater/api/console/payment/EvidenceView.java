package dev.paylater.api.console.payment;

import dev.paylater.api.console.ActView;
import java.util.List;

/**
 * The form for a merchant's evidence in a dispute.
 *
 * @param facts what it is about
 * @param address where the form goes
 * @param back where the person goes who sends none
 * @param formId makes a form that is sent twice one command
 */
public record EvidenceView(
        List<ActView.Fact> facts, List<Field> fields, String address, String back, String formId) {

    /**
     * A kind of evidence.
     *
     * @param hint what it is to say
     * @param most characters
     */
    public record Field(String name, String label, String hint, int most) {

        /** Whether it takes several lines. */
        public boolean isLong() {
            return most > 255;
        }
    }
}
