package dev.paylater.orchestrator.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Indexes.ascending;
import static com.mongodb.client.model.Indexes.compoundIndex;
import static com.mongodb.client.model.Indexes.descending;
import static com.mongodb.client.model.Projections.include;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.store.ArchivingStore;
import dev.paylater.orchestrator.payment.CustomerHistory;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.bson.conversions.Bson;

/** The collection of payments, and the archive of those that ended long ago. */
public final class Payments extends ArchivingStore<Payment, PaymentEvent> {

    private static final String STATUS = PaymentDocument.STATUS;
    private static final String PROCESSING = "processing";
    private static final String MERCHANT = "payment.merchant_id";
    private static final String CUSTOMER = "payment.intent.customer_id";

    private static final Set<String> PAID =
            Set.of("succeeded", "partially_captured", "partially_captured_and_capturable");

    private static final String[] NEWEST_FIRST = {"payment.created", "payment.payment_id"};

    private static final String REQUESTED_AT = "payment.operations.requested_at";
    private static final String UNWANTED_SINCE = "payment.attempts.unwanted.since";
    private static final String DIFFERING = "payment.attempts.books_differing.captured";
    private static final String AMOUNT_DIFFERING = "payment.attempts.amount_differing.answered";
    private static final String TRANSACTION = "payment.attempts.data.transaction_id";
    private static final String REFUSED = "payment.operations.account_refused";

    static final Bson FORGOTTEN = and(eq(STATUS, PROCESSING), exists(PaymentDocument.DUE, false));
    static final Bson ACCOUNT_REFUSED = eq(REFUSED, true);
    static final Bson BOOKS_DIFFER = gte(DIFFERING, 0L);
    static final Bson AMOUNTS_DIFFER = gte(AMOUNT_DIFFERING, 0L);

    public Payments(MongoDatabase database) {
        super(database, "payments", PaymentDocument.CODEC, System::nanoTime);
    }

    /** Creates the indexes that are missing. */
    public void ensureIndexes() {
        ensureIndexes(archive, List.of(customerIndex(), mandateIndex(), disputeIndex()));
        ensureIndexes(collection, listIndexes());
        ensureIndexes(
                collection,
                List.of(
                        new IndexModel(
                                compoundIndex(ascending(MERCHANT), descending(NEWEST_FIRST))),
                        mandateIndex(),
                        disputeIndex(),
                        transactionIndex(),
                        new IndexModel(
                                ascending(STATUS, PaymentDocument.DUE),
                                new IndexOptions().partialFilterExpression(eq(STATUS, PROCESSING))),
                        new IndexModel(
                                ascending(STATUS, REQUESTED_AT),
                                new IndexOptions().partialFilterExpression(eq(STATUS, PROCESSING))),
                        new IndexModel(
                                ascending(REFUSED),
                                new IndexOptions().partialFilterExpression(ACCOUNT_REFUSED)),
                        new IndexModel(
                                ascending(UNWANTED_SINCE),
                                new IndexOptions().partialFilterExpression(exists(UNWANTED_SINCE))),
                        new IndexModel(
                                ascending(DIFFERING),
                                new IndexOptions().partialFilterExpression(exists(DIFFERING))),
                        new IndexModel(
                                ascending(AMOUNT_DIFFERING),
                                new IndexOptions()
                                        .partialFilterExpression(exists(AMOUNT_DIFFERING))),
                        dueIndex()));
    }

    /**
     * One for each filter of lists, the most selective first: a store that weighs indexes only by
     * their fields takes the first of equal ones.
     */
    private static List<IndexModel> listIndexes() {
        return List.of(
                whereSet("payment.terms.email_hash"),
                whereSet("payment.terms.merchant_order_reference_id"),
                customerIndex(),
                whereSet("payment.terms.payment_link"),
                always("payment.intent.amount"),
                always(STATUS),
                whereSet(PaymentDocument.CONNECTOR),
                whereSet("payment.intent.payment_method_type"),
                always("payment.profile_id"),
                always("payment.intent.currency"));
    }

    private static IndexModel customerIndex() {
        return whereSet(CUSTOMER);
    }

    private static IndexModel always(String field) {
        return new IndexModel(newestFirst(field));
    }

