package dev.paylater.connector.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an account at a provider has. Accounts are checked by it when they are made, and
 * docs/operators/connector-accounts.md is made of it; a test holds that a connector reads nothing
 * else.
 *
 * @param credentials all of them are required
 * @param test how an account is one at the provider's test system; null where it says nothing of it
 */
public record AccountForm(
        List<String> credentials, List<Setting> settings, @Nullable TestSystem test) {

    /** How an account says that it is one at the provider's test system. */
    public sealed interface TestSystem {

        /** By its {@code base_url}. */
        record Address(String baseUrl) implements TestSystem {}

        /** By this setting, when it is true. */
        record Flag(String setting) implements TestSystem {}
    }

    /** What a setting's value is. */
    public enum Kind {
        TEXT,
        FLAG,
        NUMBER,
        OBJECT
    }

    /**
     * A setting; none is required.
     *
     * @param usual what is done without it, for people
     * @param meaning for people; may be empty
     */
    public record Setting(String name, Kind kind, String usual, String meaning) {}

    /** Settings that every account may have. */
    public static final List<Setting> COMMON =
            List.of(
                    new Setting(
                            "timeout_millis",
                            Kind.NUMBER,
                            "`paylater.calls.timeout`, 20 s",
                            "until an answer has arrived completely; after that the result is"
                                    + " unknown and inquired about"),
                    new Setting(
                            "max_concurrent_calls",
                            Kind.NUMBER,
                            "`paylater.calls.max-concurrent`, 1000",
                            "calls under way at the same time (bulkhead), at most"
                                    + " `paylater.calls.max-concurrent`; a further one waits up to"
                                    + " `paylater.calls.patience`, 5 s, for its turn"),
                    new Setting(
                            "max_calls_per_second",
                            Kind.NUMBER,
                            "`paylater.calls.max-per-second`, no limit",
                            "rate limit, with the same patience"),
                    new Setting(
                            "locale", Kind.TEXT, "none", "for payments that name none, as `de-DE`"),
                    new Setting(
                            "repeats_keys",
                            Kind.FLAG,
                            "true",
                            "false: this account's provider is not trusted to know an idempotency"
                                    + " key again; what may have been tried is inquired about"
                                    + " first"));

    /** An account with these credentials and no settings of its own. */
    public static AccountForm of(String... credentials) {
        return new AccountForm(List.of(credentials), List.of(), null);
    }

    /** The provider's test system has this address. */
    public AccountForm testedAt(String baseUrl) {
        return new AccountForm(credentials, settings, new TestSystem.Address(baseUrl));
    }

    /** A setting that is true chooses the provider's test system. */
    public AccountForm testedBy(String flag) {
        return new AccountForm(credentials, settings, new TestSystem.Flag(flag));
    }

    public AccountForm text(String name, String usual, String meaning) {
        return with(new Setting(name, Kind.TEXT, usual, meaning));
    }

    public AccountForm flag(String name, String usual, String meaning) {
        return with(new Setting(name, Kind.FLAG, usual, meaning));
    }

    public AccountForm number(String name, String usual, String meaning) {
        return with(new Setting(name, Kind.NUMBER, usual, meaning));
    }

    public AccountForm object(String name, String usual, String meaning) {
        return with(new Setting(name, Kind.OBJECT, usual, meaning));
    }

    /** Its own settings, then those of every account that it does not describe itself. */
    public Stream<Setting> allSettings() {
        return Stream.concat(
                settings.stream(),
                COMMON.stream()
                        .filter(
                                common ->
                                        settings.stream()
                                                .noneMatch(
                                                        own -> own.name().equals(common.name()))));
    }

    private AccountForm with(Setting setting) {
        var more = new ArrayList<>(settings);
        more.add(setting);
        return new AccountForm(credentials, List.copyOf(more), test);
    }
}
