package dev.paylater.e2e.chaos;

import dev.paylater.e2e.ApiAnswer;
import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.ProviderLedger;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Repeats a request under one Idempotency-Key until it is answered for certain, as merchants are
 * told to. Broken connections, 503, 429 and 'still in progress' are no answers; any other 5xx is a
 * finding.
 */
final class PatientMerchant {

    /** A refund that a provider did not hear of twice is given up, two minutes each time. */
    private static final Duration PATIENCE = Duration.ofMinutes(6);

    private static final Set<Integer> NOT_NOW = Set.of(429, 503);
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 400;

    private final MerchantClient merchant;
    private final String subject;
    private final ChaosFindings findings;

    PatientMerchant(MerchantClient merchant, String subject, ChaosFindings findings) {
        this.merchant = merchant;
        this.subject = subject;
        this.findings = findings;
    }

    ApiAnswer post(String path, String body) {
        var headers = Map.of("Idempotency-Key", UUID.randomUUID().toString());
        return persist("POST " + path, () -> merchant.post(path, body, headers), this::isCertain);
    }

    /** As those who run the system; the answer may be a refusal. */
    ApiAnswer administer(String path, String body) {
        return persist(
                "POST " + path, () -> MerchantClient.administer(path, body), this::isCertain);
    }

    /** Makes something happen at the provider; it may happen again when the answer is lost. */
    ApiAnswer tellProvider(String path, String body) {
        return persist(
                "tell " + path, () -> ProviderLedger.tell(path, body), a -> a.status() < 500);
    }

    /** Asks until there is a 200 that is wanted. */
    ApiAnswer await(String path, Predicate<ApiAnswer> wanted) {
        return persist(
                "GET " + path,
                () -> merchant.get(path),
                answer -> isCertain(answer) && answer.status() == 200 && wanted.test(answer));
    }

    /** Opens a page wherever it is, as a customer who reloads it when it does not come. */
    ApiAnswer open(String url) {
        return persist("GET " + url, () -> merchant.get(url), answer -> answer.status() < 500);
    }

    private boolean isCertain(ApiAnswer answer) {
        if (answer.status() >= 500 && !NOT_NOW.contains(answer.status())) {
            findings.add(subject, "HTTP %d: %s".formatted(answer.status(), answer.text()));
        }
        return answer.status() < 500
                && !NOT_NOW.contains(answer.status())
                && !answer.errorCode().equals("ID_01");
    }

    private static ApiAnswer persist(
            String what, Supplier<ApiAnswer> request, Predicate<ApiAnswer> enough) {
        var end = Instant.now().plus(PATIENCE);
        var pause = FIRST_PAUSE_MILLIS;
        while (true) {
            var last = "";
            try {
                var answer = request.get();
                if (enough.test(answer)) {
                    return answer;
                }
                last = answer.status() + " " + answer.text();
            } catch (UncheckedIOException e) {
                last = e.toString();
            }
            if (Instant.now().isAfter(end)) {
                throw new Stuck(what + " after " + PATIENCE + ": " + last);
            }
            sleep(pause);
            pause = Math.min(LONGEST_PAUSE_MILLIS, pause * 3 / 2);
        }
    }

    static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Stuck("interrupted", e);
        }
    }
}
