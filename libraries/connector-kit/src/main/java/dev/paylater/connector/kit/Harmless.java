package dev.paylater.connector.kit;

import dev.paylater.provider.ProviderResult.Status;
import dev.paylater.schemas.PaymentOptions;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/**
 * A look at a payment that cannot exist. It moves nothing, and the provider answers it with not
 * found if it accepts the account, and otherwise with a refusal.
 */
public final class Harmless {

    /** No provider gives this id, and each that wants a UUID takes it for one. */
    private static final String NOBODYS = "00000000-0000-0000-0000-000000000000";

    private final Request look;
    private final Set<String> absent;
    private final AccountForm form;
    private final String currency;

    Harmless(Request look, Set<String> absent, Profile profile) {
        this.look = look;
        this.absent = absent;
        form = profile.account();
        currency = profile.currencies().stream().sorted().findFirst().orElse("EUR");
    }

    /** What a provider's answer says of the account. */
    public enum Answered {
        ACCEPTED,
        REFUSED,
        /** Neither; not even that the address is the provider's. */
        UNCLEAR
    }

    /**
     * The call, with the account's credentials.
     *
     * @throws BadAccount when one of those that the connector declares is missing
     */
    public HttpCall call(Account account) {
        form.credentials().forEach(account::credential);
        return look.call(context(account));
    }

    /** A page in place of JSON is no answer of a provider, whatever its status. */
    public Answered read(HttpAnswer answer) {
        var type = answer.header("content-type");
        if (answer.status() == 401) {
            return Answered.REFUSED;
        }
        if (type != null && type.contains("html")) {
            return Answered.UNCLEAR;
        }
        try {
            var errors = look.api().errors();
            if (answer.isSuccess() || errors.isAbsent(answer) || isAbsent(answer)) {
                return Answered.ACCEPTED;
            }
            return answer.status() == 403 || errors.result(answer).status() == Status.UNAUTHORIZED
                    ? Answered.REFUSED
                    : Answered.UNCLEAR;
        } catch (UnreadableAnswer e) {
            return Answered.UNCLEAR;
        }
    }

    private boolean isAbsent(HttpAnswer answer) {
        var code = absent.isEmpty() ? null : look.api().errors().code(answer.json());
        return code != null && absent.contains(code);
    }

    private Context context(Account account) {
        return new Context(
                Operation.AUTHORIZE,
                account.merchantId(),
                NOBODYS,
                NOBODYS,
                NOBODYS,
                NOBODYS,
                1,
                0,
                currency,
                0,
                0,
                "manual",
                Instant.EPOCH,
                Instant.EPOCH,
                NOBODYS,
                null,
                Map.of(),
                PaymentOptions.newBuilder().build(),
                new Fields(Map.of()),
                new Fields(Map.of()),
                null,
                new Context.Links("", ""),
                account);
    }
}
