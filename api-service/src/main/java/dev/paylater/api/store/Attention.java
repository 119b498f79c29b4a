package dev.paylater.api.store;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static dev.paylater.api.store.Deadline.bounded;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.paylater.api.document.Fields;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * What somebody has to look at, of all merchants: each kind is served by the index that its alarm
 * uses, and disputes by that of each merchant.
 */
@Component
public final class Attention {

    /** Of each kind no more are read. */
    public static final int MOST = 100;

    private static final Duration GRACE = Duration.ofSeconds(30);
    private static final Duration REFUND_IS_LATE = Duration.ofMinutes(10);
    private static final Set<String> HISTORY = Set.of("journal", "waiters", "refused");
    private static final List<String> OPEN_DISPUTES =
            List.of("dispute_opened", "dispute_challenged");
    private static final Comparator<Item> OLDEST_FIRST =
            Comparator.comparing(
                    Item::since, Comparator.nullsLast(Comparator.<Instant>naturalOrder()));

    private final MongoCollection<RawBsonDocument> payments;
    private final MongoCollection<RawBsonDocument> refunds;

    Attention(MongoDatabase database) {
        this.payments = database.getCollection("payments", RawBsonDocument.class);
        this.refunds = database.getCollection("refunds", RawBsonDocument.class);
    }

    /** Why somebody has to look. */
    public enum Kind {
        /** A provider holds or has taken what nobody wants any more. */
        UNWANTED_MONEY,
        /** The provider's books show more than can have happened. */
        BOOKS_DIFFER,
        /** The provider answered for another amount than was asked for. */
        AMOUNT_DIFFERS,
        /** A provider refuses the account's credentials. */
        ACCOUNT_REFUSED,
        /** Something was due and was not done. */
        OVERDUE,
        /** Under way, and nothing is planned that would end it. */
        FORGOTTEN,
        /** A refund that has been under way for more than ten minutes. */
        REFUND_LATE,
        /** A dispute that is not decided. */
        DISPUTE;

        /** As it is written in addresses and answers. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One thing to look at.
     *
     * @param amount minor units; null: it is about no amount of its own
     * @param subject the id of the refund, dispute or attempt that it is about; null: the payment
     * @param since when it began
     * @param until the deadline, or when the next try is due
     * @param reason the provider's latest error or the dispute's reason
     */
    public record Item(
            Kind kind,
            String merchantId,
            String paymentId,
            @Nullable String subject,
            @Nullable Long amount,
            String currency,
            @Nullable String connector,
            @Nullable Instant since,
            @Nullable Instant until,
            @Nullable String reason) {}

    /** All of a kind, the oldest first; disputes by their deadline. */
    public List<Item> of(Kind kind, List<String> merchantIds, Instant now) {
        return switch (kind) {
            case UNWANTED_MONEY ->
                    find(
                            kind,
                            gte("payment.attempts.unwanted.since", Date.from(Instant.EPOCH)),
                            Attention::unwanted);
            case BOOKS_DIFFER ->
                    find(
                            kind,
                            gte("payment.attempts.books_differing.captured", 0L),
                            Attention::whole);
            case AMOUNT_DIFFERS ->
                    find(
                            kind,
                            gte("payment.attempts.amount_differing.answered", 0L),
                            Attention::whole);
            case ACCOUNT_REFUSED ->
                    find(kind, eq("payment.operations.account_refused", true), Attention::refused);
            case OVERDUE -> find(kind, lt("due", Date.from(now.minus(GRACE))), Attention::overdue);
            case FORGOTTEN ->
                    find(
                            kind,
                            and(eq("status", "processing"), exists("due", false)),
                            Attention::whole);
            case REFUND_LATE -> lateRefunds(now);
            case DISPUTE ->
                    find(
                                    kind,
                                    and(
                                            in("payment.merchant_id", merchantIds),
                                            exists("payment.disputes.dispute_id"),
                                            in("payment.disputes.dispute_status", OPEN_DISPUTES)),
                                    Attention::disputes)
                            .stream()
                            .sorted(
                                    Comparator.comparing(
                                            Item::until,
                                            Comparator.nullsLast(
                                                    Comparator.<Instant>naturalOrder())))
                            .toList();
        };
    }

