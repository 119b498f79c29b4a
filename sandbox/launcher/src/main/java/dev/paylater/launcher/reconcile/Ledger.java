package dev.paylater.launcher.reconcile;

import java.util.HashMap;
import java.util.Map;

/** What the provider has booked, added up per payment: the truth to compare with. */
final class Ledger {
    private final Map<String, Account> accounts = new HashMap<>();

    /** Sums in minor units. */
    record Account(long authorized, long captured, long voided, long refunded) {
        static final Account EMPTY = new Account(0, 0, 0, 0);

        long held() {
            return authorized - voided;
        }

        Account plus(String operation, long amount) {
            return switch (operation) {
                case "authorize" -> new Account(authorized + amount, captured, voided, refunded);
                case "capture" -> new Account(authorized, captured + amount, voided, refunded);
                case "void" -> new Account(authorized, captured, voided + amount, refunded);
                case "refund" -> new Account(authorized, captured, voided, refunded + amount);
                default -> throw new IllegalArgumentException("Operation " + operation);
            };
        }
    }

    void book(String paymentId, String operation, long amount) {
        accounts.merge(
                paymentId,
                Account.EMPTY.plus(operation, amount),
                (before, _) -> before.plus(operation, amount));
    }

    Account of(String paymentId) {
        return accounts.getOrDefault(paymentId, Account.EMPTY);
    }

    Map<String, Account> accounts() {
        return accounts;
    }
}
