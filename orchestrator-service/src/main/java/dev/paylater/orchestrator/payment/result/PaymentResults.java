package dev.paylater.orchestrator.payment.result;

import static dev.paylater.orchestrator.payment.Operation.Kind.ACCEPT_DISPUTE;
import static dev.paylater.orchestrator.payment.Operation.Kind.APPROVE;
import static dev.paylater.orchestrator.payment.Operation.Kind.AUTHENTICATE;
import static dev.paylater.orchestrator.payment.Operation.Kind.AUTHORIZE;
import static dev.paylater.orchestrator.payment.Operation.Kind.CAPTURE;
import static dev.paylater.orchestrator.payment.Operation.Kind.CHALLENGE_DISPUTE;
import static dev.paylater.orchestrator.payment.Operation.Kind.COMPLETE_AUTHORIZE;
import static dev.paylater.orchestrator.payment.Operation.Kind.INCREMENT;
import static dev.paylater.orchestrator.payment.Operation.Kind.INQUIRY;
import static dev.paylater.orchestrator.payment.Operation.Kind.RELEASE;
import static dev.paylater.orchestrator.payment.Operation.Kind.SHIP;
import static dev.paylater.orchestrator.payment.Operation.Kind.VOID;
import static dev.paylater.orchestrator.payment.result.ResultRule.NOTHING;
import static dev.paylater.orchestrator.payment.result.ResultRule.when;
import static dev.paylater.provider.ProviderResult.Status.APPROVED;
import static dev.paylater.provider.ProviderResult.Status.CAPTURED;
import static dev.paylater.provider.ProviderResult.Status.DECLINED;
import static dev.paylater.provider.ProviderResult.Status.IN_REVIEW;
import static dev.paylater.provider.ProviderResult.Status.NOT_EXECUTED;
import static dev.paylater.provider.ProviderResult.Status.NOT_FOUND;
import static dev.paylater.provider.ProviderResult.Status.PENDING;
import static dev.paylater.provider.ProviderResult.Status.REQUIRES_ACTION;
import static dev.paylater.provider.ProviderResult.Status.UNAUTHORIZED;
import static dev.paylater.provider.ProviderResult.Status.UNKNOWN;

import dev.paylater.orchestrator.payment.Operation;
import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.PaymentCommand.RecordProviderResult;
import dev.paylater.orchestrator.payment.evolution.Changes;
import dev.paylater.orchestrator.payment.evolution.Decision;
import dev.paylater.provider.ProviderResult.Status;
import java.time.Instant;
import java.util.List;

/**
 * What a provider's result means: a row per operation and result, for operations that are under way
 * and for those that were decided before. A result about what was decided changes nothing, unless
 * it is of unwanted money, or of a capture that had failed here while the payment is open.
 */
public final class PaymentResults {

    private static final List<Kind> AUTHORIZING = List.of(AUTHORIZE, COMPLETE_AUTHORIZE);
    private static final List<Kind> HOLDING = List.of(VOID, RELEASE);
    private static final List<Kind> CHANGING = List.of(INCREMENT, APPROVE);
    private static final List<Kind> RESPONDING = List.of(ACCEPT_DISPUTE, CHALLENGE_DISPUTE);
    private static final List<Status> DONE = List.of(APPROVED, CAPTURED);
    private static final List<Status> NOT_AN_ANSWER = List.of(REQUIRES_ACTION, IN_REVIEW);

    public static final ResultTable UNDER_WAY = new ResultTable();
    public static final ResultTable DECIDED_BEFORE = new ResultTable();

    static {
        authorizations();
        authentications();
        captures();
        releases();
        changes();
        disputes();
        shipments();
        inquiries();
        decidedBefore();
        UNDER_WAY.total();
        DECIDED_BEFORE.total();
    }

    private PaymentResults() {}

