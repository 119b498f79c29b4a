package dev.paylater.certification;

import dev.paylater.certification.DrivenPayment.Pace;
import dev.paylater.certification.Recorder.Recorded;
import dev.paylater.connector.call.OperationExecution;
import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.Operation;
import dev.paylater.connector.kit.Secret;
import dev.paylater.connector.message.OperationRequest;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
import dev.paylater.provider.UnifiedError;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The scripted life: three payments at a provider, one captured at once, one in parts, one called
 * off, each step held against what the connector assumes. The connector's capabilities say which
 * steps there are, and the connector itself makes every call.
 */
final class Certification {

    /**
     * Something that was carried out.
     *
     * @param step what it was done for
     */
    record CarriedOut(
            Assumption step,
            OperationRequest request,
            List<Recorded> calls,
            ProviderResult result) {}

    /** What some connectors answer themselves: nothing has been seen then. */
    private static final Set<Assumption> QUESTIONS =
            EnumSet.of(
                    Assumption.NEVER_AUTHORIZED,
                    Assumption.LOOKUP_REFERENCE,
                    Assumption.UNKNOWN_CAPTURE);

    private final Connector connector;
    private final Account account;
    private final BiFunction<String, Account, Context> purchase;
    private final OperationExecution execution;
    private final Recorder recorder;
    private final Consumer<String> customer;
    private final Duration longestVisit;
    private final Pace pace;
    private final CertificationFindings findings = new CertificationFindings();
    private final List<CarriedOut> done = new ArrayList<>();
    private Assumption step = Assumption.WRONG_CREDENTIALS;

    /**
     * A certification that has not begun.
     *
     * @param purchase the authorization of a further payment with this capture method, by this
     *     account
     * @param customer goes to the page with this address, now or later
     * @param longestVisit until they have decided there
     */
    Certification(
            Connector connector,
            Account account,
            BiFunction<String, Account, Context> purchase,
            OperationExecution execution,
            Recorder recorder,
            Consumer<String> customer,
            Duration longestVisit,
            Pace pace) {
        this.connector = connector;
        this.account = account;
        this.purchase = purchase;
        this.execution = execution;
        this.recorder = recorder;
        this.customer = customer;
        this.longestVisit = longestVisit;
        this.pace = pace;
    }

    /** Runs all of it; blocks while the customer is away. */
    CertificationFindings run() {
        wrongCredentials();
        neverAuthorized();
        atOnce();
        inParts();
        calledOff();
        return findings;
    }

    List<CarriedOut> done() {
        return done;
    }

    private void wrongCredentials() {
        var wrong = new HashMap<String, Secret>();
        account.credentials()
                .forEach(
                        (name, secret) ->
                                wrong.put(
                                        name,
                                        new Secret(
                                                new StringBuilder(secret.value())
                                                        .reverse()
                                                        .append('x')
                                                        .toString())));
        var context = purchase.apply("manual", account.withCredentials(wrong));
        step = Assumption.WRONG_CREDENTIALS;
        check(drive(context).authorize(), Status.UNAUTHORIZED);
    }

    private void neverAuthorized() {
        step = Assumption.NEVER_AUTHORIZED;
        check(drive("manual").inquireAuthorization(), Status.NOT_FOUND);
    }

    private void atOnce() {
        var payment = authorized("manual");
        if (payment == null) {
            return;
        }
        var all = payment.authorized();
        step = Assumption.AUTHORIZE_AGAIN;
        check(payment.settle(payment.again()), Status.APPROVED);
        step = Assumption.LOOKUP_AUTHORIZATION;
        success(payment.inquireAuthorization(), all);
        if (can(Feature.AUTHORIZES_BY_SESSION)) {
            unknownId(payment);
        } else {
            step = Assumption.LOOKUP_REFERENCE;
            success(payment.inquireByReference(), all);
        }
        step = Assumption.UNKNOWN_CAPTURE;
        check(payment.inquireUnknown(Operation.CAPTURE), Status.NOT_FOUND);
        if (!refused(Assumption.CAPTURE_TOO_MUCH, () -> payment.capture(all + 1))) {
            return;
        }
        step = Assumption.CAPTURE;
        if (!success(payment.settle(payment.capture(all)), all)) {
            return;
        }
        sums(payment, all, 0);
        var rest = refundedInPart(payment, all);
        if (rest > 0 && refused(Assumption.REFUND_TOO_MUCH, () -> payment.refund(rest + 1))) {
            step = Assumption.REFUND;
            success(payment.settle(payment.refund(rest)), rest);
            sums(payment, all, all);
        }
    }

