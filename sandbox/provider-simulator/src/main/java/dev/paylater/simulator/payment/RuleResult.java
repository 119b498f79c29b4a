package dev.paylater.simulator.payment;

import java.util.List;

/** What a rule makes of a request: a changed payment, or a refusal that changes nothing. */
public sealed interface RuleResult {

    /** Subject is the id of what was made: the capture, void, refund, or the payment itself. */
    record Done(Payment payment, String subject, List<Posting> postings, List<Happening> happenings)
            implements RuleResult {}

    record Refused(Failure failure) implements RuleResult {}

    static RuleResult refused(Failure.Code code, String message) {
        return new Refused(new Failure(code, message));
    }
}