    public static Decision record(Changes changes, RecordProviderResult command) {
        if (changes.payment().findAttempt(command.attemptId()).isEmpty()) {
            return Decision.nothing();
        }
        var underWay = changes.payment().operation(command.operationId()).orElse(null);
        var status = command.result().status();
        if (underWay == null) {
            DECIDED_BEFORE
                    .rule(command.kind(), status)
                    .apply(changes, new ReportedResult(command, null));
        } else if (!isOutdated(underWay, command)) {
            apply(changes, new ReportedResult(command, underWay));
        } else if (underWay.isReconciliation() && command.requestedAt() == null) {
            // It came by itself: the answer that is awaited may be older.
            InquiryResults.RECONCILE.apply(changes, new ReportedResult(command, underWay));
        }
        return changes.decision();
    }

    /** What follows from a result of an operation that is under way. */
    public static void apply(Changes changes, ReportedResult reported) {
        UNDER_WAY
                .rule(reported.operation().kind(), reported.result().status())
                .apply(changes, reported);
    }

    private static void authorizations() {
        var refused =
                when(InquiryResults.FIRST_ANSWER, AuthorizationResults.NEXT_ACCOUNT)
                        .otherwise(InquiryResults.ACCOUNT_REFUSED);
        var approved =
                when(
                                BookResults.LATER_INQUIRY_IS_OUT,
                                AuthorizationResults.SETTLE_APPROVAL.then(InquiryResults.RECONCILE))
                        .otherwise(
                                AuthorizationResults.SETTLE_APPROVAL.then(
                                        BookResults.comparedLate(
                                                when(
                                                                BookResults.MAY_BE_OLD,
                                                                InquiryResults.RECONCILE)
                                                        .otherwise(NOTHING))));
        var askIfOld =
                when(
                                BookResults.LATER_INQUIRY_IS_OUT.or(BookResults.MAY_BE_OLD),
                                InquiryResults.RECONCILE)
                        .otherwise(NOTHING);
        var declined =
                when(
                                AuthorizationResults.CUSTOMER_EXPIRED,
                                AuthorizationResults.EXPIRE.then(askIfOld))
                        .otherwise(AuthorizationResults.DECLINE.then(askIfOld));
        var endedThere =
                when(
                                AuthorizationResults.VOID_WAS_REFUSED,
                                AuthorizationResults.EXPIRE_AND_RECONCILE)
                        .otherwise(AuthorizationResults.END);
        var notFoundOfCustomer =
                when(
                                AuthorizationResults.CUSTOMER_TOO_LATE,
                                when(AuthorizationResults.VOIDING, InquiryResults.SETTLE_UNKNOWN)
                                        .otherwise(endedThere))
                        .otherwise(InquiryResults.SETTLE_UNKNOWN);
        for (var kind : AUTHORIZING) {
            UNDER_WAY
                    .on(
                            List.of(kind),
                            DONE,
                            when(AuthorizationResults.VOIDING, InquiryResults.INQUIRE_AGAIN)
                                    .otherwise(approved))
                    .on(
                            kind,
                            IN_REVIEW,
                            when(AuthorizationResults.VOIDING, InquiryResults.INQUIRE_AGAIN)
                                    .otherwise(AuthorizationResults.HOLD_FOR_REVIEW))
                    .on(kind, DECLINED, declined)
                    .on(
                            kind,
                            REQUIRES_ACTION,
                            when(AuthorizationResults.VOIDING, InquiryResults.INQUIRE_AGAIN)
                                    .otherwise(
                                            when(
                                                            AuthorizationResults.CUSTOMER_TOO_LATE,
                                                            AuthorizationResults.END)
                                                    .otherwise(AuthorizationResults.SEND_CUSTOMER)))
                    .on(kind, PENDING, InquiryResults.INQUIRE_AGAIN)
                    .on(
                            kind,
                            UNKNOWN,
                            kind == AUTHORIZE
                                    ? when(
                                                    AuthorizationResults.ONLY_A_SESSION,
                                                    AuthorizationResults.NEXT_CONNECTOR)
                                            .otherwise(InquiryResults.SETTLE_UNKNOWN)
                                    : InquiryResults.SETTLE_UNKNOWN)
                    .on(
                            kind,
                            UNAUTHORIZED,
                            kind == AUTHORIZE ? refused : InquiryResults.ACCOUNT_REFUSED)
                    .on(
                            kind,
                            NOT_FOUND,
                            when(AuthorizationResults.CUSTOMER_WAS_SENT, notFoundOfCustomer)
                                    .otherwise(
                                            when(
                                                            InquiryResults.DELIVERY_MAY_STILL_ACT,
                                                            AuthorizationResults.NEXT_CONNECTOR
                                                                    .then(InquiryResults.RECONCILE))
                                                    .otherwise(
                                                            when(
                                                                            InquiryResults.RETRIED,
                                                                            AuthorizationResults
                                                                                    .NEXT_CONNECTOR)
                                                                    .otherwise(
                                                                            InquiryResults.RETRY))))
                    .on(
                            kind,
                            NOT_EXECUTED,
                            when(InquiryResults.FIRST_ANSWER, AuthorizationResults.NEXT_CONNECTOR)
                                    .otherwise(InquiryResults.SETTLE_UNKNOWN));
        }
    }

