package dev.paylater.launcher.reconcile;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What the provider has booked, added up per payment: the truth to compare with. */
final class Ledger {
    private final Map<String, Account> accounts = new HashMap<>();

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

        Account plus(String operation, long amount, String currency) {
            Set<String> all = new TreeSet<>(currencies);
            all.add(currency);
            return switch (operation) {
                case "authorize" ->
                        new Account(all, authorized + amount, captured, voided, refunded);
                case "capture" -> new Account(all, authorized, captured + amount, voided, refunded);
                case "void" -> new Account(all, authorized, captured, voided + amount, refunded);
                case "refund" -> new Account(all, authorized, captured, voided, refunded + amount);
                default -> throw new IllegalArgumentException("Operation " + operation);
            };
        }
    }

    void book(String paymentId, String operation, long amount, String currency) {
        accounts.merge(
                paymentId,
                Account.EMPTY.plus(operation, amount, currency),
                (before, _) -> before.plus(operation, amount, currency));
    }

    Account of(String paymentId) {
        return accounts.getOrDefault(paymentId, Account.EMPTY);
    }

    Map<String, Account> accounts() {
        return accounts;
    }
}