    private interface Reading {
        Stream<Item> items(Kind kind, Fields root);
    }

    private List<Item> find(Kind kind, Bson filter, Reading reading) {
        var found = new ArrayList<Item>();
        for (var raw : bounded(payments.find(filter)).limit(MOST)) {
            var root = Fields.read(raw.getByteBuffer().asNIO(), HISTORY);
            reading.items(kind, root).forEach(found::add);
        }
        found.sort(OLDEST_FIRST);
        return found;
    }

    private static Stream<Item> whole(Kind kind, Fields root) {
        return Stream.of(item(kind, root, null, null, null, null));
    }

    private static Stream<Item> overdue(Kind kind, Fields root) {
        return Stream.of(item(kind, root, null, root.time("due"), null, null));
    }

    private static Stream<Item> refused(Kind kind, Fields root) {
        return root.section("payment").sections("operations").stream()
                .filter(operation -> operation.isSet("account_refused"))
                .map(
                        operation ->
                                item(
                                        kind,
                                        root,
                                        operation.text("operation_id"),
                                        operation.time("requested_at"),
                                        operation.time("next_inquiry_at"),
                                        null));
    }

    private static Stream<Item> unwanted(Kind kind, Fields root) {
        return root.section("payment").sections("attempts").stream()
                .filter(attempt -> !attempt.section("unwanted").isEmpty())
                .map(
                        attempt -> {
                            var money = attempt.section("unwanted");
                            return new Item(
                                    kind,
                                    root.section("payment").requiredText("merchant_id"),
                                    root.section("payment").requiredText("payment_id"),
                                    attempt.text("attempt_id"),
                                    money.number("amount"),
                                    currency(root),
                                    attempt.text("connector"),
                                    money.time("since"),
                                    money.time("next_try_at"),
                                    money.section("error").text("message"));
                        });
    }

    private static Stream<Item> disputes(Kind kind, Fields root) {
        var payment = root.section("payment");
        return payment.sections("disputes").stream()
                .filter(dispute -> OPEN_DISPUTES.contains(dispute.text("dispute_status")))
                .map(
                        dispute ->
                                new Item(
                                        kind,
                                        payment.requiredText("merchant_id"),
                                        payment.requiredText("payment_id"),
                                        dispute.text("dispute_id"),
                                        dispute.number("amount"),
                                        currency(root),
                                        root.text("connector"),
                                        dispute.time("created_at"),
                                        dispute.time("challenge_required_by"),
                                        dispute.text("connector_reason")));
    }

    private static Item item(
            Kind kind,
            Fields root,
            @Nullable String subject,
            @Nullable Instant since,
            @Nullable Instant until,
            @Nullable String reason) {
        var payment = root.section("payment");
        return new Item(
                kind,
                payment.requiredText("merchant_id"),
                payment.requiredText("payment_id"),
                subject,
                payment.section("intent").number("amount"),
                currency(root),
                root.text("connector"),
                since == null ? payment.time("updated") : since,
                until,
                reason);
    }

    private static String currency(Fields root) {
        return root.section("payment").section("intent").requiredText("currency");
    }

    private List<Item> lateRefunds(Instant now) {
        var late =
                and(
                        eq("status", "pending"),
                        lt("created_at", Date.from(now.minus(REFUND_IS_LATE))));
        var found = new ArrayList<Item>();
        for (var raw : bounded(refunds.find(late)).limit(MOST)) {
            var refund = Fields.read(raw.getByteBuffer().asNIO(), HISTORY);
            found.add(
                    new Item(
                            Kind.REFUND_LATE,
                            refund.requiredText("merchant_id"),
                            refund.requiredText("payment_id"),
                            refund.text("refund_id"),
                            refund.number("requested_amount"),
                            refund.requiredText("currency"),
                            refund.text("connector"),
                            refund.time("created_at"),
                            refund.time("due"),
                            refund.section("error").text("message")));
        }
        found.sort(OLDEST_FIRST);
        return found;
    }
}