    private static void authentications() {
        UNDER_WAY
                .on(List.of(AUTHENTICATE), DONE, AuthenticationResults.AUTHORIZE)
                .on(AUTHENTICATE, REQUIRES_ACTION, AuthenticationResults.CHALLENGE)
                .on(AUTHENTICATE, DECLINED, AuthenticationResults.DECLINE)
                .on(AUTHENTICATE, PENDING, InquiryResults.INQUIRE_AGAIN)
                .on(AUTHENTICATE, UNKNOWN, InquiryResults.SETTLE_UNKNOWN)
                .on(
                        AUTHENTICATE,
                        UNAUTHORIZED,
                        when(InquiryResults.FIRST_ANSWER, AuthorizationResults.NEXT_ACCOUNT)
                                .otherwise(InquiryResults.ACCOUNT_REFUSED))
                .on(
                        AUTHENTICATE,
                        NOT_FOUND,
                        when(InquiryResults.RETRIED, AuthenticationResults.FAIL_UNREACHABLE)
                                .otherwise(InquiryResults.RETRY))
                .onAnyOther(List.of(AUTHENTICATE), AuthenticationResults.FAIL_UNREACHABLE);
    }

    /**
     * Sent again each time it was not found, as the outage that swallowed it may have swallowed the
     * retry too; given up only when no delivery of the request can be carried out any more. What
     * one delivery did not execute, another one may execute.
     */
    private static void captures() {
        UNDER_WAY
                .on(
                        List.of(CAPTURE),
                        DONE,
                        when(CaptureResults.NAMES_ANOTHER, InquiryResults.SETTLE_UNFIT)
                                .otherwise(CaptureResults.CHARGE))
                .on(CAPTURE, DECLINED, CaptureResults.DECLINE.then(InquiryResults.RECONCILE))
                .on(CAPTURE, PENDING, InquiryResults.INQUIRE_AGAIN)
                .on(CAPTURE, UNKNOWN, InquiryResults.SETTLE_UNKNOWN)
                .on(CAPTURE, UNAUTHORIZED, InquiryResults.ACCOUNT_REFUSED)
                .on(CAPTURE, NOT_EXECUTED, InquiryResults.SETTLE_UNKNOWN)
                .on(
                        CAPTURE,
                        NOT_FOUND,
                        when(CaptureResults.MUST_BE_RETRIED, InquiryResults.RETRY)
                                .otherwise(
                                        when(
                                                        InquiryResults.DELIVERY_MAY_STILL_ACT,
                                                        InquiryResults.SETTLE_UNKNOWN)
                                                .otherwise(CaptureResults.FAIL_UNAVAILABLE)))
                .on(List.of(CAPTURE), NOT_AN_ANSWER, InquiryResults.SETTLE_UNFIT);
    }

