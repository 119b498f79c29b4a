package dev.paylater.api.document;

import dev.paylater.kit.security.SealedPlace;
import dev.paylater.options.LinkLifetime;
import dev.paylater.options.Routing;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A payment as orchestrator-service stores it; docs/makers/data-model.md names every field. */
public final class PaymentDocument {

    private static final Logger log = LoggerFactory.getLogger(PaymentDocument.class);
    private static final Set<String> HISTORY = Set.of("journal");
    private static final Set<String> UNPAID =
            Set.of("requires_payment_method", "requires_confirmation");

    private final Fields root;
    private final Fields payment;
    private final Fields intent;
    private final Fields terms;
    private final List<Fields> attempts;
    private final Fields latestAttempt;
    private final List<Fields> capturesOfLatestAttempt;

    public PaymentDocument(Fields root) {
        this.root = root;
        this.payment = root.section("payment");
        this.intent = payment.section("intent");
        this.terms = payment.section("terms");
        this.attempts = payment.sections("attempts");
        this.latestAttempt = attempts.isEmpty() ? Fields.NONE : attempts.getLast();
        var attemptId = latestAttempt.text("attempt_id");
        this.capturesOfLatestAttempt =
                payment.sections("captures").stream()
                        .filter(capture -> Objects.equals(capture.text("attempt_id"), attemptId))
                        .toList();
    }

    /** Counts what has changed it. */
    public long version() {
        return Objects.requireNonNullElse(root.number("version"), 0L);
    }

    /** Reads a payment without its history. */
    public static PaymentDocument read(ByteBuffer bson) {
        return new PaymentDocument(Fields.read(bson, HISTORY));
    }

    /** Reads a payment for a list: one with damaged parts is there without its parts. */
    public static PaymentDocument readListed(ByteBuffer bson) {
        var root = Fields.read(bson, HISTORY);
        try {
            return new PaymentDocument(root);
        } catch (RuntimeException e) {
            log.error("A payment, {}, is damaged", root.section("payment").value("payment_id"), e);
            return new PaymentDocument(root.withoutLists());
        }
    }

    /** Reads a payment with its history. */
    public static PaymentDocument readWithJournal(ByteBuffer bson) {
        return new PaymentDocument(Fields.read(bson, Set.of()));
    }

    Fields root() {
        return root;
    }

    Fields payment() {
        return payment;
    }

    Fields intent() {
        return intent;
    }

    public String merchantId() {
        return payment().requiredText("merchant_id");
    }

    public String paymentId() {
        return payment().requiredText("payment_id");
    }

    /** Where sealed texts of one of its fields belong. */
    public SealedPlace place(String field) {
        return new SealedPlace(merchantId(), paymentId(), field);
    }

    /** Whether it is this payment; a damaged one may not say. */
    public boolean hasId(String paymentId) {
        return paymentId.equals(payment().value("payment_id"));
    }

    public @Nullable String profileId() {
        return payment().text("profile_id");
    }

    public String status() {
        return root.requiredText("status");
    }

    public String currency() {
        return intent().requiredText("currency");
    }

    public long amount() {
        return intent().numberOr("amount", 0);
    }

    /** What was captured and is neither refunded nor being refunded. */
    public long amountRefundable() {
        return root.numberOr("amount_received", 0) - root.numberOr("amount_refunded", 0);
    }

    /** Automatic unless the merchant has set another. */
    public String captureMethod() {
        var method = intent().text("capture_method");
        return method == null ? "automatic" : method;
    }

    String authenticationType() {
        var type = intent().text("authentication_type");
        return type == null ? "no_three_ds" : type;
    }

    public Instant created() {
        return Objects.requireNonNull(payment().time("created"));
    }

    public @Nullable Instant expiresOn() {
        return payment().time("expires_on");
    }

    public boolean isExpired(Instant now) {
        var expiresOn = expiresOn();
        return expiresOn != null && !now.isBefore(expiresOn);
    }

    /** Whether the payment has failed and may be confirmed again. */
    public boolean mayBeRetried(Instant now) {
        var until = root.time("retry_until");
        return status().equals("failed") && until != null && now.isBefore(until);
    }

    /** Whether it can be confirmed: for the first time, or again after it has failed. */
    public boolean isConfirmable(Instant now) {
        return isUnpaid() || mayBeRetried(now);
    }

    /** Whether it waits for its first confirm. */
    public boolean isUnpaid() {
        return UNPAID.contains(status());
    }

    /** The provider's code of the latest attempt's error; null when there is none. */
    public @Nullable String latestErrorCode() {
        return stage(latestAttempt()).section("error").text("code");
    }

    /** What the latest attempt's error comes to, a unified_code; null when there is none. */
    public @Nullable String latestUnifiedCode() {
        return stage(latestAttempt()).section("error").text("unified");
    }

