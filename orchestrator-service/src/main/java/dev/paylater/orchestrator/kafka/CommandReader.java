package dev.paylater.orchestrator.kafka;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;

import dev.paylater.options.CarriedOptions;
import dev.paylater.orchestrator.payment.Attempt;
import dev.paylater.orchestrator.payment.AttemptTerms;
import dev.paylater.orchestrator.payment.ConnectorAccount;
import dev.paylater.orchestrator.payment.CustomerHistory;
import dev.paylater.orchestrator.payment.CustomerHistory.Customer;
import dev.paylater.orchestrator.payment.Dispute;
import dev.paylater.orchestrator.payment.Mandate;
import dev.paylater.orchestrator.payment.Payment;
import dev.paylater.orchestrator.payment.PaymentCommand;
import dev.paylater.orchestrator.payment.PaymentEvent;
import dev.paylater.orchestrator.payment.Refund;
import dev.paylater.orchestrator.payment.Route;
import dev.paylater.orchestrator.payment.decision.PaymentDecider;
import dev.paylater.orchestrator.routing.Accounts;
import dev.paylater.orchestrator.routing.MandateJson;
import dev.paylater.schemas.ConfirmPayment;
import dev.paylater.schemas.CreatePayment;
import dev.paylater.schemas.PaymentOptions;
import dev.paylater.schemas.ProviderResults;
import dev.paylater.schemas.RecordDispute;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Turns messages into the core's commands, and adds to a confirm where the payment could go. */
final class CommandReader {

    private static final String REFUSED = "refused";

    /** By which the clocks of two instances may differ at most. */
    private static final Duration CLOCK_DIFFERENCE = Duration.ofMinutes(1);

    private final Accounts accounts;
    private final OtherPayments payments;

    CommandReader(Accounts accounts, OtherPayments payments) {
        this.accounts = accounts;
        this.payments = payments;
    }

    /** A payment that is to go to a provider. */
    private record Confirmed(
            String merchantId, @Nullable String profileId, @Nullable String customerId) {}

    /**
     * Reads, for all of these commands together, the accounts and rules that payments could go by,
     * and what their customers have bought before where an account could send that on.
     *
     * @param known the payment of an id, as it is now; null where there is none
     */
    void prepare(Collection<PaymentRequest> commands, Function<String, @Nullable Payment> known) {
        var confirmed =
                commands.stream()
                        .flatMap(c -> confirmed(c, known.apply(c.documentId())).stream())
                        .toList();
        if (confirmed.isEmpty()) {
            return;
        }
        accounts.prepare(
                confirmed.stream().map(Confirmed::merchantId).collect(toSet()),
                confirmed.stream().flatMap(c -> Stream.ofNullable(c.profileId())).collect(toSet()));
        var customers =
                confirmed.stream()
                        .filter(c -> c.customerId() != null)
                        .filter(c -> canSendHistory(accounts.of(c.merchantId())))
                        .map(c -> new Customer(c.merchantId(), requireNonNull(c.customerId())))
                        .collect(toSet());
        if (!customers.isEmpty()) {
            payments.readHistories(customers);
        }
    }

    private static Optional<Confirmed> confirmed(
            PaymentRequest command, @Nullable Payment payment) {
        return switch (command.message().value()) {
            case CreatePayment c when c.getConfirm() ->
                    Optional.of(
                            new Confirmed(
                                    c.getMerchantId(),
                                    c.getProfileId(),
                                    c.getOptions().getCustomerId()));
            case ConfirmPayment c ->
                    Optional.of(
                            new Confirmed(
                                    c.getMerchantId(),
                                    payment == null ? null : payment.profileId(),
                                    customerId(c.getOptions(), payment)));
            default -> Optional.empty();
        };
    }

    private static boolean canSendHistory(List<ConnectorAccount> accounts) {
        return accounts.stream().anyMatch(a -> a.features().contains(CustomerHistory.NAME));
    }