    private static void releases() {
        UNDER_WAY
                .on(
                        List.of(VOID),
                        DONE,
                        when(
                                        ReleaseResults.MORE_MAY_HAVE_HAPPENED,
                                        ReleaseResults.END_VOID_AND_RECONCILE)
                                .otherwise(ReleaseResults.END_VOID))
                .on(List.of(RELEASE), DONE, ReleaseResults.END_RELEASE)
                .on(
                        VOID,
                        DECLINED,
                        when(
                                        ReleaseResults.OF_UNWANTED_MONEY,
                                        ReleaseResults.VOID_DECLINED.then(UnwantedResults.KEEP))
                                .otherwise(
                                        when(
                                                        ReleaseResults.AUTHORIZATION_UNDER_WAY,
                                                        ReleaseResults.VOID_DECLINED)
                                                .otherwise(
                                                        ReleaseResults.VOID_DECLINED.then(
                                                                InquiryResults.RECONCILE))))
                .on(
                        RELEASE,
                        DECLINED,
                        ReleaseResults.RELEASE_DECLINED.then(InquiryResults.RECONCILE))
                .on(
                        VOID,
                        NOT_FOUND,
                        when(
                                        ReleaseResults.RETRIED_AND_REPEATABLE,
                                        when(
                                                        InquiryResults.DELIVERY_MAY_STILL_ACT,
                                                        InquiryResults.SETTLE_UNKNOWN)
                                                .otherwise(ReleaseResults.VOID_UNAVAILABLE))
                                .otherwise(InquiryResults.RETRY))
                .on(RELEASE, NOT_FOUND, InquiryResults.RETRY)
                .on(
                        VOID,
                        NOT_EXECUTED,
                        when(
                                        ReleaseResults.FIRST_ANSWER_AND_REPEATABLE,
                                        ReleaseResults.VOID_UNAVAILABLE)
                                .otherwise(InquiryResults.SETTLE_UNKNOWN))
                .on(RELEASE, NOT_EXECUTED, InquiryResults.SETTLE_UNKNOWN)
                .on(HOLDING, List.of(PENDING), InquiryResults.INQUIRE_AGAIN)
                .on(HOLDING, List.of(UNKNOWN), InquiryResults.SETTLE_UNKNOWN)
                .on(HOLDING, List.of(UNAUTHORIZED), InquiryResults.ACCOUNT_REFUSED)
                .on(HOLDING, NOT_AN_ANSWER, InquiryResults.SETTLE_UNFIT);
    }

    private static void changes() {
        UNDER_WAY
                .on(List.of(INCREMENT), DONE, ChangeResults.INCREASE)
                .on(INCREMENT, DECLINED, ChangeResults.DECLINE_INCREMENT)
                .on(
                        INCREMENT,
                        NOT_FOUND,
                        when(InquiryResults.DELIVERY_MAY_STILL_ACT, InquiryResults.SETTLE_UNKNOWN)
                                .otherwise(
                                        when(
                                                        InquiryResults.RETRIED,
                                                        ChangeResults.INCREMENT_UNAVAILABLE)
                                                .otherwise(InquiryResults.RETRY)))
                .on(INCREMENT, NOT_EXECUTED, InquiryResults.SETTLE_UNKNOWN)
                .on(List.of(APPROVE), DONE, AuthorizationResults.SETTLE_APPROVAL)
                .on(APPROVE, DECLINED, ChangeResults.DECLINE_REVIEWED)
                // The provider holds what is approved: a cancellation here would leave it open
                // there.
                .on(APPROVE, NOT_FOUND, InquiryResults.RETRY)
                .on(APPROVE, NOT_EXECUTED, InquiryResults.SETTLE_UNKNOWN)
                .on(CHANGING, List.of(PENDING), InquiryResults.INQUIRE_AGAIN)
                .on(CHANGING, List.of(UNKNOWN), InquiryResults.SETTLE_UNKNOWN)
                .on(CHANGING, List.of(UNAUTHORIZED), InquiryResults.ACCOUNT_REFUSED)
                .on(CHANGING, NOT_AN_ANSWER, InquiryResults.SETTLE_UNFIT);
    }

    private static void disputes() {
        var notFound =
                when(InquiryResults.DELIVERY_MAY_STILL_ACT, InquiryResults.SETTLE_UNKNOWN)
                        .otherwise(
                                when(InquiryResults.RETRIED, DisputeResults.UNAVAILABLE)
                                        .otherwise(InquiryResults.RETRY));
        UNDER_WAY
                .on(List.of(ACCEPT_DISPUTE), DONE, DisputeResults.ACCEPT)
                .on(List.of(CHALLENGE_DISPUTE), DONE, DisputeResults.CHALLENGE)
                .on(RESPONDING, List.of(DECLINED), DisputeResults.DECLINE)
                .on(RESPONDING, List.of(NOT_FOUND), notFound)
                .on(RESPONDING, List.of(PENDING), InquiryResults.INQUIRE_AGAIN)
                .on(RESPONDING, List.of(UNKNOWN, NOT_EXECUTED), InquiryResults.SETTLE_UNKNOWN)
                .on(RESPONDING, List.of(UNAUTHORIZED), InquiryResults.ACCOUNT_REFUSED)
                .on(RESPONDING, NOT_AN_ANSWER, InquiryResults.SETTLE_UNFIT);
    }