    private static IndexModel whereSet(String field) {
        return new IndexModel(
                newestFirst(field), new IndexOptions().partialFilterExpression(exists(field)));
    }

    private static Bson newestFirst(String field) {
        return compoundIndex(ascending(MERCHANT, field), descending(NEWEST_FIRST));
    }

    private static IndexModel mandateIndex() {
        return new IndexModel(
                ascending(MERCHANT, PaymentDocument.GIVEN_MANDATE, "payment.created"),
                new IndexOptions().partialFilterExpression(exists(PaymentDocument.GIVEN_MANDATE)));
    }

    private static IndexModel disputeIndex() {
        return new IndexModel(
                ascending(MERCHANT, "payment.disputes.dispute_id"),
                new IndexOptions().partialFilterExpression(exists("payment.disputes.dispute_id")));
    }

    /**
     * For support, who have what a provider calls a payment and do not know whose it is: without
     * the merchant. A payment is entered once, when the provider has answered.
     */
    private static IndexModel transactionIndex() {
        return new IndexModel(
                ascending(TRANSACTION),
                new IndexOptions().partialFilterExpression(exists(TRANSACTION)));
    }

    /** Creates the index that archiving needs; without archiving it would only cost. */
    public void ensureArchivingIndex() {
        ensureIndexes(collection, List.of(atRestIndex()));
    }

    /** The latest payment of this merchant that gave a mandate. */
    public Optional<Payment> findByMandate(String merchantId, String mandateId) {
        var giving = and(eq(MERCHANT, merchantId), eq(PaymentDocument.GIVEN_MANDATE, mandateId));
        return Stream.of(collection, archive)
                .map(from -> from.find(giving).sort(descending("payment.created")).first())
                .filter(Objects::nonNull)
                .findFirst()
                .map(form::read)
                .map(Stored::state);
    }

    /**
     * The latest payments of this customer, newest first, by the index of customers and in bounded
     * time.
     */
    List<CustomerHistory.Earlier> latestOf(CustomerHistory.Customer customer) {
        var theirs = ofCustomer(customer.merchantId(), customer.customerId());
        var earlier = new ArrayList<CustomerHistory.Earlier>();
        for (var from : List.of(collection, archive)) {
            for (var payment :
                    from.find(theirs)
                            .sort(descending(NEWEST_FIRST))
                            .limit(CustomerHistory.MOST + 1)
                            .projection(include(STATUS, "payment.created", "payment.payment_id"))
                            .maxTime(CustomerHistories.WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
                var facts = payment.getDocument("payment");
                earlier.add(
                        new CustomerHistory.Earlier(
                                facts.getString("payment_id").getValue(),
                                Instant.ofEpochMilli(facts.getDateTime("created").getValue()),
                                PAID.contains(payment.getString(STATUS).getValue())));
            }
        }
        earlier.sort(Comparator.comparing(CustomerHistory.Earlier::at).reversed());
        return earlier;
    }

    static Bson ofCustomer(String merchantId, String customerId) {
        return and(eq(MERCHANT, merchantId), eq(CUSTOMER, customerId));
    }

    /** Payments that are processing and will never be looked at again. */
    public long countForgotten() {
        return count(FORGOTTEN);
    }

    /** Payments that have asked something of a provider before this and still have no outcome. */
    public long countUnanswered(Instant before) {
        return count(unanswered(before));
    }

    static Bson unanswered(Instant before) {
        return and(eq(STATUS, PROCESSING), lt(REQUESTED_AT, Date.from(before)));
    }

    /** Payments whose unwanted money a provider has not given back since before this. */
    public long countUnwantedMoney(Instant before) {
        return count(unwantedMoney(before));
    }

    static Bson unwantedMoney(Instant before) {
        return lt(UNWANTED_SINCE, Date.from(before));
    }

    /** Payments of which a provider's books show more than can have happened. */
    public long countBooksDiffer() {
        return count(BOOKS_DIFFER);
    }

    /** Payments of which a provider's answer was good for another amount than was asked for. */
    public long countAmountsDiffer() {
        return count(AMOUNTS_DIFFER);
    }

    /** Payments with an operation for which the provider refuses the account's credentials. */
    public long countAccountRefused() {
        return count(ACCOUNT_REFUSED);
    }
}
