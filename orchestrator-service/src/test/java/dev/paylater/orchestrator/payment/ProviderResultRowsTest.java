package dev.paylater.orchestrator.payment;

import static dev.paylater.orchestrator.payment.Scenario.ATTEMPT;
import static dev.paylater.orchestrator.payment.Scenario.OTHER;
import static dev.paylater.orchestrator.payment.Scenario.PAYMENT_ID;
import static dev.paylater.orchestrator.payment.Scenario.SANDBOX;
import static dev.paylater.orchestrator.payment.Scenario.START;
import static dev.paylater.orchestrator.payment.Scenario.answers;
import static dev.paylater.orchestrator.payment.Scenario.authorized;
import static dev.paylater.orchestrator.payment.Scenario.capture;
import static dev.paylater.orchestrator.payment.Scenario.chargedCapture;
import static dev.paylater.orchestrator.payment.Scenario.confirmed;
import static dev.paylater.orchestrator.payment.Scenario.creating;
import static dev.paylater.orchestrator.payment.Scenario.declined;
import static dev.paylater.orchestrator.payment.Scenario.lateRefund;
import static dev.paylater.orchestrator.payment.Scenario.route;
import static dev.paylater.orchestrator.payment.Scenario.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.Operation.Purpose;
import dev.paylater.orchestrator.payment.PaymentEvent.*;
import dev.paylater.provider.Decline;
import dev.paylater.provider.NextAction;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.UnifiedError;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Given an operation that was requested 40 seconds ago, when the provider's result comes, then
 * exactly these events and requests follow: a case for every row of the table of results.
 */
class ProviderResultRowsTest {

    private static final Duration AGE = Duration.ofSeconds(40);
    private static final Instant NOW = START.plus(AGE);
    private static final Instant SOON = NOW.plusSeconds(10);
    private static final Instant GUARD = NOW.plusSeconds(95);
    private static final ProviderData NONE = ProviderData.NONE;
    private static final ProviderData SAID =
            new ProviderData(
                    "tx_1", "ref_1", "op_1", Map.of("k", "v"), "{}", null, null, null, null, null);

    private static final ProviderResult APPROVED = ProviderResult.approved();
    private static final ProviderResult CAPTURED = ProviderResult.captured();
    private static final ProviderResult REVIEW = ProviderResult.inReview();
    private static final ProviderResult PENDING = ProviderResult.pending();
    private static final ProviderResult UNKNOWN = ProviderResult.unknown("timed out");
    private static final ProviderResult UNAUTHORIZED = ProviderResult.unauthorized("401");
    private static final ProviderResult NOT_FOUND = ProviderResult.notFound();
    private static final ProviderResult NOT_EXECUTED = ProviderResult.notExecuted("breaker open");
    private static final NextAction ACTION = NextAction.redirect("https://p.example");
    private static final ProviderResult REDIRECT = ProviderResult.requiresAction(ACTION);
    private static final ProviderError ERROR = declined().requireDecline().error();
    private static final PaymentCommand CANCEL = new PaymentCommand.CancelPayment("no stock");
    private static final ConnectorAccount BY_SESSION =
            Scenario.account("sandbox", "mca_sandbox", List.of("authorizes_by_session"));
    private static final String AUTHORIZE = ATTEMPT + "_authorize";

    static List<Arguments> underWay() {
        var rows = new ArrayList<Arguments>();
        authorizations(rows);
        authentications(rows);
        captures(rows);
        voids(rows);
        releases(rows);
        increments(rows);
        approvals(rows);
        responses(rows);
        shipments(rows);
        inquiries(rows);
        return rows;
    }

