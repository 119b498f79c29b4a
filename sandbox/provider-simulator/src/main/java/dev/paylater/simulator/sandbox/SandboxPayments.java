package dev.paylater.simulator.sandbox;

import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.Document;
import dev.paylater.simulator.book.KeyOutcome;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.payment.Authorizing;
import dev.paylater.simulator.payment.ProviderFailure;
import dev.paylater.simulator.payment.RuleResult;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Stage;
import dev.paylater.simulator.payment.Tag;
import dev.paylater.simulator.payment.TimeAndIds;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** POST /payments: what is asked for, what the tags make of it, and what becomes of the answer. */
final class SandboxPayments {

    private static final long SLOW_MILLIS = 3_000;
    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");
    private static final Set<String> SUB_TYPES =
            Set.of(
                    "direct_debit",
                    "installment_invoice",
                    "installment_direct_debit",
                    "invoice",
                    "subscription_invoice",
                    "subscription_direct_debit");

    private final SandboxDialect dialect;
    private final SandboxJson json;

    SandboxPayments(SandboxDialect dialect, SandboxJson json) {
        this.dialect = dialect;
        this.json = json;
    }

    Reply create(ProviderCall call, Caller caller, String key) {
        var body = StrictFields.of(call.json());
        var mandate = SandboxMandates.Wish.in(body.object("mandate"));
        var asked = asked(body, caller, key, mandate);
        var reply =
                dialect.once(
                        call,
                        caller,
                        key,
                        "payment",
                        change -> decide(change, asked, body, mandate));
        return reply.replayed() ? reply.reply() : onItsWay(reply.reply(), asked);
    }

    private SimulatedPayment asked(
            StrictFields body, Caller caller, String key, SandboxMandates.Wish mandate) {
        var details = BookJson.MAPPER.createObjectNode();
        var subType = body.oneOf("sub_type", SUB_TYPES);
        details.put("sub_type", subType == null ? "invoice" : subType);
        if (body.has("metadata")) {
            details.set("metadata", body.object("metadata").object());
        }
        var capture = body.oneOf("capture", Set.of("manual", "automatic"));
        return new SimulatedPayment(
                "",
                dialect.connector(),
                caller.account(),
                body.requiredText("merchant_reference"),
                body.text("attempt_reference"),
                key,
                0,
                0,
                body.requiredText("currency", CURRENCY),
                body.requiredAmount("amount", mandate.create() ? 0 : 1),
                "automatic".equals(capture),
                tags(body, mandate),
                Stage.PENDING,
                null,
                0,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                body.text("return_url"),
                body.text("webhook_url"),
                details);
    }

    /** A payment by mandate happens without the customer, so nothing can be asked of one. */
    private static Set<Tag> tags(StrictFields body, SandboxMandates.Wish mandate) {
        var tags = tags(body);
        if (mandate.use() == null || tags.isEmpty()) {
            return tags;
        }
        var rest = EnumSet.copyOf(tags);
        rest.removeAll(EnumSet.of(Tag.REDIRECT, Tag.REDIRECT_EXPIRED));
        return Collections.unmodifiableSet(rest);
    }

    static Set<Tag> tags(StrictFields body) {
        var billing = body.object("billing").text("email");
        var email = billing == null ? body.object("customer").text("email") : billing;
        return email == null ? Set.of() : Tag.in(email);
    }

    private KeyOutcome decide(
            Change change,
            SimulatedPayment asked,
            StrictFields body,
            SandboxMandates.Wish mandate) {
        if (asked.has(Tag.ERROR) || asked.has(Tag.TIMEOUT)) {
            return new KeyOutcome.Passing(SandboxErrors.trouble(503));
        }
        if (asked.has(Tag.ERROR_ONCE) && firstTime(change, asked)) {
            return new KeyOutcome.Passing(SandboxErrors.trouble(503));
        }
        if (asked.has(Tag.INVALID)) {
            return refused("invalid_data", "The provider cannot use the customer's data.");
        }
        if (mandate.use() != null) {
            var problem = SandboxMandates.problem(change, asked.account(), mandate.use());
            if (problem != null) {
                return refused(problem, "The mandate cannot be used.");
            }
        }
        var authentication = body.object("three_ds").text("authentication_id");
        var authenticated = true;
        if (authentication != null) {
            var status = SandboxAuthentications.status(change, asked, authentication);
            if (status == null) {
                return refused("authentication_not_found", "The authentication is unknown.");
            }
            authenticated = "authenticated".equals(status);
        }
        var moment = new TimeAndIds(change.now(), dialect.ids());
        var payment =
                asked.withId(moment.ids().next(TimeAndIds.Kind.PAYMENT))
                        .withCreated(change.now())
                        .withUpdated(change.now());
        if (mandate.create() && !asked.has(Tag.NO_MANDATE)) {
            SandboxMandates.create(change, payment, mandate);
        } else if (mandate.use() != null) {
            payment.details().put("mandate_id", mandate.use());
        }
        return opened(
                change,
                authenticated
                        ? Authorizing.open(payment, moment)
                        : Authorizing.declined(
                                payment,
                                ProviderFailure.Code.AUTHENTICATION_FAILED,
                                "The customer was not authenticated."));
    }

    private KeyOutcome opened(Change change, RuleResult.Done done) {
        Steps.answered(change, dialect, done);
        return new KeyOutcome.Recorded(
                ProviderAnswer.of(201, json.payment(done.payment())),
                done.subject(),
                done.subject());
    }

    private static boolean firstTime(Change change, SimulatedPayment asked) {
        var id = "error-once " + asked.account() + ' ' + asked.merchantReference();
        if (change.document(id) != null) {
            return false;
        }
        change.put(new Document(id, asked.account(), BookJson.MAPPER.createObjectNode()));
        return true;
    }

    private static KeyOutcome refused(String code, String message) {
        return new KeyOutcome.Recorded(SandboxErrors.error(422, code, message), null, null);
    }

    private static Reply onItsWay(Reply reply, SimulatedPayment asked) {
        var captures = asked.automaticCapture() && asked.has(Tag.CAPTURE_TIMEOUT);
        if (asked.has(Tag.TIMEOUT)
                || asked.has(Tag.TIMEOUT_APPROVED)
                || asked.has(Tag.LATE_APPROVAL)
                || captures) {
            return reply.with(Reply.Delivery.STALLED);
        }
        return asked.has(Tag.SLOW) ? reply.after(SLOW_MILLIS) : reply;
    }
}