    /** What is left to refund; 0 when it is not known. */
    private long refundedInPart(DrivenPayment payment, long all) {
        var part = all / 4;
        step = Assumption.REFUND_PART;
        var refund = payment.settle(payment.refund(part));
        if (!success(refund, part)) {
            return 0;
        }
        if (!can(Feature.REFUND_INQUIRY)) {
            untried("the provider cannot be asked about refunds", Assumption.REFUND_AGAIN);
            untried("the provider cannot be asked about refunds", Assumption.LOOKUP_REFUND);
        } else if (same(Assumption.REFUND_AGAIN, payment, refund, all, part)) {
            step = Assumption.LOOKUP_REFUND;
            success(payment.inquire(), part);
        } else {
            return 0;
        }
        return all - part;
    }

    private void inParts() {
        if (!can(Feature.PARTIAL_CAPTURE)) {
            untried("declared as missing", Assumption.CAPTURE_PART);
            return;
        }
        var several = can(Feature.MULTIPLE_CAPTURE);
        var payment = authorized(several ? "manual_multiple" : "manual");
        if (payment == null) {
            return;
        }
        var all = payment.authorized();
        var part = all / 4;
        step = Assumption.CAPTURE_PART;
        var capture = payment.settle(payment.capture(part));
        if (!success(capture, part) || !same(Assumption.CAPTURE_AGAIN, payment, capture, part, 0)) {
            return;
        }
        step = Assumption.LOOKUP_CAPTURE;
        success(payment.inquire(), part);
        if (several) {
            step = Assumption.CAPTURE_MORE;
            var more = payment.settle(payment.capture(part));
            var reference = more.data().operationReference();
            if (success(more, part)
                    && reference != null
                    && reference.equals(capture.data().operationReference())) {
                differs("the provider gave it the id of the first part");
            }
        } else {
            untried("declared as missing", Assumption.CAPTURE_MORE);
        }
        var captured = payment.captured();
        if (can(Feature.RELEASE)) {
            step = Assumption.RELEASE;
            var release = payment.settle(payment.release());
            if (check(release, Status.APPROVED)) {
                same(Assumption.RELEASE_AGAIN, payment, release, captured, 0);
            }
        } else {
            untried("declared as missing", Assumption.RELEASE);
        }
        sums(payment, captured, 0);
        step = Assumption.REFUND;
        check(payment.settle(payment.refund(captured)), Status.APPROVED);
        sums(payment, captured, captured);
    }

    private void calledOff() {
        if (!can(Feature.VOID)) {
            untried("declared as missing", Assumption.VOID);
            return;
        }
        var payment = authorized("manual");
        if (payment == null) {
            return;
        }
        step = Assumption.VOID;
        var cancel = payment.settle(payment.cancel());
        if (check(cancel, Status.APPROVED)) {
            same(Assumption.VOID_AGAIN, payment, cancel, 0, 0);
            refused(Assumption.CAPTURE_VOIDED, () -> payment.capture(payment.authorized()));
        }
    }

    /** A payment that its customer has agreed to, or null. */
    private @Nullable DrivenPayment authorized(String captureMethod) {
        step = Assumption.AUTHORIZE;
        var context = purchase.apply(captureMethod, account);
        var payment = drive(context);
        var result = payment.settle(payment.authorize());
        if (result.status() == Status.REQUIRES_ACTION) {
            step = Assumption.AUTHORIZE_AGAIN;
            result = payment.settle(payment.again());
            if (!check(result, Status.REQUIRES_ACTION)) {
                return null;
            }
            step = Assumption.AUTHORIZE;
            var page = result.requireNextAction().url();
            if (page != null) {
                customer.accept(page);
            }
            var until = Instant.now().plus(longestVisit);
            while (isOpen(result) && Instant.now().isBefore(until)) {
                DrivenPayment.pause(pace.pause());
                result = payment.inquire();
            }
            if (DrivenPayment.isSuccess(result)) {
                result = payment.settle(payment.complete());
            }
        }
        return success(result, context.amount()) ? payment : null;
    }

    private static boolean isOpen(ProviderResult result) {
        return switch (result.status()) {
            case REQUIRES_ACTION, PENDING, UNKNOWN, NOT_FOUND, IN_REVIEW -> true;
            case APPROVED, CAPTURED, DECLINED, NOT_EXECUTED, UNAUTHORIZED -> false;
        };
    }

