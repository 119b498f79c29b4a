package dev.paylater.api.payment;

import dev.paylater.api.command.Command;
import dev.paylater.api.command.Commands;
import dev.paylater.api.command.Outcome;
import dev.paylater.api.command.Refusals;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Call;
import dev.paylater.api.store.PaymentReads;
import dev.paylater.api.store.StoreHealth;
import dev.paylater.schemas.ReplyTo;
import dev.paylater.schemas.SyncPayment;
import dev.paylater.schemas.Topic;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.springframework.stereotype.Component;

/** Carries a command about a payment to the orchestrator and comes back with the payment. */
@Component
public final class PaymentOperations {

    private final Commands commands;
    private final PaymentReads payments;
    private final StoreHealth store;

    PaymentOperations(Commands commands, PaymentReads payments, StoreHealth store) {
        this.commands = commands;
        this.payments = payments;
        this.store = store;
    }

    public ReplyTo replyTo(Call call) {
        return commands.replyTo(call.commandId(), call.prefersAsync());
    }

    /** Of one of several commands that a request becomes. */
    public ReplyTo replyTo(Call call, String commandId) {
        return commands.replyTo(commandId, call.prefersAsync());
    }

    /**
     * The payment after the command, or as it stands when the provider takes too long.
     *
     * @throws ApiException when the command was refused; 503 when nobody has decided it yet, so
     *     that it can still be refused
     */
    public PaymentDocument run(
            Call call, String merchantId, String paymentId, SpecificRecord message) {
        return tryRun(call, merchantId, paymentId, message)
                .orElseThrow(() -> ApiException.undecided(paymentId));
    }

    /** One of several commands that a request becomes, with an id of its own. */
    public PaymentDocument run(
            Call call,
            String merchantId,
            String paymentId,
            String commandId,
            SpecificRecord message) {
        return tryRun(call, merchantId, paymentId, commandId, message)
                .orElseThrow(() -> ApiException.undecided(paymentId));
    }

    /** Runs a request's command; nothing when it is recorded and there is no such payment yet. */
    Optional<PaymentDocument> tryRun(
            Call call, String merchantId, String paymentId, SpecificRecord message) {
        return tryRun(call, merchantId, paymentId, call.commandId(), message);
    }

    private Optional<PaymentDocument> tryRun(
            Call call,
            String merchantId,
            String paymentId,
            String commandId,
            SpecificRecord message) {
        if (!store.isUp()) {
            throw ApiException.unavailable("The store does not answer");
        }
        var command =
                new Command(
                        Topic.PAYMENT_COMMANDS,
                        merchantId,
                        paymentId,
                        commandId,
                        call.context(),
                        message);
        var outcome = commands.run(command, () -> look(merchantId, paymentId, command.id()));
        return switch (outcome) {
            case Outcome.Done(var document) -> Optional.of(PaymentDocument.read(document));
            case Outcome.Refused(var refusal) -> throw Refusals.toException(refusal);
            case Outcome.StillUnknown() -> asItStands(command);
        };
    }

    private Optional<ByteBuffer> look(String merchantId, String paymentId, String commandId) {
        return store.isUp()
                ? payments.findRaw(merchantId, paymentId)
                        .filter(
                                raw ->
                                        PaymentDocument.readWithJournal(raw.duplicate())
                                                .hasSettled(commandId))
                : Optional.empty();
    }

    private Optional<PaymentDocument> asItStands(Command command) {
        if (!store.isUp()) {
            throw ApiException.unknownOutcome("The store does not answer", command.paymentId());
        }
        var payment = payments.findWithJournal(command.merchantId(), command.paymentId());
        if (payment.isPresent() && !isAccepted(command, payment.get())) {
            throw ApiException.undecided(command.paymentId());
        }
        return payment;
    }

    /** A sync changes nothing by itself, so that it counts as accepted whatever follows. */
    private static boolean isAccepted(Command command, PaymentDocument payment) {
        return command.message() instanceof SyncPayment || payment.hasAccepted(command.id());
    }
}