    private static void authorizations(List<Arguments> rows) {
        for (var kind : List.of(Kind.AUTHORIZE, Kind.COMPLETE_AUTHORIZE)) {
            var id = OperationIds.of(ATTEMPT, kind, 1);
            var none = new AuthorizationApproved(ATTEMPT, id, 6_540, false, null, NONE);
            row(rows, authorizing(kind), says(kind, 1, APPROVED), none);
            row(
                    rows,
                    authorizing(kind),
                    says(kind, 1, ProviderResult.approved(5_000).with(SAID)),
                    partial(id),
                    new PaymentEvent.LateApprovalFound(ATTEMPT, 5_000, SAID),
                    new PaymentEvent.VoidRequested(
                            sent(
                                    ATTEMPT,
                                    Kind.VOID,
                                    Purpose.LATE_APPROVAL,
                                    kind == Kind.AUTHORIZE ? 1 : 2,
                                    5_000),
                            "late approval"));
            row(
                    rows,
                    authorizing(kind),
                    says(kind, 1, CAPTURED),
                    new AuthorizationApproved(ATTEMPT, id, 6_540, true, null, NONE));
            row(
                    rows,
                    authorizing(kind),
                    says(kind, 1, ProviderResult.inReview(6_540).with(SAID)),
                    new MerchantReviewRequired(id, 6_540, SAID));
            row(
                    rows,
                    authorizing(kind),
                    says(kind, 1, declined().with(SAID)),
                    failed(id, Decline.Outcome.AUTHORIZATION_FAILED, ERROR, SAID));
            row(
                    rows,
                    authorizing(kind),
                    says(kind, 1, REDIRECT.with(SAID)),
                    new CustomerActionRequired(
                            id, ACTION, START.plusSeconds(900), NOW.plus(AGE), SAID));
            open(rows, authorizing(kind), kind, 1);
            row(
                    rows,
                    authorizing(kind),
                    answers(kind, 1, NOT_FOUND),
                    new OperationRetried(id, GUARD));
            row(
                    rows,
                    authorizing(kind)
                            .when(answers(kind, 1, NOT_FOUND))
                            .when(says(kind, 1, UNKNOWN)),
                    answers(kind, 1, NOT_FOUND),
                    failed(id, Decline.Outcome.FAILURE, AttemptErrors.PROVIDER_UNAVAILABLE, NONE),
                    new AuthorizationInquired(inquiry(6_540, Purpose.RECONCILIATION)));
            var overdue = authorizing(kind).when(answers(kind, 1, NOT_FOUND));
            overdue.when(says(kind, 1, UNKNOWN)).after(Duration.ofSeconds(95));
            row(
                    rows,
                    overdue,
                    answers(overdue.now(), kind, 1, NOT_FOUND),
                    failed(id, Decline.Outcome.FAILURE, AttemptErrors.PROVIDER_UNAVAILABLE, NONE));
            row(
                    rows,
                    authorizing(kind),
                    says(kind, 1, NOT_EXECUTED),
                    failed(id, Decline.Outcome.FAILURE, AttemptErrors.PROVIDER_UNAVAILABLE, NONE));
            row(
                    rows,
                    authorizing(kind).when(says(kind, 1, UNKNOWN)),
                    says(kind, 1, NOT_EXECUTED),
                    new ResultUnknown(id, "breaker open", SOON, NONE));
        }
        row(
                rows,
                authorizing(Kind.AUTHORIZE),
                says(
                        Kind.AUTHORIZE,
                        1,
                        ProviderResult.declined(
                                Decline.Outcome.EXPIRED,
                                ProviderError.of(UnifiedError.EXPIRED, "too late"))),
                expired());
        var fallback =
                new Scenario()
                        .when(
                                creating(
                                        o -> o.connector(List.of("sandbox", "klarna")),
                                        route(SANDBOX, OTHER)))
                        .after(AGE);
        row(
                rows,
                fallback,
                says(Kind.AUTHORIZE, 1, NOT_EXECUTED),
                failed(
                        AUTHORIZE,
                        Decline.Outcome.FAILURE,
                        AttemptErrors.PROVIDER_UNAVAILABLE,
                        NONE),
                new AuthorizationRequested(
                        Scenario.stored(OTHER),
                        sent(PAYMENT_ID + "_2", Kind.AUTHORIZE, Purpose.REQUESTED, 1, 6_540),
                        List.of(),
                        null));
        for (var unanswered :
                List.of(says(Kind.AUTHORIZE, 1, UNKNOWN), answers(Kind.AUTHORIZE, 1, UNKNOWN))) {
            row(
                    rows,
                    creatingSession(OTHER),
                    unanswered,
                    failed(
                            AUTHORIZE,
                            Decline.Outcome.FAILURE,
                            AttemptErrors.PROVIDER_UNAVAILABLE,
                            NONE),
                    new AuthorizationRequested(
                            Scenario.stored(OTHER),
                            sent(PAYMENT_ID + "_2", Kind.AUTHORIZE, Purpose.REQUESTED, 1, 6_540),
                            List.of(),
                            null));
        }
        row(
                rows,
                creatingSession(),
                says(Kind.AUTHORIZE, 1, UNKNOWN),
                new ResultUnknown(AUTHORIZE, "timed out", SOON, NONE));
        row(
                rows,
                creatingSession(OTHER).when(says(Kind.AUTHORIZE, 1, REDIRECT)),
                answers(Kind.AUTHORIZE, 1, UNKNOWN),
                new ResultUnknown(AUTHORIZE, "timed out", SOON, NONE));
        row(
                rows,
                redirected(),
                answers(Kind.AUTHORIZE, 1, NOT_FOUND),
                new ResultUnknown(AUTHORIZE, null, SOON, NONE));
        var later = redirected().after(Duration.ofSeconds(95));
        row(
                rows,
                later,
                answers(later.now(), Kind.AUTHORIZE, 1, NOT_FOUND),
                new ResultUnknown(AUTHORIZE, null, later.now().plusMillis(33_750), NONE));
        var voiding = redirected().when(CANCEL);
        for (var result : List.of(APPROVED, CAPTURED, REVIEW, REDIRECT, PENDING)) {
            row(
                    rows,
                    redirected().when(CANCEL),
                    answers(Kind.AUTHORIZE, 1, result),
                    new ResultPending(AUTHORIZE, SOON, NONE));
        }
        row(
                rows,
                voiding,
                answers(Kind.AUTHORIZE, 1, declined()),
                failed(AUTHORIZE, Decline.Outcome.AUTHORIZATION_FAILED, ERROR, NONE));
    }

