package dev.paylater.orchestrator.payment;

import java.util.Map;

/**
 * What an attempt was made with. Whatever is requested of a provider about an attempt is requested
 * with this, as the payment may have been confirmed anew with other terms since.
 *
 * @param terms interface name to JSON text
 */
public record AttemptTerms(Intent intent, Map<String, String> terms) {

    static AttemptTerms of(Payment payment, Attempt attempt) {
        var made = new AttemptTerms(payment.intent(), payment.terms());
        for (var earlier : payment.earlierTerms().reversed()) {
            if (attempt.number() <= earlier.attempts()) {
                made = earlier.before(made);
            }
        }
        return made;
    }
}
