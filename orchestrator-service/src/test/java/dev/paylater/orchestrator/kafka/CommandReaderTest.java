package dev.paylater.orchestrator.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kit.kafka.Incoming;
import dev.paylater.kit.kafka.MessageContext;
import dev.paylater.options.Routing;
import dev.paylater.orchestrator.payment.ConnectorAccount;
import dev.paylater.orchestrator.payment.CustomerHistory;
import dev.paylater.orchestrator.payment.CustomerHistory.Customer;
import dev.paylater.orchestrator.payment.Mandate;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentCommand;
import dev.paylater.orchestrator.payment.decision.PaymentDecider;
import dev.paylater.orchestrator.payment.evolution.Decision;
import dev.paylater.orchestrator.payment.evolution.PaymentEvolution;
import dev.paylater.orchestrator.routing.Accounts;
import dev.paylater.schemas.ConfirmPayment;
import dev.paylater.schemas.ConnectorOutcome;
import dev.paylater.schemas.CreatePayment;
import dev.paylater.schemas.PaymentOptions;
import dev.paylater.schemas.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a mandate allows is read from the payment that gave it; its one use is claimed. */
class CommandReaderTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String MERCHANT = "merchant";
    private static final String GIVER = "pay_0000000000000000000000giver";
    private static final String MANDATE = "man_" + GIVER + "_1";

    private final Books books = new Books();
    private final CommandReader reader = new CommandReader(books, books);

    @Test
    void a_confirm_carries_the_customers_history_where_an_account_can_send_it_on() {
        books.history = new CustomerHistory(NOW, NOW.plusSeconds(1), 2);
        var payment = ofCustomer("pay_1");

        reader.prepare(List.of(payment), _ -> null);
        assertThat(((PaymentCommand.CreatePayment) reader.read(payment, null)).terms()).isEmpty();
        assertThat(books.asked).isEmpty();

        books.features = List.of("mandates", "customer_history");
        reader.prepare(List.of(payment), _ -> null);
        assertThat(((PaymentCommand.CreatePayment) reader.read(payment, null)).terms())
                .containsExactly(
                        Map.entry(
                                "customer_history",
                                "{\"since\":\"2026-01-01T00:00:00Z\",\"first_order\":"
                                        + "\"2026-01-01T00:00:01Z\",\"paid_orders\":2}"));
        assertThat(books.asked).containsExactly(Set.of(new Customer(MERCHANT, "cus_1")));
    }

    @Test
    void the_accounts_and_histories_of_a_round_are_read_together() {
        books.features = List.of("customer_history");
        var confirm =
                ConfirmPayment.newBuilder()
                        .setMerchantId(MERCHANT)
                        .setPaymentId("pay_1")
                        .setIssuedAt(NOW.toEpochMilli())
                        .setClientSide(false)
                        .setOptions(PaymentOptions.newBuilder().setCustomerId("cus_2").build())
                        .setTerms(Map.of())
                        .build();

        reader.prepare(
                List.of(
                        ofCustomer("pay_2"),
                        ofCustomer("pay_3"),
                        received("pay_1", confirm),
                        received("pay_4", outcome("pay_4").setStatus("declined").build())),
                _ -> null);

        assertThat(books.prepared).containsExactly(Set.of(MERCHANT));
        assertThat(books.asked)
                .containsExactly(
                        Set.of(new Customer(MERCHANT, "cus_1"), new Customer(MERCHANT, "cus_2")));
    }

    @Test
    void a_payment_goes_on_without_a_history_that_was_not_read_in_time() {
        books.features = List.of("mandates", "customer_history");

        var read = (PaymentCommand.CreatePayment) reader.read(ofCustomer("pay_1"), null);

        assertThat(read.terms()).isEmpty();
        assertThat(read.route()).isNotNull();
    }

    private static PaymentRequest ofCustomer(String paymentId) {
        var options = PaymentOptions.newBuilder();
        options.setAmount(700L).setCurrency("EUR").setCustomerId("cus_1");
        return create(paymentId, options.build(), Map.of(), NOW);
    }

    @Test
    void a_mandate_is_bounded_by_what_was_said_when_it_was_given() {
        give("{\"mandate_type\": {\"multi_use\": {\"amount\": 10000}}}");

        var read = (PaymentCommand.CreatePayment) reader.read(use("pay_1", 700, NOW), null);

        assertThat(Objects.requireNonNull(read.route()).mandate())
                .isEqualTo(
                        new Mandate(
                                MANDATE,
                                "pro_1",
                                "cus_1",
                                "mca_1",
                                "cm_1",
                                new Mandate.Bounds(false, 10000L, "EUR", null, null),
                                null,
                                false));
        assertThat(books.claims).isEmpty();
    }

    @Test
    void a_mandate_that_its_payment_says_is_revoked_is_so() {
        give("{}");
        save(GIVER, decide(GIVER, new PaymentCommand.RevokeMandate(MANDATE)));

        var read = (PaymentCommand.CreatePayment) reader.read(use("pay_1", 700, NOW), null);

        var mandate = Objects.requireNonNull(Objects.requireNonNull(read.route()).mandate());
        assertThat(mandate.revokedAt()).isEqualTo(NOW);
    }

    @Test
    void a_mandate_that_pays_once_is_claimed_by_the_first_payment() {
        give("{\"mandate_type\": {\"single_use\": {\"amount\": 10000}}}");

        assertThat(claims("pay_1", 10001, NOW)).as("a payment that a bound forbids").isFalse();
        assertThat(claims("pay_1", 700, NOW)).isTrue();
        assertThat(claims("pay_1", 700, NOW)).as("the same payment, delivered again").isTrue();
        assertThat(claims("pay_2", 700, NOW)).isFalse();
    }

    @Test
    void a_payment_that_has_ended_unpaid_leaves_the_mandate_to_the_next() {
        give("{\"mandate_type\": {\"single_use\": {}}}");
        assertThat(claims("pay_1", 700, NOW)).isTrue();
        save("pay_1", decide(null, reader.read(use("pay_1", 700, NOW), null)));
        assertThat(claims("pay_2", 700, NOW)).as("while it is under way").isFalse();

        var declined = outcome("pay_1").setStatus("declined").build();
        save("pay_1", decide("pay_1", ProviderResultReader.read(declined)));
        var sessionEnd = NOW.plus(Duration.ofMinutes(15));
        assertThat(claims("pay_2", 700, sessionEnd)).as("while it may be retried").isFalse();
        assertThat(claims("pay_2", 700, sessionEnd.plus(Duration.ofMinutes(1)))).isTrue();
        assertThat(claims("pay_1", 700, NOW)).as("the one that has lost it").isFalse();
    }

    private boolean claims(String paymentId, long amount, Instant at) {
        var read = (PaymentCommand.CreatePayment) reader.read(use(paymentId, amount, at), null);
        var mandate = Objects.requireNonNull(read.route()).mandate();
        return Objects.requireNonNull(mandate).claimed();
    }

    private void give(String mandateData) {
        var options = PaymentOptions.newBuilder();
        options.setAmount(6540L).setCurrency("EUR").setCustomerId("cus_1");
        options.setPaymentMethod("pay_later").setPaymentType("new_mandate");
        var terms = Map.of("mandate_bounds", mandateData);
        save(GIVER, decide(null, reader.read(create(GIVER, options.build(), terms, NOW), null)));
        var approved = outcome(GIVER).setStatus("approved").setConnectorMandateId("cm_1").build();
        save(GIVER, decide(GIVER, ProviderResultReader.read(approved)));
    }

    private Decision decide(@Nullable String paymentId, PaymentCommand command) {
        var stored = paymentId == null ? null : books.stored.get(Topic.key(MERCHANT, paymentId));
        return PaymentDecider.decide(stored, command, NOW);
    }

    private void save(String paymentId, Decision decision) {
        var key = Topic.key(MERCHANT, paymentId);
        var payment = books.stored.get(key);
        for (var event : decision.events()) {
            payment = PaymentEvolution.evolve(payment, event, NOW);
        }
        books.stored.put(key, Objects.requireNonNull(payment));
    }

    private static PaymentRequest use(String paymentId, long amount, Instant at) {
        var options = PaymentOptions.newBuilder();
        options.setAmount(amount).setCurrency("EUR").setMandateId(MANDATE).setOffSession(true);
        return create(paymentId, options.build(), Map.of(), at);
    }

    private static PaymentRequest create(
            String paymentId, PaymentOptions options, Map<String, String> terms, Instant at) {
        var message =
                CreatePayment.newBuilder()
                        .setMerchantId(MERCHANT)
                        .setPaymentId(paymentId)
                        .setProfileId("pro_1")
                        .setIssuedAt(at.toEpochMilli())
                        .setConfirm(true)
                        .setOptions(options)
                        .setTerms(terms)
                        .build();
        return received(paymentId, message);
    }

    private static PaymentRequest received(String paymentId, SpecificRecord message) {
        return PaymentRequest.of(
                new Incoming(
                        Topic.key(MERCHANT, paymentId),
                        paymentId,
                        MessageContext.NONE,
                        message,
                        100));
    }

    private static ConnectorOutcome.Builder outcome(String paymentId) {
        return ConnectorOutcome.newBuilder()
                .setMerchantId(MERCHANT)
                .setPaymentId(paymentId)
                .setAttemptId(paymentId + "_1")
                .setIssuedAt(NOW.toEpochMilli())
                .setConnector("sandbox")
                .setMerchantConnectorId("mca_1")
                .setOperation("authorize")
                .setConnectorState(Map.of())
                .setOperationId(paymentId + "_1_authorize");
    }

    /** Payments, accounts and claims of a process that is alone. */
    private static final class Books implements Accounts, OtherPayments {

        private final Map<String, Payment> stored = new HashMap<>();
        private final Map<String, String> claims = new HashMap<>();
        private final List<Set<Customer>> asked = new ArrayList<>();
        private final List<Set<String>> prepared = new ArrayList<>();
        private List<String> features = List.of("mandates");
        private @Nullable CustomerHistory history;

        @Override
        public List<ConnectorAccount> of(String merchantId) {
            return List.of(
                    new ConnectorAccount(
                            "sandbox", "mca_1", List.of(), List.of(), List.of(), List.of(),
                            features));
        }

        @Override
        public @Nullable Routing ruleOf(String profileId) {
            return null;
        }

        @Override
        public boolean claimMandate(
                String merchantId,
                String mandateId,
                String paymentId,
                Predicate<String> hasEndedUnpaid) {
            var holder = claims.putIfAbsent(mandateId, paymentId);
            if (holder != null && !holder.equals(paymentId) && hasEndedUnpaid.test(holder)) {
                claims.put(mandateId, paymentId);
            }
            return paymentId.equals(claims.get(mandateId));
        }

        @Override
        public void prepare(Set<String> merchantIds, Set<String> profileIds) {
            prepared.add(merchantIds);
        }

        @Override
        public void readHistories(Set<Customer> customers) {
            asked.add(customers);
        }

        @Override
        public Optional<CustomerHistory> historyOf(Customer customer, String paymentId) {
            return Optional.ofNullable(history);
        }

        @Override
        public Optional<Payment> giving(String merchantId, String mandateId) {
            return find(merchantId, GIVER);
        }

        @Override
        public Optional<Payment> find(String merchantId, String paymentId) {
            return Optional.ofNullable(stored.get(Topic.key(merchantId, paymentId)));
        }
    }
}