    private void unknownId(DrivenPayment payment) {
        var id = payment.transactionId();
        if (id != null) {
            step = Assumption.UNKNOWN_ID;
            // Of the same form, and nobody's.
            var other = id.substring(0, id.length() - 1) + (id.endsWith("0") ? '1' : '0');
            check(payment.inquireTransaction(other), Status.NOT_FOUND, Status.UNKNOWN);
        }
    }

    /** The very same request once more: the same answer, and nothing moves. */
    private boolean same(
            Assumption again,
            DrivenPayment payment,
            ProviderResult first,
            long captured,
            long refunded) {
        step = again;
        var second = payment.settle(payment.again());
        if (!check(second, first.status())) {
            return false;
        }
        var before = first.data().operationReference();
        var after = second.data().operationReference();
        if (before != null && after != null && !before.equals(after)) {
            differs("a second one was made, %s beside %s".formatted(after, before));
            return false;
        }
        return sums(again, payment, captured, refunded);
    }

    private void sums(DrivenPayment payment, long captured, long refunded) {
        if (sums(Assumption.SUMS, payment, captured, refunded) && can(Feature.SHOWS_BOOKS)) {
            findings.held(Assumption.SUMS);
        }
    }

    /** What the provider itself shows of the payment, where it does. */
    private boolean sums(Assumption about, DrivenPayment payment, long captured, long refunded) {
        if (!can(Feature.SHOWS_BOOKS)) {
            return true;
        }
        step = about;
        var books = payment.inquireAuthorization().books();
        if (books == null || (books.captured() == captured && books.refunded() == refunded)) {
            return true;
        }
        differs(
                "the provider shows %s captured and %s refunded instead of %s and %s"
                        .formatted(books.captured(), books.refunded(), captured, refunded));
        return false;
    }

    private boolean refused(Assumption assumption, Supplier<ProviderResult> operation) {
        step = assumption;
        return check(operation.get(), Status.DECLINED);
    }

    private boolean success(ProviderResult result, long amount) {
        if (!check(result, Status.APPROVED, Status.CAPTURED)) {
            return false;
        }
        var shown = result.amountOr(amount);
        if (shown != amount) {
            differs("the provider says %s instead of %s".formatted(shown, amount));
        }
        return shown == amount;
    }

    private boolean check(ProviderResult result, Status... assumed) {
        if (QUESTIONS.contains(step) && done.getLast().calls().isEmpty()) {
            untried("the connector does not ask the provider", step);
            return false;
        }
        if (List.of(assumed).contains(result.status())) {
            findings.held(step);
            return true;
        }
        differs(described(result));
        return false;
    }

    private void differs(String seen) {
        var last = done.isEmpty() ? List.<Recorded>of() : done.getLast().calls();
        findings.differs(step, seen, last.stream().map(Recorded::summary).toList());
    }

    private void untried(String why, Assumption assumption) {
        findings.untried(assumption, why);
    }

    private boolean can(Feature feature) {
        return connector.capabilities().features().contains(feature);
    }

    private DrivenPayment drive(String captureMethod) {
        return drive(purchase.apply(captureMethod, account));
    }

    private DrivenPayment drive(Context context) {
        return new DrivenPayment(this::carryOut, connector, context, Map.of(), pace);
    }

    private ProviderResult carryOut(OperationRequest request) {
        var result = execution.carryOut(request, connector);
        done.add(new CarriedOut(step, request, recorder.take(), result));
        var decline = result.decline();
        if (decline != null
                && decline.error().code() != null
                && decline.error().unified() == UnifiedError.UNKNOWN) {
            findings.differs(
                    Assumption.ERROR_CODE,
                    "the code %s, which the table does not have".formatted(decline.error().code()),
                    List.of());
        }
        return result;
    }

    /** A result in words. */
    private String described(ProviderResult result) {
        var decline = result.decline();
        return switch (result.status()) {
            case APPROVED, CAPTURED -> "the provider did it" + amount(result);
            case DECLINED ->
                    "the provider refused it: "
                            + Objects.requireNonNull(decline).error().code()
                            + ", "
                            + decline.error().message();
            case PENDING ->
                    "the provider had not decided after %s s".formatted(pace.longest().toSeconds());
            case REQUIRES_ACTION ->
                    "the customer had not decided after %s s".formatted(longestVisit.toSeconds());
            case IN_REVIEW -> "the provider leaves it to a person";
            case NOT_FOUND -> "the provider does not know it";
            case UNAUTHORIZED -> "the provider refused the credentials";
            case NOT_EXECUTED -> "nothing was done: " + result.reason();
            case UNKNOWN -> "no certain answer: " + result.reason();
        };
    }

    private static String amount(ProviderResult result) {
        return result.amount() == null ? "" : ", for " + result.amount();
    }
}
