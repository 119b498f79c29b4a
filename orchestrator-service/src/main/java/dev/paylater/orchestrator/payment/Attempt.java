package dev.paylater.orchestrator.payment;

import dev.paylater.kernel.Refusal;
import dev.paylater.options.CarriedMember;
import dev.paylater.options.CarriedOptions;
import dev.paylater.options.IgnoredOptions;
import dev.paylater.options.NeededCapability;
import dev.paylater.provider.ProviderBooks;
import dev.paylater.provider.ProviderData;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One try to get a payment authorized at one connector account, and the money of that
 * authorization.
 *
 * @param amount minor units that the provider is asked to authorize
 * @param features what the connector can do beyond the ordinary, see {@link #featuresOf}
 * @param mandateRevokedAt from when on the mandate that came with it pays no more
 * @param cancellationReason of the latest void or release
 * @param operationsStarted numbers voids, releases and the like
 * @param unwanted what the provider holds or has taken of it although it has ended
 * @param booksInquiredAt when the inquiry was sent whose answer shows the provider's books; null
 *     when money has moved since, as nobody can tell whether the answer has seen that
 * @param booksDiffering the provider's books, when they show more than can have happened
 * @param amountDiffering the latest answer that was good for another amount than was asked for
 * @param settledReleased what the provider has been made to give up of what merchant and customer
 *     had settled between themselves: minor units; null while no release has come about
 */
@RecordBuilder
public record Attempt(
        String attemptId,
        int number,
        String connector,
        String merchantConnectorId,
        List<String> features,
        AttemptStage stage,
        long amount,
        Amounts amounts,
        @Nullable String paymentMethodType,
        CaptureMethod captureMethod,
        Instant createdAt,
        Instant modifiedAt,
        ProviderData data,
        @Nullable String mandateId,
        @Nullable Instant mandateRevokedAt,
        @Nullable String cancellationReason,
        int operationsStarted,
        @Nullable UnwantedMoney unwanted,
        @Nullable Instant booksInquiredAt,
        @Nullable ProviderBooks booksDiffering,
        @Nullable AmountDifference amountDiffering,
        @Nullable Long settledReleased)
        implements AttemptBuilder.With {

    static final String ACCEPT_DISPUTE = NeededCapability.ACCEPT_DISPUTE.capability();
    static final String CHALLENGE_DISPUTE = NeededCapability.CHALLENGE_DISPUTE.capability();
    public static final String DIRECT_CAPTURE = NeededCapability.DIRECT_CAPTURE.capability();
    public static final String AUTHORIZES_BY_SESSION = "authorizes_by_session";
    public static final String MANUAL_REVIEW = "manual_review";
    public static final String DIRECT_SETTLEMENT = "direct_settlement";
    public static final String RELEASE = NeededCapability.RELEASE.capability();

    /** Of an attempt of which merchant and customer settle all between themselves. */
    public static final String SETTLED_DIRECTLY = "settled_directly";

    /** Of attempts whose profile takes an approval of less than was asked for. */
    public static final String ACCEPT_PARTIAL_APPROVAL = "accept_partial_approval";

    /** Of a provider that takes shipments of captures alone. */
    public static final String SHIPMENTS_OF_CAPTURES = "shipments_of_captures";

    private static final String SHOWS_BOOKS = "shows_books";

    private static final Set<String> STORED_FEATURES =
            Stream.concat(
                            IgnoredOptions.CAPABILITIES.stream(),
                            Stream.of(
                                    ConnectorAccount.STRICT,
                                    ACCEPT_PARTIAL_APPROVAL,
                                    ACCEPT_DISPUTE,
                                    CHALLENGE_DISPUTE,
                                    DIRECT_CAPTURE,
                                    RELEASE,
                                    SETTLED_DIRECTLY,
                                    AUTHORIZES_BY_SESSION,
                                    MANUAL_REVIEW,
                                    SHIPMENTS_OF_CAPTURES,
                                    SHOWS_BOOKS))
                    .collect(Collectors.toUnmodifiableSet());

    /**
     * How long after an authorization lapses its provider is asked: clocks differ, and providers
     * take a while to release it.
     */
    private static final Duration AFTER_LAPSE = Duration.ofMinutes(1);

    /** How much of an authorization was captured. */
    enum CapturedPart {
        NOTHING,
        PART,
        PART_AND_MORE_CAN_BE,
        ALL
    }

    /** Why a request with these fields is not for this account, or null. */
    public @Nullable Refusal findOtherAccount(Map<String, String> details) {
        var named = CarriedOptions.text(details, CarriedMember.CREDS_IDENTIFIER.carriedName());
        return named == null || named.equals(merchantConnectorId)
                ? null
                : Refusals.otherAccount(merchantConnectorId);
    }

    /**
     * Those features of a connector that anybody asks an attempt for: they are stored with each of
     * them. The others decide no more than where an attempt is made.
     */
    static List<String> featuresOf(ConnectorAccount account) {
        return account.features().stream().filter(STORED_FEATURES::contains).toList();
    }

    /** Whether the connector could do this when the attempt was made. */
    public boolean can(String feature) {
        if (!STORED_FEATURES.contains(feature)) {
            throw new IllegalArgumentException(feature + " is not stored with attempts");
        }
        return features.contains(feature);
    }

    /** Whether the provider's answers show what it has captured and refunded in total. */
    public boolean showsBooks() {
        return can(SHOWS_BOOKS);
    }

    /** What was authorized, else what the provider was asked for and may have authorized. */
    public long heldAtMost() {
        return amounts.authorized() == 0 ? amount : amounts.authorized();
    }

    CapturedPart taken() {
        if (amounts.captured() == 0 && amounts.held() > 0) {
            return CapturedPart.NOTHING;
        }
        if (amounts.captured() == amounts.authorized()) {
            return CapturedPart.ALL;
        }
        return amounts.held() > 0 && captureMethod == CaptureMethod.MANUAL_MULTIPLE
                ? CapturedPart.PART_AND_MORE_CAN_BE
                : CapturedPart.PART;
    }

    /**
     * After this much is no longer held; it has ended when nothing is, and nothing was captured.
     */
    public Attempt releasing(long amount) {
        var less = withAmounts(amounts.releasing(amount));
        return amounts.captured() > 0
                        || less.amounts.held() > 0
                        || stage instanceof AttemptStage.Ended
                ? less
                : less.withStage(new AttemptStage.Voided());
    }

    /** When to ask whether the provider has given up its authorization; null: it said no time. */
    public @Nullable Instant lapseDue() {
        var until = data.authorizedUntil();
        return until == null ? null : until.plus(AFTER_LAPSE);
    }

    /** Asked once its time was over: a provider that holds on is asked the next day again. */
    public Attempt lapseInquired(Instant at) {
        var due = lapseDue();
        return due == null || due.isAfter(at)
                ? this
                : withData(data.withAuthorizedUntil(at.plus(Duration.ofDays(1))));
    }

    public @Nullable String connectorTransactionId() {
        return data.transactionId();
    }

    public @Nullable String connectorMandateId() {
        return data.mandateId();
    }

    /**
     * With data that the provider has answered; a mandate among them is named after the attempt.
     */
    public Attempt withProviderData(ProviderData newer) {
        var learned = withData(newer.over(data));
        return newer.mandateId() == null || mandateId != null
                ? learned
                : learned.withMandateId("man_" + attemptId);
    }

    /** To be authorized under a consent that was given before. */
    public Attempt underMandate(@Nullable String connectorMandateId) {
        return withData(ProviderData.NONE.withMandateId(connectorMandateId).over(data));
    }
}
