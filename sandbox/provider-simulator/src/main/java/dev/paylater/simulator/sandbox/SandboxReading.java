package dev.paylater.simulator.sandbox;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.KeyedOperation;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.payment.Deadlines;
import dev.paylater.simulator.payment.SimulatedPayment;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The GETs. An inquiry about a payment whose approval comes late starts its clock. */
final class SandboxReading {

    private final SandboxDialect dialect;
    private final SandboxJson json;
    private final Book book;

    SandboxReading(SandboxDialect dialect, SandboxJson json, Book book) {
        this.dialect = dialect;
        this.json = json;
        this.book = book;
    }

    @Nullable SimulatedPayment known(Caller caller, String id) {
        var payment = book.payment(id);
        return payment != null
                        && payment.connector().equals(dialect.connector())
                        && payment.account().equals(caller.account())
                ? payment
                : null;
    }

    Reply payment(Caller caller, String id) {
        var payment = known(caller, id);
        if (payment == null) {
            return Reply.of(SandboxErrors.notFound());
        }
        asked(payment);
        return Reply.of(ProviderAnswer.of(200, json.payment(payment)));
    }

    Reply payments(Caller caller, @Nullable String merchantReference) {
        if (merchantReference == null) {
            return Reply.of(missing("merchant_reference"));
        }
        var body = BookJson.MAPPER.createObjectNode();
        var all = body.putArray("payments");
        for (var payment : book.payments(merchantReference)) {
            if (known(caller, payment.id()) != null) {
                asked(payment);
                all.add(json.payment(payment));
            }
        }
        return Reply.of(ProviderAnswer.of(200, body));
    }

    @Nullable SimulatedPayment disputed(Caller caller, String id) {
        var paymentId = paymentOfDispute(id);
        return paymentId == null ? null : known(caller, paymentId);
    }

    @Nullable String paymentOfDispute(String id) {
        var document = id.startsWith("sbd_") ? book.document(id) : null;
        return document == null ? null : document.content().get("payment_id").stringValue();
    }

    Reply dispute(Caller caller, String id) {
        var payment = disputed(caller, id);
        var dispute = payment == null ? null : payment.dispute(id);
        return Reply.of(
                payment == null || dispute == null
                        ? SandboxErrors.notFound()
                        : ProviderAnswer.of(200, json.dispute(payment, dispute)));
    }

    Reply operation(Caller caller, @Nullable String key) {
        if (key == null) {
            return Reply.of(missing("idempotency_key"));
        }
        var operation = book.operation(dialect.connector(), caller.account(), key);
        return Reply.of(
                operation == null
                        ? SandboxErrors.notFound()
                        : ProviderAnswer.of(200, written(operation)));
    }

    private ObjectNode written(KeyedOperation operation) {
        var written = BookJson.MAPPER.createObjectNode();
        written.put("object", "operation");
        written.put("idempotency_key", operation.key());
        written.put("type", operation.type());
        var payment = operation.paymentId() == null ? null : book.payment(operation.paymentId());
        written.put("status", status(operation, payment));
        SandboxJson.text(written, "resource_id", operation.subject());
        SandboxJson.text(written, "payment_id", operation.paymentId());
        written.put("created", BookJson.time(operation.created()));
        var body = operation.answer().body();
        var answer = written.putObject("answer").put("http_status", operation.answer().status());
        if (body != null) {
            var object = (ObjectNode) BookJson.MAPPER.readTree(body);
            answer.set("body", object);
            SandboxJson.copy(object, written, "error");
        }
        if (payment != null) {
            written.set("payment", json.payment(payment));
            asked(payment);
        }
        return written;
    }

    private String status(KeyedOperation operation, @Nullable SimulatedPayment payment) {
        var subject = operation.subject();
        if (operation.answer().status() >= 400 || subject == null) {
            return "failed";
        }
        if (operation.type().equals("authentication")) {
            var document = book.document(subject);
            return switch (document == null ? "" : document.content().get("status").stringValue()) {
                case "authenticated" -> "succeeded";
                case "challenge" -> "pending";
                default -> "failed";
            };
        }
        if (payment == null) {
            return "succeeded";
        }
        var capture = payment.capture(subject);
        var refund = payment.refund(subject);
        if (capture != null) {
            return SandboxJson.lower(capture.standing());
        }
        if (refund != null) {
            return SandboxJson.lower(refund.standing());
        }
        return operation.type().equals("payment") ? status(payment) : "succeeded";
    }

    private static String status(SimulatedPayment payment) {
        return switch (payment.stage()) {
            case APPROVED -> "succeeded";
            case REQUIRES_ACTION, PENDING -> "pending";
            case REVIEW -> "review";
            case DECLINED, CANCELLED, EXPIRED -> "failed";
        };
    }

    private void asked(SimulatedPayment payment) {
        if (Deadlines.asked(payment, 0) != null) {
            book.run(
                    dialect.connector(),
                    change -> {
                        var now = change.payment(payment.id());
                        var after = now == null ? null : Deadlines.asked(now, change.now());
                        if (after != null) {
                            change.put(after);
                        }
                    });
        }
    }

    private static ProviderAnswer missing(String parameter) {
        return SandboxErrors.error(400, "missing_field", parameter + " is required.");
    }
}