    private static void authentications(List<Arguments> rows) {
        var id = ATTEMPT + "_authenticate_1";
        for (var result : List.of(APPROVED, CAPTURED)) {
            row(
                    rows,
                    authenticating(),
                    says(Kind.AUTHENTICATE, 1, result.with(SAID)),
                    new ThreeDsSucceeded(
                            id, SAID, sent(ATTEMPT, Kind.AUTHORIZE, Purpose.REQUESTED, 1, 6_540)));
        }
        row(
                rows,
                authenticating(),
                says(Kind.AUTHENTICATE, 1, REDIRECT.with(SAID)),
                new ThreeDsChallengeIssued(id, SAID));
        row(
                rows,
                authenticating(),
                says(Kind.AUTHENTICATE, 1, declined().with(SAID)),
                failed(id, Decline.Outcome.AUTHENTICATION_FAILED, ERROR, SAID));
        open(rows, authenticating(), Kind.AUTHENTICATE, 1);
        row(
                rows,
                authenticating(),
                answers(Kind.AUTHENTICATE, 1, NOT_FOUND),
                new OperationRetried(id, GUARD));
        var unreachable =
                failed(
                        id,
                        Decline.Outcome.AUTHENTICATION_FAILED,
                        AttemptErrors.AUTHENTICATION_UNAVAILABLE,
                        NONE);
        row(
                rows,
                authenticating()
                        .when(answers(Kind.AUTHENTICATE, 1, NOT_FOUND))
                        .when(says(Kind.AUTHENTICATE, 1, UNKNOWN)),
                answers(Kind.AUTHENTICATE, 1, NOT_FOUND),
                unreachable);
        row(rows, authenticating(), says(Kind.AUTHENTICATE, 1, NOT_EXECUTED), unreachable);
        row(rows, authenticating(), says(Kind.AUTHENTICATE, 1, REVIEW), unreachable);
    }

    private static void captures(List<Arguments> rows) {
        var id = ATTEMPT + "_capture_1";
        for (var result : List.of(APPROVED, CAPTURED)) {
            row(
                    rows,
                    capturing(),
                    says(Kind.CAPTURE, 1, result.with(SAID)),
                    new CaptureCharged(ATTEMPT + "_1", id, 6_540, SAID));
        }
        row(
                rows,
                capturing(),
                says(Kind.CAPTURE, 1, declined()),
                new CaptureFailed(ATTEMPT + "_1", id, ERROR),
                new AuthorizationInquired(inquiry(6_540, Purpose.RECONCILIATION)));
        open(rows, capturing(), Kind.CAPTURE, 1);
        unfit(rows, capturing(), Kind.CAPTURE);
        row(
                rows,
                capturing(),
                says(Kind.CAPTURE, 1, NOT_EXECUTED),
                new ResultUnknown(id, "breaker open", SOON, NONE));
        row(
                rows,
                capturing(),
                answers(Kind.CAPTURE, 1, NOT_FOUND),
                new OperationRetried(id, GUARD));
    }

    private static void voids(List<Arguments> rows) {
        var id = ATTEMPT + "_void_1";
        for (var result : List.of(APPROVED, CAPTURED)) {
            row(rows, voiding(), says(Kind.VOID, 1, result), new VoidSucceeded(id, 6_540));
        }
        row(
                rows,
                redirected().when(CANCEL),
                says(Kind.VOID, 1, APPROVED),
                new VoidSucceeded(id, 0),
                new AuthorizationInquired(inquiry(6_540, Purpose.RECONCILIATION)));
        row(
                rows,
                inReview().when(new PaymentCommand.RejectPayment("fraud")),
                says(Kind.VOID, 1, APPROVED),
                new AuthorizationDeclined(
                        ATTEMPT,
                        AUTHORIZE,
                        Decline.Outcome.AUTHORIZATION_FAILED,
                        AttemptErrors.REJECTED_BY_MERCHANT,
                        false,
                        NONE));
        row(
                rows,
                voiding(),
                says(Kind.VOID, 1, declined()),
                new VoidFailed(id, ERROR),
                new AuthorizationInquired(inquiry(6_540, Purpose.RECONCILIATION)));
        row(
                rows,
                redirected().when(CANCEL),
                says(Kind.VOID, 1, declined()),
                new VoidFailed(id, ERROR));
        open(rows, voiding(), Kind.VOID, 1);
        unfit(rows, voiding(), Kind.VOID);
        row(rows, voiding(), answers(Kind.VOID, 1, NOT_FOUND), new OperationRetried(id, GUARD));
        var unavailable = new VoidFailed(id, AttemptErrors.PROVIDER_UNAVAILABLE);
        row(
                rows,
                voiding().when(answers(Kind.VOID, 1, NOT_FOUND)).when(says(Kind.VOID, 1, UNKNOWN)),
                answers(Kind.VOID, 1, NOT_FOUND),
                new ResultUnknown(id, null, NOW.plusSeconds(1), NONE));
        var overdue = voiding().when(answers(Kind.VOID, 1, NOT_FOUND));
        overdue.when(says(Kind.VOID, 1, UNKNOWN)).after(Duration.ofSeconds(95));
        row(rows, overdue, answers(overdue.now(), Kind.VOID, 1, NOT_FOUND), unavailable);
        row(rows, voiding(), says(Kind.VOID, 1, NOT_EXECUTED), unavailable);
        row(
                rows,
                voiding().when(says(Kind.VOID, 1, UNKNOWN)),
                says(Kind.VOID, 1, NOT_EXECUTED),
                new ResultUnknown(id, "breaker open", NOW.plusSeconds(1), NONE));
        // A rejection is the service's to repeat.
        row(
                rows,
                inReview().when(new PaymentCommand.RejectPayment("fraud")),
                says(Kind.VOID, 1, NOT_EXECUTED),
                new ResultUnknown(id, "breaker open", NOW.plusSeconds(1), NONE));
        row(
                rows,
                inReview()
                        .when(new PaymentCommand.RejectPayment("fraud"))
                        .when(answers(Kind.VOID, 1, NOT_FOUND))
                        .when(says(Kind.VOID, 1, UNKNOWN)),
                answers(Kind.VOID, 1, NOT_FOUND),
                new OperationRetried(id, GUARD));
    }