    /** Sent once more at most, and asked about for three days: a parcel arrives without it. */
    private static void shipments() {
        var unknown =
                when(ShipmentResults.TOO_LATE, ShipmentResults.UNAVAILABLE)
                        .otherwise(InquiryResults.SETTLE_UNKNOWN);
        UNDER_WAY
                .on(List.of(SHIP), DONE, ShipmentResults.ACCEPT)
                .on(SHIP, DECLINED, ShipmentResults.DECLINE)
                .on(
                        SHIP,
                        NOT_FOUND,
                        when(InquiryResults.DELIVERY_MAY_STILL_ACT, InquiryResults.SETTLE_UNKNOWN)
                                .otherwise(
                                        when(InquiryResults.RETRIED, ShipmentResults.UNAVAILABLE)
                                                .otherwise(InquiryResults.RETRY)))
                .on(
                        SHIP,
                        UNAUTHORIZED,
                        when(ShipmentResults.TOO_LATE, ShipmentResults.UNAVAILABLE)
                                .otherwise(InquiryResults.ACCOUNT_REFUSED))
                .onAnyOther(List.of(SHIP), unknown);
    }

    /** Of an authorization that is not under way: forced by somebody, or to reconcile. */
    private static void inquiries() {
        var found =
                InquiryResults.END.then(
                        when(UnwantedResults.STILL_KEPT, UnwantedResults.TRY_AGAIN)
                                .otherwise(
                                        when(LateResults.HELD_AND_UNWANTED, LateResults.UNDO)
                                                .otherwise(NOTHING)));
        var compared = AnsweredAmounts.COMPARE.then(BookResults.LAPSE_RELEASED).then(found);
        var keep = when(UnwantedResults.STILL_KEPT, UnwantedResults.KEEP).otherwise(NOTHING);
        UNDER_WAY
                .on(INQUIRY, APPROVED, BookResults.comparedFirst(compared))
                .on(INQUIRY, IN_REVIEW, found)
                .on(
                        INQUIRY,
                        CAPTURED,
                        BookResults.comparedFirst(
                                compared.then(
                                        when(
                                                        LateResults.OPEN_AND_UNTOUCHED,
                                                        LateResults.BOOK_CAPTURE)
                                                .otherwise(NOTHING))))
                .on(
                        INQUIRY,
                        PENDING,
                        when(InquiryResults.RECONCILING, InquiryResults.INQUIRE_AGAIN)
                                .otherwise(InquiryResults.END))
                .on(
                        List.of(INQUIRY),
                        List.of(UNKNOWN, NOT_EXECUTED),
                        when(InquiryResults.RECONCILING, InquiryResults.SETTLE_UNKNOWN)
                                .otherwise(InquiryResults.END))
                .on(
                        INQUIRY,
                        UNAUTHORIZED,
                        when(InquiryResults.RECONCILING, InquiryResults.ACCOUNT_REFUSED)
                                .otherwise(InquiryResults.END))
                .on(
                        INQUIRY,
                        DECLINED,
                        when(LateResults.MAY_STILL_BE_APPROVED, InquiryResults.INQUIRE_AT_LAST)
                                .otherwise(
                                        when(
                                                        LateResults.CHANGES_MEANWHILE,
                                                        InquiryResults.INQUIRE_AGAIN)
                                                .otherwise(
                                                        BookResults.comparedFirst(
                                                                InquiryResults.END
                                                                        .then(LateResults.LAPSE)
                                                                        .then(keep)))))
                .on(
                        List.of(INQUIRY),
                        List.of(REQUIRES_ACTION, NOT_FOUND),
                        when(LateResults.MAY_STILL_BE_APPROVED, InquiryResults.INQUIRE_AT_LAST)
                                .otherwise(InquiryResults.END.then(keep)));
    }

