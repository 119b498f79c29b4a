package dev.paylater.ops.reconcile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the compared payments and the differences of each merchant and account, and keeps the
 * first differences.
 */
public final class Report {
    private static final int KEPT = 10_000;

    private final Map<Owner, Share> shares = new TreeMap<>();
    private final List<Difference> differences = new ArrayList<>();
    private long inFlight;
    private long deliveries;
    private long more;
    private long settled;

    /**
     * Whose a payment is.
     *
     * @param account merchant_connector_id of its latest attempt; empty before the first
     */
    public record Owner(String merchantId, String account) implements Comparable<Owner> {
        @Override
        public int compareTo(Owner other) {
            int merchants = merchantId.compareTo(other.merchantId);
            return merchants == 0 ? account.compareTo(other.account) : merchants;
        }
    }

    /** Of one account of a merchant. */
    public static final class Share {
        private final List<Difference> differences = new ArrayList<>();
        private long payments;
        private long count;

        public long payments() {
            return payments;
        }

        /** How many differences there are, those with them that are not kept. */
        public long count() {
            return count;
        }

        public List<Difference> differences() {
            return Collections.unmodifiableList(differences);
        }
    }

    void add(ComparedBooks books, long moving, Collection<Difference> found) {
        Map<String, String> accounts = new HashMap<>();
        for (PaymentRecord payment : books.payments()) {
            accounts.put(payment.id(), payment.account());
            share(new Owner(merchant(payment.id()), payment.account())).payments++;
        }
        inFlight += moving;
        deliveries += books.webhooks().deliveries().size();
        for (Difference difference : found) {
            String key = Narrowing.paymentOf(difference.payment());
            add(new Owner(merchant(key), accounts.getOrDefault(key, "")), difference);
        }
    }

    /** Adds what differs in an account's settlement files. */
    public void add(Owner owner, Difference difference) {
        Share share = share(owner);
        share.count++;
        if (differences.size() < KEPT) {
            differences.add(difference);
            share.differences.add(difference);
        } else {
            more++;
        }
    }

    public void countSettled() {
        settled++;
    }

    /** Lines of settlement files. */
    public long settled() {
        return settled;
    }

    private Share share(Owner owner) {
        return shares.computeIfAbsent(owner, _ -> new Share());
    }

    /** Empty of what only a provider's ledger knows, which has no merchants. */
    private static String merchant(String key) {
        int slash = key.indexOf('/');
        return slash < 0 ? "" : key.substring(0, slash);
    }

    public Map<Owner, Share> shares() {
        return Collections.unmodifiableMap(shares);
    }

    public long payments() {
        return shares.values().stream().mapToLong(Share::payments).sum();
    }

    /** Payments that were moving, or that differed while a provider was asked about them. */
    public long inFlight() {
        return inFlight;
    }

    public long deliveries() {
        return deliveries;
    }

    public List<Difference> differences() {
        return Collections.unmodifiableList(differences);
    }

    /** Differences beyond those that are kept. */
    public long more() {
        return more;
    }
}