    private static void releases(List<Arguments> rows) {
        var id = ATTEMPT + "_release_1";
        for (var result : List.of(APPROVED, CAPTURED)) {
            row(rows, releasing(), says(Kind.RELEASE, 1, result), new ReleaseSucceeded(id, 2_540));
        }
        row(
                rows,
                releasing(),
                says(Kind.RELEASE, 1, declined()),
                new ReleaseFailed(id, ERROR),
                new AuthorizationInquired(inquiry(6_540, Purpose.RECONCILIATION)));
        open(rows, releasing(), Kind.RELEASE, 1);
        unfit(rows, releasing(), Kind.RELEASE);
        row(
                rows,
                releasing(),
                answers(Kind.RELEASE, 1, NOT_FOUND),
                new OperationRetried(id, GUARD));
        row(
                rows,
                releasing(),
                says(Kind.RELEASE, 1, NOT_EXECUTED),
                new ResultUnknown(id, "breaker open", SOON, NONE));
    }

    private static void increments(List<Arguments> rows) {
        var id = ATTEMPT + "_increment_1";
        for (var result : List.of(APPROVED, CAPTURED)) {
            row(
                    rows,
                    incrementing(),
                    says(Kind.INCREMENT, 1, result),
                    new IncrementApproved(id, id, 7_000));
        }
        row(
                rows,
                incrementing(),
                says(Kind.INCREMENT, 1, declined()),
                new IncrementDeclined(id, id, ERROR));
        open(rows, incrementing(), Kind.INCREMENT, 1);
        unfit(rows, incrementing(), Kind.INCREMENT);
        row(
                rows,
                incrementing(),
                answers(Kind.INCREMENT, 1, NOT_FOUND),
                new OperationRetried(id, GUARD));
        var unavailable = new IncrementDeclined(id, id, AttemptErrors.PROVIDER_UNAVAILABLE);
        row(
                rows,
                incrementing()
                        .when(answers(Kind.INCREMENT, 1, NOT_FOUND))
                        .when(says(Kind.INCREMENT, 1, UNKNOWN)),
                answers(Kind.INCREMENT, 1, NOT_FOUND),
                new ResultUnknown(id, null, SOON, NONE));
        var overdue = incrementing().when(answers(Kind.INCREMENT, 1, NOT_FOUND));
        overdue.when(says(Kind.INCREMENT, 1, UNKNOWN)).after(Duration.ofSeconds(95));
        row(rows, overdue, answers(overdue.now(), Kind.INCREMENT, 1, NOT_FOUND), unavailable);
        row(
                rows,
                incrementing(),
                says(Kind.INCREMENT, 1, NOT_EXECUTED),
                new ResultUnknown(id, "breaker open", SOON, NONE));
    }

    private static void responses(List<Arguments> rows) {
        for (var kind : List.of(Kind.ACCEPT_DISPUTE, Kind.CHALLENGE_DISPUTE)) {
            var id = OperationIds.of(ATTEMPT, kind, 1);
            for (var result : List.of(APPROVED, CAPTURED)) {
                row(rows, responding(kind), says(kind, 1, result), taken(kind, id));
            }
            row(
                    rows,
                    responding(kind),
                    says(kind, 1, declined()),
                    new DisputeResponseFailed("dp_1", id, ERROR));
            open(rows, responding(kind), kind, 1);
            unfit(rows, responding(kind), kind);
            row(
                    rows,
                    responding(kind),
                    says(kind, 1, NOT_EXECUTED),
                    new ResultUnknown(id, "breaker open", SOON, NONE));
            row(
                    rows,
                    responding(kind),
                    answers(kind, 1, NOT_FOUND),
                    new OperationRetried(id, GUARD));
            var retried =
                    responding(kind).when(answers(kind, 1, NOT_FOUND)).when(says(kind, 1, UNKNOWN));
            row(
                    rows,
                    retried.copy(),
                    answers(kind, 1, NOT_FOUND),
                    new ResultUnknown(id, null, SOON, NONE));
            var overdue = retried.after(Duration.ofSeconds(95));
            row(
                    rows,
                    overdue,
                    answers(overdue.now(), kind, 1, NOT_FOUND),
                    new DisputeResponseFailed("dp_1", id, AttemptErrors.PROVIDER_UNAVAILABLE));
        }
    }

    private static void shipments(List<Arguments> rows) {
        var id = ATTEMPT + "_ship_1";
        var unavailable =
                new PaymentEvent.ShipmentRefused("ship_1", id, AttemptErrors.PROVIDER_UNAVAILABLE);
        for (var result : List.of(APPROVED, CAPTURED)) {
            row(
                    rows,
                    shipping(),
                    says(Kind.SHIP, 1, result),
                    new PaymentEvent.ShipmentAccepted("ship_1", id));
        }
        row(
                rows,
                shipping(),
                says(Kind.SHIP, 1, declined()),
                new PaymentEvent.ShipmentRefused("ship_1", id, ERROR));
        row(
                rows,
                shipping(),
                says(Kind.SHIP, 1, UNAUTHORIZED),
                new PaymentEvent.AccountRefused(id, "401", SOON));
        row(
                rows,
                shipping(),
                says(Kind.SHIP, 1, NOT_EXECUTED),
                new ResultUnknown(id, "breaker open", SOON, NONE));
        for (var result : List.of(PENDING, REDIRECT, REVIEW)) {
            row(
                    rows,
                    shipping(),
                    says(Kind.SHIP, 1, result),
                    new ResultUnknown(id, null, SOON, NONE));
        }
        row(
                rows,
                shipping(),
                says(Kind.SHIP, 1, UNKNOWN),
                new ResultUnknown(id, "timed out", SOON, NONE));
        row(rows, shipping(), answers(Kind.SHIP, 1, NOT_FOUND), new OperationRetried(id, GUARD));
        var retried =
                shipping().when(answers(Kind.SHIP, 1, NOT_FOUND)).when(says(Kind.SHIP, 1, UNKNOWN));
        row(
                rows,
                retried.copy(),
                answers(Kind.SHIP, 1, NOT_FOUND),
                new ResultUnknown(id, null, SOON, NONE));
        var overdue = retried.after(Duration.ofSeconds(95));
        row(rows, overdue, answers(overdue.now(), Kind.SHIP, 1, NOT_FOUND), unavailable);
        var old = shipping().after(Duration.ofDays(3));
        for (var result : List.of(UNKNOWN, UNAUTHORIZED, NOT_EXECUTED)) {
            row(rows, old.copy(), says(Kind.SHIP, 1, result), unavailable);
        }
    }