    /** Whether something may have happened that a refused account cannot be asked about. */
    boolean waitsForRefusedAccount() {
        var attemptId = latestAttempt.text("attempt_id");
        return status().equals("processing")
                && payment.sections("operations").stream()
                        .filter(
                                operation ->
                                        Objects.equals(operation.text("attempt_id"), attemptId))
                        .anyMatch(operation -> operation.isSet("account_refused"));
    }

    /** The JSON text of a field that is only carried. */
    public @Nullable String term(String name) {
        return terms.text(name);
    }

    /** An option that the state machine looks into: a text, number, flag, time or list of texts. */
    public @Nullable Object option(String name) {
        return intent.value(name);
    }

    /** An option that is a list of texts; empty when it is unset. */
    public List<String> optionTexts(String name) {
        return intent.texts(name);
    }

    /** An option that is an amount; 0 when it is unset. */
    public long optionAmount(String name) {
        return intent.numberOr(name, 0);
    }

    /** The routing rule that the merchant gave the payment; empty: the profile's rule holds. */
    public Optional<Routing> routing() {
        return RoutingDocument.read(intent.section("routing"));
    }

    /** The JSON texts of all carried fields, by name. */
    public Map<String, String> terms() {
        return terms.names().stream()
                .collect(Collectors.toUnmodifiableMap(Function.identity(), terms::requiredText));
    }

    /** Whether the customer's client has set a field, and may so again. */
    public boolean isOfClient(String path) {
        return clientFields().stream()
                .anyMatch(own -> path.equals(own) || path.startsWith(own + "."));
    }

    /** Paths of the fields that the customer's client has set. */
    public List<String> clientFields() {
        return optionTexts("client_fields");
    }

    /** What is charged: the amount and everything that comes on top of it. */
    public long netAmount() {
        return root.numberOr("net_amount", amount());
    }

    /** Whether a payment link was asked for. */
    public boolean hasLink() {
        return "true".equals(term("payment_link"));
    }

    /** Whether others are made from it, one for each shopper who pays by its link. */
    public boolean isReusable() {
        return hasLink() && LinkLifetime.isReusable(term(LinkLifetime.CONFIG));
    }

    /** Until when it can be paid by its link. */
    public Instant linkEnd() {
        var session = expiresOn();
        return LinkLifetime.end(
                created(), session == null ? created() : session, term(LinkLifetime.CONFIG));
    }

    /** Whether nobody can pay it by its link any more. */
    public boolean isLinkExpired(Instant now) {
        return !now.isBefore(linkEnd());
    }

    public List<Fields> attempts() {
        return attempts;
    }

    Fields latestAttempt() {
        return latestAttempt;
    }

    /** Where the provider wants the customer, if anywhere. */
    public @Nullable String latestNextActionUrl() {
        return nextActionUrl(latestAttempt());
    }

    /** Whether the customer's bank has to authenticate them before the authorization. */
    public boolean awaitsThreeDs() {
        return status().equals("requires_customer_action")
                && NextActions.THREE_DS.equals(
                        stage(latestAttempt()).section("next_action").text("type"));
    }

    /** The bank's answer for the latest attempt, as JSON text; null: it was not asked yet. */
    public @Nullable String threeDs() {
        return latestAttempt().section("data").text("three_ds");
    }

    /** Where the provider wants the customer of an attempt, if anywhere. */
    public static @Nullable String nextActionUrl(Fields attempt) {
        return stage(attempt).section("next_action").text("url");
    }

    /** What only an attempt at its stage knows: a next action, an error. */
    static Fields stage(Fields attempt) {
        return attempt.section("stage").section("d");
    }

    /** The attempt with this id. */
    public Fields attempt(@Nullable String attemptId) {
        return attempts().stream()
                .filter(attempt -> Objects.equals(attempt.text("attempt_id"), attemptId))
                .findFirst()
                .orElse(Fields.NONE);
    }

    List<Fields> capturesOfLatestAttempt() {
        return capturesOfLatestAttempt;
    }

    public List<Fields> refunds() {
        return payment().sections("refunds");
    }

    public List<Fields> disputes() {
        return payment().sections("disputes");
    }

    public List<Fields> shipments() {
        return payment().sections("shipments");
    }

    /** Every event so far, when it was read. */
    public List<Fields> journal() {
        return root.sections("journal");
    }

    /** Whether a command has been taken, so that it is not refused any more. */
    public boolean hasAccepted(String commandId) {
        return isInJournal(commandId) || isAwaited(commandId);
    }

    /** Whether a command has been dealt with and nothing waits for its outcome any more. */
    public boolean hasSettled(String commandId) {
        return isInJournal(commandId) && !isAwaited(commandId);
    }

    private boolean isInJournal(String commandId) {
        return journal().stream().anyMatch(event -> commandId.equals(event.text("cause")));
    }

    /** By whoever sent it: one that changes nothing may wait for what is under way. */
    private boolean isAwaited(String commandId) {
        return root.sections("waiters").stream()
                .anyMatch(waiter -> commandId.equals(waiter.text("command_id")));
    }
}
