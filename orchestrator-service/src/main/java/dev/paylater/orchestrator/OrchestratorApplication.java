package dev.paylater.orchestrator;

import com.mongodb.client.MongoDatabase;
import dev.paylater.kernel.Stored;
import dev.paylater.kernel.service.AggregateCommands;
import dev.paylater.kernel.service.AggregateConfiguration;
import dev.paylater.kernel.service.Decisions;
import dev.paylater.kernel.service.Decisions.Facts;
import dev.paylater.kernel.timer.LateCounts;
import dev.paylater.kit.kafka.KafkaConfiguration;
import dev.paylater.kit.log.LogConfiguration;
import dev.paylater.kit.management.HttpMeters;
import dev.paylater.kit.management.ManagementPort;
import dev.paylater.kit.mongo.MongoConfiguration;
import dev.paylater.kit.trace.TraceConfiguration;
import dev.paylater.kit.trace.Traces;
import dev.paylater.orchestrator.kafka.OtherPayments;
import dev.paylater.orchestrator.kafka.PaymentCommands;
import dev.paylater.orchestrator.kafka.PaymentRequest;
import dev.paylater.orchestrator.mongo.CustomerHistories;
import dev.paylater.orchestrator.mongo.NightlyReconciliation;
import dev.paylater.orchestrator.mongo.PaymentDocument;
import dev.paylater.orchestrator.mongo.Payments;
import dev.paylater.orchestrator.payment.CustomerHistory;
import dev.paylater.orchestrator.payment.CustomerHistory.Customer;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.routing.Accounts;
import dev.paylater.schemas.Topic;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Moves payments through their states. */
@SpringBootApplication(exclude = KafkaAutoConfiguration.class)
@Import({
    KafkaConfiguration.class,
    HttpMeters.class,
    LogConfiguration.class,
    ManagementPort.class,
    TraceConfiguration.class,
    MongoConfiguration.class,
    AggregateConfiguration.class
})
public class OrchestratorApplication {

    /** The sweeper looks four times a second. */
    private static final Duration OVERDUE = Duration.ofSeconds(30);

    /** A provider that works answers within seconds; after this somebody should ask it. */
    private static final Duration UNANSWERED = Duration.ofMinutes(10);

    /** A provider that agrees gives unwanted money back within seconds. */
    private static final Duration UNWANTED = Duration.ofMinutes(1);

    public static void main(String[] args) {
        SpringApplication.run(OrchestratorApplication.class, args);
    }

    @Bean
    Payments payments(MongoDatabase database) {
        var payments = new Payments(database);
        payments.ensureIndexes();
        return payments;
    }

    @Bean
    CustomerHistories customerHistories(Payments payments) {
        return new CustomerHistories(payments);
    }

    @Bean
    AggregateCommands<Payment, PaymentRequest, PaymentEvent> commands(
            Accounts accounts,
            Payments payments,
            CustomerHistories histories,
            MeterRegistry meters,
            Traces traces) {
        return Decisions.of(
                "payment",
                PaymentCommands.of(
                        accounts,
                        new StoredPayments(payments, histories),
                        PaymentDocument::reply,
                        payments),
                OrchestratorApplication::facts,
                meters,
                traces);
    }

    private static Facts facts(Payment payment) {
        var attempts = payment.attempts();
        return new Facts(
                payment.merchantId(),
                payment.paymentId(),
                null,
                attempts.isEmpty() ? null : attempts.getLast().connector(),
                payment.status().wireName());
    }

    @Bean
    LateCounts lateCounts(
            Payments payments, MongoDatabase database, MeterRegistry meters, Clock clock) {
        var reconciliation = new NightlyReconciliation(database);
        return new LateCounts(meters, clock)
                .with(
                        "paylater.payments.overdue",
                        "Payments that have been due for more than 30 s",
                        now -> payments.countOverdue(now.minus(OVERDUE)))
                .with(
                        "paylater.payments.forgotten",
                        "Payments that are processing with nothing due",
                        _ -> payments.countForgotten())
                .with(
                        "paylater.payments.unanswered",
                        "Payments with a request that has no outcome after 10 min",
                        now -> payments.countUnanswered(now.minus(UNANSWERED)))
                .with(
                        "paylater.payments.unwanted_money",
                        "Payments with money held or taken that nobody wants",
                        now -> payments.countUnwantedMoney(now.minus(UNWANTED)))
                .with(
                        "paylater.payments.account_refused",
                        "Payments under way whose provider refuses the account",
                        _ -> payments.countAccountRefused())
                .with(
                        "paylater.payments.books_differ",
                        "Payments whose provider shows other totals than can be",
                        _ -> payments.countBooksDiffer())
                .with(
                        "paylater.payments.amounts_differ",
                        "Payments whose provider answers with another amount than asked for",
                        _ -> payments.countAmountsDiffer())
                .with(
                        "paylater.reconcile.differences",
                        "Differences that the latest nightly reconciliation has found",
                        _ -> reconciliation.differences())
                .with(
                        "paylater.reconcile.age.seconds",
                        "Seconds since the latest nightly reconciliation was finished",
                        reconciliation::ageSeconds);
    }

    private record StoredPayments(Payments payments, CustomerHistories histories)
            implements OtherPayments {

        @Override
        public Optional<Payment> giving(String merchantId, String mandateId) {
            return payments.findByMandate(merchantId, mandateId);
        }

        @Override
        public Optional<Payment> find(String merchantId, String paymentId) {
            var key = Topic.key(merchantId, paymentId);
            return Optional.ofNullable(payments.find(List.of(key)).get(key)).map(Stored::state);
        }

        @Override
        public void readHistories(Set<Customer> customers) {
            histories.read(customers);
        }

        @Override
        public Optional<CustomerHistory> historyOf(Customer customer, String paymentId) {
            return histories.of(customer, paymentId);
        }
    }
}