    private static Scenario shipping() {
        return ShipmentTest.captured("shipments").when(ShipmentTest.shipment(null)).after(AGE);
    }

    private static PaymentEvent taken(Kind kind, String operationId) {
        return kind == Kind.ACCEPT_DISPUTE
                ? new DisputeAccepted("dp_1", operationId)
                : new DisputeChallenged("dp_1", operationId);
    }

    private static void approvals(List<Arguments> rows) {
        var id = ATTEMPT + "_approve_1";
        row(
                rows,
                approving(),
                says(Kind.APPROVE, 1, APPROVED),
                new AuthorizationApproved(ATTEMPT, id, 6_540, false, null, NONE));
        row(
                rows,
                approving(),
                says(Kind.APPROVE, 1, CAPTURED.with(SAID)),
                new AuthorizationApproved(ATTEMPT, id, 6_540, true, null, SAID));
        row(
                rows,
                approving(),
                says(Kind.APPROVE, 1, declined().with(SAID)),
                failed(id, Decline.Outcome.AUTHORIZATION_FAILED, ERROR, NONE));
        open(rows, approving(), Kind.APPROVE, 1);
        unfit(rows, approving(), Kind.APPROVE);
        row(
                rows,
                approving(),
                answers(Kind.APPROVE, 1, NOT_FOUND),
                new OperationRetried(id, GUARD));
        row(
                rows,
                approving(),
                says(Kind.APPROVE, 1, NOT_EXECUTED),
                new ResultUnknown(id, "breaker open", SOON, NONE));
    }

    /** Of an authorization that is held here: forced by somebody, who is told and that is all. */
    private static void inquiries(List<Arguments> rows) {
        var ended = new InquiryEnded(AUTHORIZE);
        for (var result :
                List.of(
                        APPROVED,
                        REVIEW,
                        PENDING,
                        UNKNOWN,
                        NOT_EXECUTED,
                        UNAUTHORIZED,
                        REDIRECT,
                        NOT_FOUND,
                        declined())) {
            row(rows, synced(), answers(NOW, Kind.INQUIRY, 1, result), ended);
        }
        row(
                rows,
                synced(),
                answers(NOW, Kind.INQUIRY, 1, CAPTURED.with(SAID)),
                ended,
                new CaptureFound(chargedCapture(1, 6_540).withConnectorCaptureId("op_1"), SAID));
        for (var outcome : List.of(Decline.Outcome.VOIDED, Decline.Outcome.EXPIRED)) {
            row(
                    rows,
                    synced(),
                    answers(NOW, Kind.INQUIRY, 1, ProviderResult.declined(outcome, ERROR)),
                    ended,
                    new AuthorizationLapsed(
                            ATTEMPT, "The authorization ended at the provider: declined"));
        }
        row(
                rows,
                reconciling(),
                answers(NOW, Kind.INQUIRY, 1, PENDING),
                new ResultPending(AUTHORIZE, NOW.plusSeconds(1), NONE));
        for (var result : List.of(UNKNOWN, NOT_EXECUTED)) {
            row(
                    rows,
                    reconciling(),
                    answers(NOW, Kind.INQUIRY, 1, result),
                    new ResultUnknown(AUTHORIZE, result.reason(), NOW.plusSeconds(1), NONE));
        }
        row(
                rows,
                reconciling(),
                answers(NOW, Kind.INQUIRY, 1, UNAUTHORIZED),
                new AccountRefused(AUTHORIZE, "401", NOW.plusSeconds(1)));
        for (var result : List.of(NOT_FOUND, REDIRECT, declined())) {
            row(
                    rows,
                    reconciling(),
                    answers(NOW, Kind.INQUIRY, 1, result),
                    new ResultPending(AUTHORIZE, GUARD, NONE));
        }
        row(
                rows,
                reconciling(),
                answers(NOW, Kind.INQUIRY, 1, ProviderResult.approved(5_000).with(SAID)),
                ended,
                new LateApprovalFound(ATTEMPT, 5_000, SAID),
                new VoidRequested(
                        sent(ATTEMPT, Kind.VOID, Purpose.LATE_APPROVAL, 2, 5_000),
                        "late approval"));
        row(
                rows,
                reconciling(),
                answers(NOW, Kind.INQUIRY, 1, ProviderResult.captured(5_000).with(SAID)),
                ended,
                new LateCaptureFound(ATTEMPT, 5_000, SAID),
                new RefundReserved(
                        new Refund(
                                "late_" + ATTEMPT,
                                1,
                                Refund.Status.PENDING,
                                5_000,
                                "late approval",
                                Map.of(),
                                null,
                                ATTEMPT,
                                NOW,
                                NOW)));
    }

