package dev.paylater.simulator.payment;

import java.util.List;
import java.util.stream.Stream;

/** What a rule makes of a request: a changed payment, or a refusal that changes nothing. */
public sealed interface RuleResult {

    /** Subject is the id of what was made: the capture, void, refund, or the payment itself. */
    record Done(
            SimulatedPayment payment,
            String subject,
            List<Posting> postings,
            List<SimulatedEvent> happenings)
            implements RuleResult {

        /** With what follows from it at once, which gives the subject. */
        public Done then(Done next) {
            return new Done(
                    next.payment(),
                    next.subject(),
                    joined(postings, next.postings()),
                    joined(happenings, next.happenings()));
        }

        private static <T> List<T> joined(List<T> first, List<T> second) {
            return Stream.concat(first.stream(), second.stream()).toList();
        }
    }

    record Refused(ProviderFailure failure) implements RuleResult {}

    static RuleResult refused(ProviderFailure.Code code, String message) {
        return new Refused(new ProviderFailure(code, message));
    }
}