    /**
     * The core's command.
     *
     * @param payment the payment it is for, as it is now
     */
    PaymentCommand read(PaymentRequest command, @Nullable Payment payment) {
        return switch (command.message().value()) {
            case CreatePayment c -> create(c);
            case dev.paylater.schemas.UpdatePayment c ->
                    new PaymentCommand.UpdatePayment(Options.read(c.getOptions()), c.getTerms());
            case ConfirmPayment c -> confirm(c, payment);
            case dev.paylater.schemas.CapturePayment c ->
                    new PaymentCommand.CapturePayment(
                            c.getAmountToCapture(),
                            c.getRefundUncapturedAmount(),
                            c.getCaptureType(),
                            c.getDetails());
            case dev.paylater.schemas.CancelPayment c ->
                    new PaymentCommand.CancelPayment(c.getCancellationReason(), c.getDetails());
            case dev.paylater.schemas.ApprovePayment _ -> new PaymentCommand.ApprovePayment();
            case dev.paylater.schemas.RevokeMandate c ->
                    new PaymentCommand.RevokeMandate(c.getMandateId());
            case dev.paylater.schemas.AcceptDispute c ->
                    new PaymentCommand.AcceptDispute(c.getDisputeId());
            case dev.paylater.schemas.ChallengeDispute c ->
                    new PaymentCommand.ChallengeDispute(c.getDisputeId(), c.getDetails());
            case dev.paylater.schemas.AddShipment c ->
                    new PaymentCommand.AddShipment(
                            c.getShipmentId(), c.getCaptureId(), c.getDetails());
            case dev.paylater.schemas.RejectPayment c ->
                    new PaymentCommand.RejectPayment(c.getReason());
            case dev.paylater.schemas.IncrementAuthorization c ->
                    new PaymentCommand.IncrementAuthorization(c.getAmount(), c.getReason());
            case dev.paylater.schemas.CompleteAuthorization c ->
                    new PaymentCommand.CompleteAuthorization(
                            c.getTerms(), c.getClientSide() ? c.getClientFields() : null);
            case dev.paylater.schemas.AuthenticateThreeDs c ->
                    new PaymentCommand.AuthenticateThreeDs(c.getDetails());
            case dev.paylater.schemas.SettleOperation c ->
                    new PaymentCommand.SettleOperation(
                            c.getOperationId(),
                            c.getSucceeded(),
                            c.getAmount(),
                            c.getOperator(),
                            c.getReason());
            case dev.paylater.schemas.SettleUnwantedMoney c ->
                    new PaymentCommand.SettleUnwantedMoney(
                            c.getAttemptId(), c.getAmount(), c.getOperator(), c.getReason());
            case dev.paylater.schemas.SyncPayment sync ->
                    new PaymentCommand.SyncPayment(sync.getCause().equals("notification"));
            case dev.paylater.schemas.ReserveRefund c ->
                    new PaymentCommand.ReserveRefund(
                            c.getRefundId(), c.getAmount(), c.getReason(), c.getDetails());
            case dev.paylater.schemas.RecordRefundStatus c ->
                    new PaymentCommand.RecordRefundStatus(
                            c.getRefundId(),
                            c.getStatus().equals(REFUSED)
                                    ? null
                                    : WireEnums.to(Refund.Status.class, c.getStatus()),
                            c.getAmount(),
                            ProviderResults.read(c.getError()),
                            c.getReason(),
                            c.getMetadata(),
                            Instant.ofEpochMilli(c.getUpdatedAt()),
                            c.getCorrection());
            case dev.paylater.schemas.DeadlinePassed _ -> new PaymentCommand.DeadlinePassed();
            case RecordDispute c -> dispute(c);
            case dev.paylater.schemas.ConnectorOutcome c -> ProviderResultReader.read(c);
            default ->
                    throw new IllegalArgumentException(
                            command.message().value().getSchema().getFullName());
        };
    }

    private PaymentCommand create(CreatePayment message) {
        var route =
                message.getConfirm()
                        ? route(
                                message.getMerchantId(),
                                message.getProfileId(),
                                message.getOptions(),
                                null)
                        : null;
        if (route == null) {
            return create(message, null);
        }
        return create(
                message,
                claimed(
                        route,
                        message.getMerchantId(),
                        message.getPaymentId(),
                        Instant.ofEpochMilli(message.getIssuedAt()),
                        null,
                        claimed -> create(message, claimed)),
                withHistory(
                        message.getTerms(),
                        route,
                        message.getMerchantId(),
                        message.getOptions().getCustomerId(),
                        message.getPaymentId()));
    }

    private static PaymentCommand create(CreatePayment message, @Nullable Route route) {
        return create(message, route, message.getTerms());
    }

    private static PaymentCommand create(
            CreatePayment message, @Nullable Route route, Map<String, String> terms) {
        return new PaymentCommand.CreatePayment(
                message.getMerchantId(),
                message.getPaymentId(),
                message.getProfileId(),
                Options.read(message.getOptions()),
                terms,
                route);
    }

    private PaymentCommand confirm(ConfirmPayment message, @Nullable Payment payment) {
        var route =
                route(
                        message.getMerchantId(),
                        payment == null ? null : payment.profileId(),
                        message.getOptions(),
                        payment);
        return confirm(
                message,
                claimed(
                        route,
                        message.getMerchantId(),
                        message.getPaymentId(),
                        Instant.ofEpochMilli(message.getIssuedAt()),
                        payment,
                        claimed -> confirm(message, claimed, message.getTerms())),
                withHistory(
                        message.getTerms(),
                        route,
                        message.getMerchantId(),
                        customerId(message.getOptions(), payment),
                        message.getPaymentId()));
    }

    private static @Nullable String customerId(PaymentOptions options, @Nullable Payment payment) {
        return options.getCustomerId() != null || payment == null
                ? options.getCustomerId()
                : payment.intent().customerId();
    }