    static List<Arguments> decidedBefore() {
        var rows = new ArrayList<Arguments>();
        for (var result : List.of(PENDING, UNKNOWN, REVIEW, NOT_FOUND)) {
            row(
                    rows,
                    declinedBefore(),
                    says(Kind.AUTHORIZE, 1, result),
                    new AuthorizationInquired(inquiry(6_540, Purpose.RECONCILIATION)));
        }
        for (var result : List.of(NOT_EXECUTED, REDIRECT, UNAUTHORIZED, declined())) {
            row(rows, declinedBefore(), says(Kind.AUTHORIZE, 1, result));
        }
        var reconciled = reconciling().after(Duration.ofSeconds(95));
        reconciled.when(answers(reconciled.now(), Kind.INQUIRY, 1, NOT_FOUND));
        row(
                rows,
                reconciled,
                says(Kind.AUTHORIZE, 1, APPROVED),
                new AuthorizationInquired(
                        inquiry(6_540, Purpose.RECONCILIATION)
                                .withRequestedAt(GUARD)
                                .withNextInquiryAt(GUARD.plusSeconds(15))));
        row(
                rows,
                authorized(CaptureMethod.MANUAL).after(AGE),
                says(Kind.AUTHORIZE, 1, ProviderResult.declined(Decline.Outcome.VOIDED, ERROR)),
                new AuthorizationLapsed(
                        ATTEMPT, "The authorization ended at the provider: declined"));
        row(
                rows,
                voiding().when(says(Kind.VOID, 1, NOT_EXECUTED)),
                says(Kind.VOID, 1, APPROVED),
                new AuthorizationInquired(inquiry(6_540, Purpose.RECONCILIATION)));
        row(
                rows,
                capturing().when(says(Kind.CAPTURE, 1, declined())),
                says(Kind.CAPTURE, 1, ProviderResult.approved(6_540).with(SAID)),
                new CaptureCharged(ATTEMPT + "_1", ATTEMPT + "_capture_1", 6_540, SAID));
        row(
                rows,
                capturing().when(says(Kind.CAPTURE, 1, declined())),
                says(Kind.CAPTURE, 1, ProviderResult.approved(6_541)),
                more("_capture_1"),
                new CaptureCharged(ATTEMPT + "_1", ATTEMPT + "_capture_1", 6_540, NONE));
        providersOwnCaptures(rows);
        row(
                rows,
                incrementing().when(says(Kind.INCREMENT, 1, declined())),
                says(Kind.INCREMENT, 1, APPROVED),
                new IncrementApproved(ATTEMPT + "_increment_1", ATTEMPT + "_increment_1", 7_000));
        for (var kind : List.of(Kind.ACCEPT_DISPUTE, Kind.CHALLENGE_DISPUTE)) {
            row(
                    rows,
                    responding(kind).when(says(kind, 1, declined())),
                    says(kind, 1, APPROVED),
                    taken(kind, OperationIds.of(ATTEMPT, kind, 1)));
            row(rows, responding(kind).when(says(kind, 1, APPROVED)), says(kind, 1, APPROVED));
        }
        row(
                rows,
                shipping().when(says(Kind.SHIP, 1, declined())),
                says(Kind.SHIP, 1, APPROVED),
                new PaymentEvent.ShipmentAccepted("ship_1", ATTEMPT + "_ship_1"));
        row(rows, shipping().when(says(Kind.SHIP, 1, APPROVED)), says(Kind.SHIP, 1, APPROVED));
        for (var settled :
                List.of(
                        capturing().when(says(Kind.CAPTURE, 1, APPROVED)),
                        releasing().when(says(Kind.RELEASE, 1, APPROVED)),
                        voiding().when(says(Kind.VOID, 1, APPROVED)))) {
            for (var kind : Kind.values()) {
                for (var result : List.of(APPROVED, UNKNOWN, NOT_FOUND)) {
                    row(rows, settled.copy(), says(kind, 1, result));
                }
            }
        }
        row(
                rows,
                authorized(CaptureMethod.MANUAL).after(AGE),
                says(PAYMENT_ID + "_9", Kind.AUTHORIZE, 1, false, APPROVED));
        return rows;
    }

