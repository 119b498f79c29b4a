package dev.paylater.simulator.sandbox;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.KeyOutcome;
import dev.paylater.simulator.book.Once;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.BadRequest;
import dev.paylater.simulator.dialect.Dialect;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.http.DecisionPages;
import dev.paylater.simulator.payment.Authorizing;
import dev.paylater.simulator.payment.SimulatedEvent;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.TimeAndIds;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The sandbox provider's API: who calls, which call it is, and the once of every write. */
public final class SandboxDialect implements Dialect {

    private final Book book;
    private final SandboxIds ids = new SandboxIds();
    private final SandboxPayments payments;
    private final SandboxChanges changes;
    private final SandboxReading reading;
    private final SandboxMandates mandates;
    private final SandboxAuthentications authentications;
    private final SandboxWebhooks webhooks;

    public SandboxDialect(Book book, String publicUrl) {
        var json = new SandboxJson(publicUrl);
        this.book = book;
        this.payments = new SandboxPayments(this, json);
        this.changes = new SandboxChanges(this, json);
        this.reading = new SandboxReading(this, json, book);
        this.mandates = new SandboxMandates(this, book);
        this.authentications = new SandboxAuthentications(this, book, publicUrl);
        this.webhooks = new SandboxWebhooks(json);
    }

    @Override
    public String connector() {
        return "sandbox";
    }

    @Override
    public String base() {
        return "/sandbox/v1";
    }

    /** The owner of the challenge pages. */
    public DecisionPages.Owner challenges() {
        return authentications;
    }

    @Override
    public Reply handle(ProviderCall call) {
        var caller = Caller.of(call);
        if (caller == null) {
            return Reply.of(SandboxErrors.error(401, "unauthorized", "The API key is not valid."));
        }
        try {
            return switch (call.method()) {
                case "GET" -> read(call, caller);
                case "POST" -> {
                    var key = Caller.key(call);
                    yield key == null
                            ? Reply.of(
                                    SandboxErrors.error(
                                            400,
                                            "idempotency_key_required",
                                            "Idempotency-Key of 1 to 255 characters, please."))
                            : write(call, caller, key);
                }
                default ->
                        Reply.of(
                                SandboxErrors.error(405, "method_not_allowed", "GET or POST.")
                                        .with("Allow", "GET, POST"));
            };
        } catch (BadRequest bad) {
            return Reply.of(SandboxErrors.of(bad));
        }
    }

    private Reply read(ProviderCall call, Caller caller) {
        return switch (call.segments().size() + " " + call.segment(0)) {
            case "1 payments" -> reading.payments(caller, call.query("merchant_reference"));
            case "2 payments" -> reading.payment(caller, call.segment(1));
            case "1 operations" -> reading.operation(caller, call.query("idempotency_key"));
            case "2 mandates" -> mandates.get(caller, call.segment(1));
            case "2 disputes" -> reading.dispute(caller, call.segment(1));
            case "3 three_ds" ->
                    call.segment(1).equals("authentications")
                            ? authentications.get(caller, call.segment(2))
                            : Reply.of(SandboxErrors.notFound());
            default -> Reply.of(SandboxErrors.notFound());
        };
    }

    private Reply write(ProviderCall call, Caller caller, String key) {
        return switch (call.segments().size() + " " + call.segment(0)) {
            case "1 payments" -> payments.create(call, caller, key);
            case "3 payments" -> change(call, caller, key, reading.known(caller, call.segment(1)));
            case "3 disputes" ->
                    change(call, caller, key, reading.disputed(caller, call.segment(1)));
            case "2 three_ds" ->
                    call.segment(1).equals("authentications")
                            ? authentications.create(call, caller, key)
                            : Reply.of(SandboxErrors.notFound());
            case "3 mandates" ->
                    call.segment(2).equals("revoke")
                            ? mandates.revoke(call, caller, key, call.segment(1))
                            : Reply.of(SandboxErrors.notFound());
            default -> Reply.of(SandboxErrors.notFound());
        };
    }

    private Reply change(
            ProviderCall call, Caller caller, String key, @Nullable SimulatedPayment payment) {
        return payment == null
                ? Reply.of(SandboxErrors.notFound())
                : changes.change(call, caller, key, payment);
    }

    /** A reply, and whether it is one that was given before: only a first one gets lost. */
    record Given(Reply reply, boolean replayed) {}

    Given once(
            ProviderCall call,
            Caller caller,
            String key,
            String type,
            Function<Change, KeyOutcome> step) {
        var outcome = book.once(connector(), caller.account(), key, type, call.fingerprint(), step);
        return switch (outcome) {
            case Once.Decided(var decision) -> new Given(Reply.of(decision.answer()), false);
            case Once.Repeated(var answer) ->
                    new Given(Reply.of(answer.with("Idempotent-Replayed", "true")), true);
            case Once.Reused() ->
                    new Given(
                            Reply.of(
                                    SandboxErrors.error(
                                            409,
                                            "idempotency_key_reused",
                                            "The key was used for another request.")),
                            true);
        };
    }

    @Override
    public Subject subject(ProviderCall call) {
        var asked = call.query("idempotency_key");
        var key = asked == null ? call.header("Idempotency-Key") : asked;
        return new Subject(merchantReference(call), key);
    }

    private @Nullable String merchantReference(ProviderCall call) {
        var asked = call.query("merchant_reference");
        if (asked != null) {
            return asked;
        }
        return switch (call.segments().size() + " " + call.segment(0)) {
            case "2 payments", "3 payments" -> referenceOf(call.segment(1));
            case "2 disputes", "3 disputes" ->
                    referenceOf(reading.paymentOfDispute(call.segment(1)));
            case "1 operations" -> referenceOfOperation(call);
            default -> sentReference(call);
        };
    }

    private @Nullable String referenceOf(@Nullable String paymentId) {
        var payment = paymentId == null ? null : book.payment(paymentId);
        return payment == null ? null : payment.merchantReference();
    }

    private @Nullable String referenceOfOperation(ProviderCall call) {
        var caller = Caller.of(call);
        var key = call.query("idempotency_key");
        var operation =
                caller == null || key == null
                        ? null
                        : book.operation(connector(), caller.account(), key);
        return operation == null ? null : referenceOf(operation.paymentId());
    }

    private static @Nullable String sentReference(ProviderCall call) {
        try {
            var sent = call.json().get("merchant_reference");
            return sent != null && sent.isString() ? sent.stringValue() : null;
        } catch (BadRequest bad) {
            return null;
        }
    }

    @Override
    public ProviderAnswer trouble(int status) {
        return SandboxErrors.trouble(status);
    }

    @Override
    public TimeAndIds.Ids ids() {
        return ids;
    }

    @Override
    public @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening, long now) {
        return webhooks.notice(payment, happening, now);
    }

    @Override
    public Map<String, String> sign(Webhook webhook, long now) {
        return SandboxWebhooks.sign(webhook, now);
    }

    @Override
    public @Nullable String returnUrl(SimulatedPayment payment, Authorizing.Choice choice) {
        return payment.returnUrl() == null
                ? null
                : with(
                        payment.returnUrl(),
                        "provider_payment_id="
                                + payment.id()
                                + "&decision="
                                + SandboxJson.lower(choice));
    }

    static String with(String url, String query) {
        return url + (url.indexOf('?') < 0 ? '?' : '&') + query;
    }
}