    private static void decidedBefore() {
        var late =
                when(LateResults.VOIDED_HERE, InquiryResults.RECONCILE)
                        .otherwise(
                                when(LateResults.FAILED_HERE, LateResults.UNDO).otherwise(NOTHING));
        var notAsBooked =
                when(LateResults.NOT_AS_BOOKED, InquiryResults.RECONCILE).otherwise(NOTHING);
        var charged =
                when(LateResults.CAPTURE_WAS_FAILED, LateResults.CHARGE)
                        .otherwise(
                                when(
                                                LateResults.CAPTURE_WAS_FAILED_BEFORE_THE_END,
                                                LateResults.REFUND_CHARGE)
                                        .otherwise(notAsBooked));
        var lateCapture = when(CaptureResults.NAMES_ANOTHER, NOTHING).otherwise(charged);
        DECIDED_BEFORE
                .on(AUTHORIZING, List.of(APPROVED), BookResults.comparedLate(late))
                .on(
                        AUTHORIZING,
                        List.of(CAPTURED),
                        BookResults.comparedLate(
                                when(LateResults.OPEN_AND_UNTOUCHED, LateResults.BOOK_CAPTURE)
                                        .otherwise(late)))
                .on(AUTHORIZING, List.of(DECLINED), LateResults.LAPSE)
                .on(
                        AUTHORIZING,
                        List.of(PENDING, IN_REVIEW, NOT_FOUND),
                        when(LateResults.MAY_BE_HELD, InquiryResults.RECONCILE).otherwise(NOTHING))
                .on(
                        AUTHORIZING,
                        List.of(UNKNOWN),
                        when(LateResults.MAY_BE_HELD_OR_CAPTURED, InquiryResults.RECONCILE)
                                .otherwise(NOTHING))
                .on(List.of(CAPTURE), DONE, lateCapture)
                .on(
                        List.of(VOID),
                        DONE,
                        when(LateResults.NOT_OVER_OR_UNWANTED, InquiryResults.RECONCILE)
                                .otherwise(NOTHING))
                .on(
                        List.of(INCREMENT),
                        DONE,
                        when(LateResults.INCREMENT_WAS_FAILED, LateResults.INCREASE)
                                .otherwise(NOTHING))
                .on(
                        List.of(ACCEPT_DISPUTE),
                        DONE,
                        when(DisputeResults.WAS_FAILED, DisputeResults.ACCEPT).otherwise(NOTHING))
                .on(
                        List.of(CHALLENGE_DISPUTE),
                        DONE,
                        when(DisputeResults.WAS_FAILED, DisputeResults.CHALLENGE)
                                .otherwise(NOTHING))
                .on(
                        List.of(SHIP),
                        DONE,
                        when(ShipmentResults.WAS_REFUSED, ShipmentResults.ACCEPT)
                                .otherwise(NOTHING))
                .onAnyOther(List.of(Kind.values()), NOTHING);
    }

    /**
     * Once a request was sent again, only its own answer shows what came of it, and until that is
     * there only a result of a provider that knows it; an earlier inquiry counts for nothing.
     */
    private static boolean isOutdated(Operation operation, RecordProviderResult command) {
        if (operation.isReconciliation()) {
            return !isInquiredSince(operation.requestedAt(), command);
        }
        var retriedAt = operation.retriedAt();
        if (retriedAt == null || !command.inquired()) {
            return false;
        }
        var inquiredBefore =
                command.requestedAt() != null && command.requestedAt().isBefore(retriedAt);
        return (inquiredBefore || operation.awaitingAnswer())
                && switch (command.result().status()) {
                    case NOT_FOUND, UNKNOWN, NOT_EXECUTED, UNAUTHORIZED -> true;
                    case APPROVED, CAPTURED, PENDING, REQUIRES_ACTION, IN_REVIEW, DECLINED -> false;
                };
    }

    /** Reconciliation ends with the answer to an inquiry made since it began, and no other. */
    private static boolean isInquiredSince(Instant then, RecordProviderResult command) {
        return command.inquired()
                && command.requestedAt() != null
                && !command.requestedAt().isBefore(then);
    }
}