    /** By its portal or an automatism of its own, or although it had refused ours. */
    private static void providersOwnCaptures(List<Arguments> rows) {
        var open = authorized(CaptureMethod.MANUAL).after(AGE);
        row(
                rows,
                open.copy(),
                says(Kind.AUTHORIZE, 1, CAPTURED.with(SAID)),
                new CaptureFound(chargedCapture(1, 6_540).withConnectorCaptureId("op_1"), SAID));
        row(
                rows,
                open.copy(),
                says(Kind.AUTHORIZE, 1, ProviderResult.captured(4_000)),
                new CaptureFound(chargedCapture(1, 4_000), NONE),
                new ReleaseRequested(
                        sent(ATTEMPT, Kind.RELEASE, Purpose.REQUESTED, 1, 2_540), null));
        row(
                rows,
                authorized(CaptureMethod.MANUAL_MULTIPLE).after(AGE),
                says(Kind.AUTHORIZE, 1, ProviderResult.captured(4_000)),
                new CaptureFound(chargedCapture(1, 4_000), NONE));
        row(
                rows,
                open.copy(),
                says(Kind.AUTHORIZE, 1, ProviderResult.captured(6_541)),
                more("_authorize"),
                new CaptureFound(chargedCapture(1, 6_540), NONE));
        row(rows, capturing(), says(Kind.AUTHORIZE, 1, CAPTURED));
        var refused = capturing().when(says(Kind.CAPTURE, 1, declined()));
        refused.when(answers(NOW, Kind.INQUIRY, 1, APPROVED));
        row(
                rows,
                refused.copy(),
                says(Kind.AUTHORIZE, 1, CAPTURED.with(SAID)),
                new CaptureCharged(ATTEMPT + "_1", ATTEMPT + "_capture_1", 6_540, SAID));
        row(
                rows,
                refused.copy(),
                says(Kind.AUTHORIZE, 1, ProviderResult.captured(4_000)),
                new CaptureFound(chargedCapture(2, 4_000), NONE),
                new ReleaseRequested(
                        sent(ATTEMPT, Kind.RELEASE, Purpose.REQUESTED, 1, 2_540), null));
        var cancelled = refused.copy().when(CANCEL).when(says(Kind.VOID, 1, APPROVED));
        row(
                rows,
                cancelled.copy(),
                says(Kind.CAPTURE, 1, APPROVED.with(SAID)),
                new LateChargeFound(ATTEMPT + "_1", 6_540, SAID),
                refund(6_540));
        row(
                rows,
                cancelled.copy().when(says(Kind.CAPTURE, 1, APPROVED)),
                says(Kind.CAPTURE, 1, APPROVED));
        row(
                rows,
                cancelled.copy(),
                says(Kind.CAPTURE, 1, ProviderResult.approved(6_541)),
                more("_capture_1"),
                new LateChargeFound(ATTEMPT + "_1", 6_540, NONE),
                refund(6_540));
        var partial =
                authorized(CaptureMethod.MANUAL)
                        .when(capture(2_540L))
                        .when(says(Kind.CAPTURE, 1, declined()))
                        .when(capture(4_000L))
                        .when(says(Kind.CAPTURE, 2, APPROVED))
                        .when(says(Kind.RELEASE, 1, APPROVED))
                        .after(AGE);
        row(
                rows,
                partial.copy(),
                says(Kind.CAPTURE, 1, APPROVED),
                new LateChargeFound(ATTEMPT + "_1", 2_540, NONE),
                refund(2_540));
        var twice =
                capturing()
                        .when(says(Kind.CAPTURE, 1, declined()))
                        .when(capture(null))
                        .when(says(Kind.CAPTURE, 2, APPROVED));
        row(rows, twice, says(Kind.CAPTURE, 1, APPROVED));
    }

    @Test
    void a_status_that_is_final_stays_so_when_its_failed_capture_is_charged_after_all() {
        var scenario =
                authorized(CaptureMethod.MANUAL)
                        .when(capture(2_540L))
                        .when(says(Kind.CAPTURE, 1, declined()))
                        .when(capture(4_000L))
                        .when(says(Kind.CAPTURE, 2, APPROVED))
                        .when(says(Kind.RELEASE, 1, APPROVED))
                        .when(says(Kind.CAPTURE, 1, APPROVED));
        assertThat(scenario.payment().status()).isEqualTo(PaymentStatus.PARTIALLY_CAPTURED);
        assertThat(scenario.payment().amountReceived()).isEqualTo(6_540);
        assertThat(scenario.payment().amountRefunded()).isEqualTo(2_540);
        assertThat(scenario.payment().currentAttempt().unwanted())
                .isEqualTo(UnwantedMoney.found(2_540, START));
    }

