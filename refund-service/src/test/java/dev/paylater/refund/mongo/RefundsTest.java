package dev.paylater.refund.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.Waiter;
import dev.paylater.kernel.store.Due;
import dev.paylater.provider.Decline;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.UnifiedError;
import dev.paylater.refund.core.Refund;
import dev.paylater.refund.core.RefundCommand;
import dev.paylater.refund.core.RefundEvent;
import dev.paylater.refund.kafka.HandledRefunds;
import dev.paylater.teststack.Stack;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RefundsTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");

    private static final Due.Position START = Due.Position.before(Instant.EPOCH);
    private static MongoClient client;
    private static Refunds refunds;

    @BeforeAll
    static void connect() {
        var uri = Stack.shared().mongoUri("refunds_test");
        client = MongoClients.create(new ConnectionString(uri));
        var database = client.getDatabase("refunds_test");
        refunds = new Refunds(database);
        refunds.ensureIndexes();
    }

    @AfterAll
    static void disconnect() {
        client.close();
    }

    private static Stored<Refund, RefundEvent> created(String refundId) {
        return handled(null, "merchant/" + refundId, Orders.execute(refundId));
    }

    private static Stored<Refund, RefundEvent> handled(
            Stored<Refund, RefundEvent> before, RefundCommand command) {
        return handled(before, before.id(), command);
    }

    private static Stored<Refund, RefundEvent> handled(
            @Nullable Stored<Refund, RefundEvent> before, String id, RefundCommand command) {
        var commandId = "command-" + (before == null ? 0 : before.version());
        return Objects.requireNonNull(
                HandledRefunds.handle(before, id, commandId, command, NOW).toWrite());
    }

    private static RefundCommand outcome(String refundId, ProviderResult result) {
        return new RefundCommand.RecordProviderResult(
                "pay_1_1_refund1_" + refundId, false, NOW, result);
    }

    @Test
    void journal_comes_back_as_it_was_written() {
        var created = created("roundtrip");
        assertThat(refunds.write(List.of(created))).isEmpty();
        assertThat(refunds.find("merchant/roundtrip")).contains(created);

        var pending = handled(created, outcome("roundtrip", ProviderResult.pending()));
        assertThat(refunds.write(List.of(pending))).isEmpty();
        assertThat(refunds.find("merchant/roundtrip")).contains(pending);
    }

    @Test
    void readers_see_the_refund_beside_its_journal() {
        refunds.write(List.of(created("facts")));

        var facts = stored("merchant/facts");
        assertThat(facts).containsKeys("journal", "due");
        assertThat(facts.getString("status").getValue()).isEqualTo("pending");
        assertThat(facts.getInt64("amount").getValue()).isEqualTo(5000);
        assertThat(facts.getDateTime("created_at").getValue()).isEqualTo(NOW.toEpochMilli());
        assertThat(facts.getArray("parts").get(0).asDocument().getString("operation_id").getValue())
                .isEqualTo("pay_1_1_refund1_facts");
    }

    @Test
    void readers_see_who_waits_until_the_refund_is_answered() {
        var waiter = new Waiter("command-of-the-merchant", 3, "command-of-the-merchant");
        var awaited =
                handled(
                        null,
                        "merchant/awaited",
                        new RefundCommand.ExecuteRefund(Orders.order("awaited"), waiter, false));
        refunds.write(List.of(awaited));
        assertThat(waitersOf("merchant/awaited"))
                .extracting(found -> found.asDocument().getString("correlation_id").getValue())
                .containsExactly("command-of-the-merchant");

        refunds.write(List.of(handled(awaited, outcome("awaited", ProviderResult.approved()))));
        assertThat(waitersOf("merchant/awaited")).isEmpty();
    }

    private static BsonArray waitersOf(String id) {
        return stored(id).getArray("waiters");
    }

    private static RawBsonDocument stored(String id) {
        return Objects.requireNonNull(
                client.getDatabase("refunds_test")
                        .getCollection("refunds", RawBsonDocument.class)
                        .find(Filters.eq("_id", id))
                        .first());
    }

    @Test
    void of_two_writers_of_the_same_version_one_takes_effect() {
        var created = created("raced");
        refunds.write(List.of(created));
        var approved = handled(created, outcome("raced", ProviderResult.approved()));
        var pending = handled(created, outcome("raced", ProviderResult.pending()));

        assertThat(refunds.write(List.of(approved))).isEmpty();
        assertThat(refunds.write(List.of(pending))).containsExactly("merchant/raced");
        assertThat(refunds.find("merchant/raced")).contains(approved);
    }

    @Test
    void losers_in_a_batch_do_not_stop_the_others() {
        var taken = created("taken");
        var stale = created("stale");
        refunds.write(List.of(taken, stale));
        refunds.write(List.of(handled(stale, outcome("stale", ProviderResult.pending()))));

        var lost =
                refunds.write(
                        List.of(
                                created("new"),
                                taken,
                                handled(stale, outcome("stale", ProviderResult.approved()))));

        assertThat(lost).containsExactlyInAnyOrder("merchant/taken", "merchant/stale");
        assertThat(refunds.find("merchant/new")).isPresent();
    }

    @Test
    void refunds_of_refused_accounts_are_counted_until_the_provider_answers_again() {
        var created = created("unauthorized");
        var refused = handled(created, outcome("unauthorized", ProviderResult.unauthorized("401")));
        refunds.write(List.of(created));
        assertThat(refunds.countAccountRefused()).isZero();

        refunds.write(List.of(refused));
        assertThat(refunds.countAccountRefused()).isOne();

        refunds.write(List.of(handled(refused, outcome("unauthorized", ProviderResult.pending()))));
        assertThat(refunds.countAccountRefused()).isZero();
    }

    @Test
    void refunds_that_the_provider_contradicts_are_counted_until_an_operator_settles_them() {
        var approved =
                handled(
                        created("contradicted"),
                        outcome("contradicted", ProviderResult.approved()));
        refunds.write(List.of(created("contradicted")));
        refunds.write(List.of(approved));
        var contradicted =
                handled(
                        approved,
                        outcome(
                                "contradicted",
                                ProviderResult.declined(
                                        Decline.Outcome.FAILURE,
                                        ProviderError.of(UnifiedError.DECLINED))));
        assertThat(refunds.countContradicted()).isZero();

        refunds.write(List.of(contradicted));
        assertThat(refunds.countContradicted()).isOne();

        refunds.write(
                List.of(
                        handled(
                                contradicted,
                                new RefundCommand.SettleRefund(
                                        true, null, "ada", "their portal", null))));
        assertThat(refunds.countContradicted()).isZero();
    }

    @Test
    void the_alarms_look_only_at_what_they_count() {
        var name = "refund_alarms_" + UUID.randomUUID();
        var database = client.getDatabase(name);
        var alarmed = new Refunds(database);
        alarmed.ensureIndexes();
        var all = new ArrayList<Document>();
        IntStream.range(0, 2_000)
                .forEach(
                        i -> {
                            all.add(document("busy-" + i, "pending", NOW, false));
                            all.add(document("done-" + i, "succeeded", NOW.minusSeconds(9), false));
                        });
        all.add(document("pending", "pending", NOW.minusMillis(1), false));
        all.add(document("refused", "pending", NOW, true));
        var documents = database.getCollection("refunds");
        documents.insertMany(all);

        assertThat(alarmed.countPending(NOW)).isOne();
        assertThat(examined(documents, Refunds.pending(NOW))).isOne();
        assertThat(alarmed.countAccountRefused()).isOne();
        assertThat(examined(documents, Refunds.ACCOUNT_REFUSED)).isOne();
    }

    private static Document document(String id, String status, Instant created, boolean refused) {
        return new Document("_id", id)
                .append("status", status)
                .append("created_at", Date.from(created))
                .append("due", Date.from(NOW))
                .append("parts", List.of(new Document("account_refused", refused)));
    }

    private static int examined(MongoCollection<Document> documents, Bson filter) {
        var explained = documents.find(filter).explain();
        assertThat(explained.get("queryPlanner", Document.class).toJson()).contains("IXSCAN");
        return explained
                .get("executionStats", Document.class)
                .getInteger("totalDocsExamined", Integer.MAX_VALUE);
    }

    @Test
    void first_insert_wins() {
        assertThat(refunds.write(List.of(created("twice")))).isEmpty();
        assertThat(refunds.write(List.of(created("twice")))).containsExactly("merchant/twice");
    }

    @Test
    void due_refunds_are_found_and_ended_ones_are_not() {
        var open = created("open");
        var ended = handled(created("ended"), outcome("ended", ProviderResult.approved()));
        refunds.write(List.of(open, ended.writtenAfter(null)));
        var due = dueOf(open);

        assertThat(refunds.findDue(START, due.minusMillis(1), 100))
                .extracting(Due::id)
                .doesNotContain("merchant/open", "merchant/ended");
        assertThat(refunds.findDue(START, due, 100))
                .contains(new Due("merchant/open", "merchant/pay_1", open.version(), due))
                .extracting(Due::id)
                .doesNotContain("merchant/ended");
    }

    private static Instant dueOf(Stored<Refund, RefundEvent> stored) {
        return stored.state().due().orElseThrow();
    }

    @Test
    void refunds_of_a_payment_are_found() {
        refunds.write(List.of(created("sibling")));

        assertThat(refunds.findOfPayment("merchant", "pay_1"))
                .extracting(Stored::id)
                .contains("merchant/sibling");
        assertThat(refunds.findOfPayment("other", "pay_1")).isEmpty();
    }
}
