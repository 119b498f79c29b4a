package dev.paylater.ops.reconcile;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What the provider has booked, added up per payment and attempt: the truth to compare with. */
final class Ledger {
    private final Map<String, Map<String, Account>> accounts = new HashMap<>();

    /**
     * Sums in minor units.
     *
     * @param currencies all that were booked in: more than one, and the sums mean nothing
     */
    record Account(
            Set<String> currencies, long authorized, long captured, long voided, long refunded) {
        static final Account EMPTY = new Account(Set.of(), 0, 0, 0, 0);

        long held() {
            return authorized - voided;
        }

        Account plus(Account other) {
            Set<String> all = new TreeSet<>(currencies);
            all.addAll(other.currencies);
            return new Account(
                    all,
                    authorized + other.authorized,
                    captured + other.captured,
                    voided + other.voided,
                    refunded + other.refunded);
        }

        private static Account of(String operation, long amount, String currency) {
            Set<String> only = Set.of(currency);
            return switch (operation) {
                case "authorize" -> new Account(only, amount, 0, 0, 0);
                case "capture" -> new Account(only, 0, amount, 0, 0);
                case "void" -> new Account(only, 0, 0, amount, 0);
                case "refund" -> new Account(only, 0, 0, 0, amount);
                default -> throw new IllegalArgumentException("Operation " + operation);
            };
        }
    }

    /**
     * Adds an entry.
     *
     * @param attemptId as the provider knows it; empty when it does not
     */
    void book(String paymentId, String attemptId, String operation, long amount, String currency) {
        accounts.computeIfAbsent(paymentId, _ -> new HashMap<>())
                .merge(attemptId, Account.of(operation, amount, currency), Account::plus);
    }

    /** By attempt. */
    Map<String, Account> of(String paymentId) {
        return accounts.getOrDefault(paymentId, Map.of());
    }

    Set<String> payments() {
        return accounts.keySet();
    }

    static Account sum(Map<String, Account> byAttempt) {
        return byAttempt.values().stream().reduce(Account.EMPTY, Account::plus);
    }
}