    private static RefundReserved refund(long amount) {
        return new RefundReserved(lateRefund(NOW, "late_" + ATTEMPT, 1, amount));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"underWay", "decidedBefore"})
    void a_result_has_exactly_these_consequences(
            String name, Scenario scenario, PaymentCommand result, List<PaymentEvent> events) {
        var before = scenario.payment();
        scenario.when(result);
        assertThat(scenario.last().events()).as(name).isEqualTo(events);
        assertThat(scenario.last().refusal()).isNull();
        assertThat(scenario.folded()).isEqualTo(scenario.payment());
        if (events.isEmpty()) {
            assertThat(scenario.payment()).isEqualTo(before);
        }
    }

    private static void row(
            List<Arguments> rows, Scenario given, PaymentCommand when, PaymentEvent... then) {
        var result = (PaymentCommand.RecordProviderResult) when;
        rows.add(
                arguments(
                        "%d: %s %s, %s"
                                .formatted(
                                        rows.size() + 1,
                                        result.kind(),
                                        result.result().status(),
                                        given.payment().status()),
                        given,
                        when,
                        List.of(then)));
    }

    /** What every operation does with a result that leaves it open. */
    private static void open(List<Arguments> rows, Scenario given, Kind kind, int sequence) {
        var id = OperationIds.of(ATTEMPT, kind, sequence);
        var requestedAt = given.payment().operation(id).orElseThrow().requestedAt();
        var wait = Duration.between(requestedAt, NOW).dividedBy(4);
        var next =
                NOW.plus(wait.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : wait);
        row(
                rows,
                given.copy(),
                says(kind, sequence, PENDING.with(SAID)),
                new ResultPending(id, next, SAID));
        row(
                rows,
                given.copy(),
                says(kind, sequence, ProviderResult.pending(NOW.plusSeconds(60))),
                new ResultPending(id, NOW.plusSeconds(60), NONE));
        row(
                rows,
                given.copy(),
                says(kind, sequence, UNKNOWN.with(SAID)),
                new ResultUnknown(id, "timed out", next, SAID));
        row(
                rows,
                given.copy(),
                says(kind, sequence, UNAUTHORIZED),
                kind == Kind.AUTHORIZE || kind == Kind.AUTHENTICATE
                        ? new AuthorizationDeclined(
                                ATTEMPT,
                                id,
                                Decline.Outcome.FAILURE,
                                AttemptErrors.ACCOUNT_REFUSED,
                                true,
                                NONE)
                        : new AccountRefused(id, "401", next));
    }

    private static void unfit(List<Arguments> rows, Scenario given, Kind kind) {
        var id = OperationIds.of(ATTEMPT, kind, 1);
        var wait =
                Duration.between(given.payment().operation(id).orElseThrow().requestedAt(), NOW)
                        .dividedBy(4);
        var next =
                NOW.plus(wait.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : wait);
        for (var result : List.of(REDIRECT, REVIEW)) {
            row(
                    rows,
                    given.copy(),
                    says(kind, 1, result),
                    new ResultUnknown(id, "not an answer to it", next, NONE));
        }
    }

    private static Scenario authorizing(Kind kind) {
        return kind == Kind.AUTHORIZE
                ? confirmed(o -> o.captureMethod(CaptureMethod.MANUAL)).after(AGE)
                : threeDs(CaptureMethod.MANUAL)
                        .when(new PaymentCommand.CompleteAuthorization(Map.of(), null))
                        .after(AGE);
    }

    private static Scenario threeDs(CaptureMethod method) {
        return confirmed(
                o ->
                        o.captureMethod(method)
                                .authenticationType("three_ds")
                                .requestExternalThreeDsAuthentication(true));
    }

    private static Scenario creatingSession(ConnectorAccount... next) {
        var accounts = new ArrayList<>(List.of(BY_SESSION));
        accounts.addAll(List.of(next));
        return new Scenario()
                .when(
                        creating(
                                o -> o.connector(List.of("sandbox", "klarna")),
                                new Route(accounts, null, null)))
                .after(AGE);
    }

    private static Scenario authenticating() {
        return threeDs(CaptureMethod.MANUAL)
                .when(new PaymentCommand.AuthenticateThreeDs(Map.of()))
                .after(AGE);
    }

    private static Scenario redirected() {
        return confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, REDIRECT)).after(AGE);
    }

    private static Scenario declinedBefore() {
        return confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, declined())).after(AGE);
    }

    private static Scenario inReview() {
        return confirmed(o -> o).when(says(Kind.AUTHORIZE, 1, REVIEW)).after(AGE);
    }

    private static Scenario capturing() {
        return authorized(CaptureMethod.MANUAL).when(capture(null)).after(AGE);
    }

    private static Scenario voiding() {
        return authorized(CaptureMethod.MANUAL).after(AGE).when(CANCEL);
    }

    private static Scenario releasing() {
        return authorized(CaptureMethod.MANUAL)
                .when(capture(4_000L))
                .when(says(Kind.CAPTURE, 1, APPROVED))
                .after(AGE);
    }

    private static Scenario incrementing() {
        return PaymentBoundariesTest.raisable()
                .when(new PaymentCommand.IncrementAuthorization(7_000, null))
                .after(AGE);
    }

    private static Scenario approving() {
        return new Scenario()
                .when(
                        creating(
                                o -> o.captureMethod(CaptureMethod.MANUAL),
                                route(Scenario.REVIEWING)))
                .when(says(Kind.AUTHORIZE, 1, REVIEW))
                .when(new PaymentCommand.ApprovePayment())
                .after(AGE);
    }

    private static Scenario responding(Kind kind) {
        return DisputeResponseTest.disputed()
                .when(
                        kind == Kind.ACCEPT_DISPUTE
                                ? new PaymentCommand.AcceptDispute("dp_1")
                                : new PaymentCommand.ChallengeDispute("dp_1", Map.of()))
                .after(AGE);
    }

    private static Scenario synced() {
        return authorized(CaptureMethod.MANUAL)
                .after(AGE)
                .when(new PaymentCommand.SyncPayment(false));
    }

    /** Voided while the authorization was under way. */
    private static Scenario reconciling() {
        return redirected().when(CANCEL).when(says(Kind.VOID, 1, APPROVED));
    }

    private static AuthorizationDeclined failed(
            String operationId, Decline.Outcome outcome, ProviderError error, ProviderData data) {
        return new AuthorizationDeclined(ATTEMPT, operationId, outcome, error, true, data);
    }

    private static PaymentEvent more(String operation) {
        return new PaymentEvent.AmountDiffered(
                ATTEMPT, new AmountDifference(ATTEMPT + operation, 6_540, 6_541));
    }

    private static AuthorizationDeclined partial(String operationId) {
        return failed(
                operationId,
                Decline.Outcome.AUTHORIZATION_FAILED,
                ProviderError.of(
                        "partial_approval",
                        "Partial approval: the provider approved 5000 of 6540",
                        UnifiedError.DECLINED),
                SAID);
    }

    private static AuthorizationDeclined expired() {
        return failed(
                AUTHORIZE, Decline.Outcome.EXPIRED, AttemptErrors.CUSTOMER_ACTION_EXPIRED, NONE);
    }

    private static Operation inquiry(long amount, Purpose purpose) {
        return sent(ATTEMPT, Kind.INQUIRY, purpose, 1, amount)
                .withNextInquiryAt(NOW.plusSeconds(15));
    }

    private static Operation sent(
            String attemptId, Kind kind, Purpose purpose, int sequence, long amount) {
        return new Operation(
                OperationIds.of(attemptId, kind, sequence),
                kind,
                attemptId,
                sequence,
                amount,
                purpose,
                NOW,
                GUARD,
                0,
                null,
                true,
                false,
                Map.of());
    }
}
