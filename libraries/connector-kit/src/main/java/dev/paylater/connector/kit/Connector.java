package dev.paylater.connector.kit;

import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.ProviderResult.Status;
import java.net.URI;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A provider as the caller sees it: which call an operation becomes, what the answer means, and
 * what notifications say. Who calls, retries, waits and records is the same for all providers.
 */
public final class Connector {

    /** The capture methods that take one capture at most. */
    private static final Set<String> ONE_CAPTURE =
            Set.of("automatic", "manual", "scheduled", "sequential_automatic");

    private final Profile profile;
    private final Operations operations;
    private final Webhooks webhooks;
    private final Capabilities capabilities;

    private Connector(Provider provider) {
        profile = provider.profile();
        operations = provider.operations();
        webhooks = provider.webhooks();
        capabilities =
                new Capabilities(
                        profile.currencies(),
                        profile.countries(),
                        profile.markets(),
                        profile.paymentMethodTypes(),
                        captureMethods(),
                        features(),
                        operations.idempotency());
    }

    /** What takes several captures is not for a provider that makes one. */
    private Set<String> captureMethods() {
        return profile.features().contains(Feature.MULTIPLE_CAPTURE) ? Set.of() : ONE_CAPTURE;
    }

    /** What is declared, and what follows from the operations. */
    private Set<Feature> features() {
        var features = new HashSet<>(profile.features());
        features.addAll(operations.features());
        if (features.contains(Feature.DIRECT_CAPTURE) || features.contains(Feature.VOID)) {
            features.add(Feature.DIRECT_SETTLEMENT);
        }
        return Set.copyOf(features);
    }

    public static Connector of(Provider provider) {
        return new Connector(provider);
    }

    public String name() {
        return profile.name();
    }

    /** What an account at the provider has. */
    public AccountForm accountForm() {
        return profile.account();
    }

    /** What customers are shown of the provider. */
    public Shopfront shopfront() {
        return profile.shopfront().in(profile.countries());
    }

    public Capabilities capabilities() {
        return capabilities;
    }

    /** Where the calls' paths begin. */
    public URI baseUrl(Account account) {
        return baseUrl(profile, account);
    }

    /** Where the paths of a provider's calls begin for this account. */
    public static URI baseUrl(Profile profile, Account account) {
        return account.baseUrl() == null ? profile.live().apply(account) : account.baseUrl();
    }

    /**
     * How to get the short-lived token that the provider wants on its calls, or null when the
     * account's credentials are enough. The caller keeps it, puts it on every call, and gets a new
     * one when the provider does not accept it any more.
     */
    public @Nullable Login login(Account account) {
        var login = operations.api().authentication().login();
        return login == null ? null : login.apply(account);
    }

    /** A call that moves nothing and shows whether the provider accepts an account, if any does. */
    public Optional<Harmless> harmless() {
        return Optional.ofNullable(operations.look())
                .map(look -> new Harmless(look, operations.absent(), profile));
    }

    /**
     * Does the operation, without doing it twice.
     *
     * @param mayHaveBeenTried an earlier delivery of the same request may have called the provider
     */
    public Step perform(Context context, boolean mayHaveBeenTried) {
        var row = operations.row(context);
        if (row == null) {
            return Step.done(
                    ProviderResult.invalid(
                            name() + " does not support " + context.operation().wireName()));
        }
        if (!mayHaveBeenTried && isCapturedAgain(context)) {
            return Step.done(ProviderResult.invalid(name() + " captures a payment once"));
        }
        var unlessFound = row.inquire().on(Status.NOT_FOUND, row.perform());
        var rule =
                switch (row.idempotency()) {
                    case HARMLESS -> row.perform();
                    case KEY ->
                            mayHaveBeenTried && !context.account().repeatsKeys()
                                    ? unlessFound
                                    : row.perform();
                    case INQUIRE_FIRST -> unlessFound;
                    case ONCE -> mayHaveBeenTried ? row.inquire() : row.perform();
                };
        return rule.begin(context);
    }

    private boolean isCapturedAgain(Context context) {
        return context.operation() == Operation.CAPTURE
                && context.capturedAmount() > 0
                && !capabilities.features().contains(Feature.MULTIPLE_CAPTURE);
    }

    /** Whether it would happen twice if two deliveries of its request acted. */
    public boolean needsLease(Context context) {
        var row = operations.row(context);
        return row != null
                && switch (row.idempotency()) {
                    case INQUIRE_FIRST, ONCE -> true;
                    case KEY -> !context.account().repeatsKeys();
                    case HARMLESS -> false;
                };
    }

    /** Says what became of an operation. */
    public Step inquire(Context context) {
        var row = operations.row(context);
        if (row == null && context.operation() == Operation.COMPLETE_AUTHORIZE) {
            row = operations.row(context.withOperation(Operation.AUTHORIZE));
        }
        return row == null ? Step.done(ProviderResult.notFound()) : row.inquire().begin(context);
    }

    /**
     * Verifies and reads what the provider sent by itself.
     *
     * @param now against which the provider's time stamp is checked
     */
    public Notice read(Notification notification, Account account, Instant now) {
        return webhooks.read(notification, account, now);
    }
}