    private static PaymentCommand confirm(
            ConfirmPayment message, Route route, Map<String, String> terms) {
        return new PaymentCommand.ConfirmPayment(
                message.getClientSide(), Options.read(message.getOptions()), terms, route);
    }

    /**
     * The terms with what the customer has bought of the merchant before, where an account could
     * send it on. A payment never fails for want of it.
     */
    private Map<String, String> withHistory(
            Map<String, String> terms,
            Route route,
            String merchantId,
            @Nullable String customerId,
            String paymentId) {
        if (customerId == null || !canSendHistory(route.accounts())) {
            return terms;
        }
        return payments.historyOf(new Customer(merchantId, customerId), paymentId)
                .map(history -> with(terms, history))
                .orElse(terms);
    }

    private static Map<String, String> with(Map<String, String> terms, CustomerHistory history) {
        var more = new HashMap<>(terms);
        more.put(CustomerHistory.NAME, history.json());
        return more;
    }

    /**
     * The route, with its mandate claimed where that pays once and nothing else forbids the
     * payment. The claim comes before the payment is written, so that of two payments only one can
     * be; the payment that holds it may try again until it has ended.
     */
    private Route claimed(
            Route route,
            String merchantId,
            String paymentId,
            Instant at,
            @Nullable Payment payment,
            Function<Route, PaymentCommand> command) {
        var mandate = route.mandate();
        if (mandate == null || !mandate.bounds().singleUse()) {
            return route;
        }
        var claimed = route.withMandateClaimed(true);
        var authorizes =
                PaymentDecider.decide(payment, command.apply(claimed), at).events().stream()
                        .anyMatch(PaymentEvent.AuthorizationRequested.class::isInstance);
        return authorizes
                        && accounts.claimMandate(
                                merchantId,
                                mandate.mandateId(),
                                paymentId,
                                holder -> hasEndedUnpaid(merchantId, holder, at))
                ? claimed
                : route;
    }

    private boolean hasEndedUnpaid(String merchantId, String paymentId, Instant now) {
        return payments.find(merchantId, paymentId)
                .filter(payment -> payment.hasEndedUnpaid(now.minus(CLOCK_DIFFERENCE)))
                .isPresent();
    }

    private Route route(
            String merchantId,
            @Nullable String profileId,
            PaymentOptions options,
            @Nullable Payment payment) {
        var mandateId =
                Optional.ofNullable(options.getMandateId())
                        .or(() -> Optional.ofNullable(payment).map(p -> p.intent().mandateId()));
        return new Route(
                accounts.of(merchantId),
                profileId == null ? null : accounts.ruleOf(profileId),
                mandateId.map(id -> mandate(merchantId, id)).orElse(null),
                profileId != null && accounts.acceptsPartialApproval(profileId));
    }

    /** A mandate nobody knows leads to no account, and so to a refusal. */
    private Mandate mandate(String merchantId, String mandateId) {
        return payments.giving(merchantId, mandateId)
                .flatMap(payment -> mandate(mandateId, payment))
                .orElse(Mandate.unknown(mandateId));
    }

    private static Optional<Mandate> mandate(String mandateId, Payment giver) {
        return giver.findMandateAttempt()
                .map(attempt -> mandate(mandateId, giver, attempt, giver.termsOf(attempt)));
    }

    private static Mandate mandate(
            String mandateId, Payment giver, Attempt attempt, AttemptTerms made) {
        return new Mandate(
                mandateId,
                giver.profileId(),
                made.intent().customerId(),
                attempt.merchantConnectorId(),
                attempt.connectorMandateId(),
                MandateJson.read(
                        made.terms().get(CarriedOptions.MANDATE_BOUNDS), made.intent().currency()),
                attempt.mandateRevokedAt(),
                false);
    }

    private static PaymentCommand dispute(RecordDispute message) {
        var connectorDisputeId = message.getConnectorDisputeId();
        var disputeId =
                "dp_"
                        + UUID.nameUUIDFromBytes(
                                        (message.getConnector() + "/" + connectorDisputeId)
                                                .getBytes(StandardCharsets.UTF_8))
                                .toString()
                                .replace("-", "");
        return new PaymentCommand.RecordDispute(
                new Dispute(
                        disputeId,
                        message.getDisputeStage(),
                        message.getDisputeStatus(),
                        message.getAmount(),
                        message.getCurrency(),
                        message.getConnector(),
                        connectorDisputeId,
                        message.getConnectorStatus(),
                        message.getConnectorReason(),
                        message.getConnectorReasonCode(),
                        instant(message.getChallengeRequiredBy()),
                        instant(message.getConnectorCreatedAt()),
                        instant(message.getConnectorUpdatedAt()),
                        Instant.ofEpochMilli(message.getIssuedAt()),
                        null));
    }

    private static @Nullable Instant instant(@Nullable Long millis) {
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }
}
