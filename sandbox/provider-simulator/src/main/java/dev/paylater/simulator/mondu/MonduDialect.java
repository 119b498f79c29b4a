package dev.paylater.simulator.mondu;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Document;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.BadRequest;
import dev.paylater.simulator.dialect.CallerAccount;
import dev.paylater.simulator.dialect.Dialect;
import dev.paylater.simulator.dialect.Hmac;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.ReferencedOrders;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.dialect.Subscriptions;
import dev.paylater.simulator.payment.Authorizing;
import dev.paylater.simulator.payment.SimulatedCapture;
import dev.paylater.simulator.payment.SimulatedEvent;
import dev.paylater.simulator.payment.SimulatedPayment;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Mondu's API: who calls, and which call it is. */
public final class MonduDialect implements Dialect {

    private final Book book;
    private final ReferencedOrders company;
    private final Subscriptions subscriptions;
    private final MonduJson json;
    private final MonduOrders orders;
    private final MonduChanges changes;

    public MonduDialect(Book book, Subscriptions subscriptions, String publicUrl) {
        this.book = book;
        this.subscriptions = subscriptions;
        this.json = new MonduJson(publicUrl);
        this.company =
                new ReferencedOrders(
                        this,
                        book,
                        subscriptions,
                        MonduErrors.error(422, "buyer", "cannot be used"));
        this.orders = new MonduOrders(this, json, book, company);
        this.changes = new MonduChanges(this, json, book);
    }

    @Override
    public String connector() {
        return "mondu";
    }

    @Override
    public String base() {
        return "/mondu/api/v1";
    }

    @Override
    public Reply handle(ProviderCall call) {
        var account = CallerAccount.of(call.header("Api-Token"));
        if (account == null) {
            return Reply.of(MonduErrors.forbidden());
        }
        try {
            return switch (call.method() + " " + call.segment(0)) {
                case "POST orders", "GET orders" ->
                        call.segments().size() == 1 && call.method().equals("POST")
                                ? orders.create(StrictFields.of(call.json()), account)
                                : order(call, company.order(account, call.segment(1)));
                case "POST invoices" -> creditNote(call, account);
                case "POST webhooks" -> subscribed(StrictFields.of(call.json()), account);
                case "GET webhooks" -> webhooks(call, account);
                case "GET payment_methods" -> Reply.of(MonduJson.paymentMethods());
                case "POST plugin" -> Reply.of(new ProviderAnswer(204, Map.of(), null));
                default -> Reply.of(MonduErrors.notFound());
            };
        } catch (BadRequest bad) {
            return Reply.of(MonduErrors.of(bad));
        }
    }

    private Reply order(ProviderCall call, @Nullable SimulatedPayment payment) {
        if (payment == null) {
            return Reply.of(MonduErrors.notFound());
        }
        var size = call.segments().size();
        return switch (call.method() + " " + size + " " + call.segment(2)) {
            case "GET 2 " -> company.get(payment, json::order);
            case "POST 3 confirm" -> orders.confirm(payment);
            case "POST 3 cancel" -> changes.cancel(payment);
            case "POST 3 adjust" -> changes.adjust(payment, StrictFields.of(call.json()));
            case "POST 3 invoices" -> changes.invoice(payment, MonduForm.of(call));
            case "GET 3 invoices" -> Reply.of(json.invoices(payment));
            case "GET 4 invoices", "POST 5 invoices" ->
                    invoice(call, payment, payment.capture(call.segment(3)));
            default -> Reply.of(MonduErrors.notFound());
        };
    }

    private Reply invoice(
            ProviderCall call, SimulatedPayment payment, @Nullable SimulatedCapture invoice) {
        if (invoice == null) {
            return Reply.of(MonduErrors.notFound());
        }
        return switch (call.method() + " " + call.segment(4)) {
            case "GET " -> Reply.of(json.invoice(payment, invoice));
            case "POST cancel" -> changes.cancel(payment, invoice);
            default -> Reply.of(MonduErrors.notFound());
        };
    }

    private Reply creditNote(ProviderCall call, String account) {
        var invoice = call.segment(1);
        var payment = invoiced(account, invoice);
        return payment == null
                        || call.segments().size() != 3
                        || !call.segment(2).equals("credit_notes")
                ? Reply.of(MonduErrors.notFound())
                : changes.creditNote(payment, invoice, StrictFields.of(call.json()));
    }

    private Reply subscribed(StrictFields body, String account) {
        var topic = body.requiredText("topic");
        var address = body.requiredText("address");
        subscriptions.put(connector(), account, address);
        book.run(
                connector(),
                change -> {
                    var known = change.document(subscriptions(account));
                    var topics =
                            known == null ? BookJson.MAPPER.createObjectNode() : known.content();
                    change.put(
                            new Document(
                                    subscriptions(account),
                                    account,
                                    topics.deepCopy().put(topic, address)));
                });
        return Reply.of(
                ProviderAnswer.of(
                        201, BookJson.MAPPER.createObjectNode().set("webhook", body.object())));
    }

    private Reply webhooks(ProviderCall call, String account) {
        var json = BookJson.MAPPER.createObjectNode();
        return switch (call.segment(1)) {
            case "" -> {
                var list = json.putArray("webhooks");
                var known = book.document(subscriptions(account));
                if (known != null) {
                    known.content()
                            .properties()
                            .forEach(
                                    one ->
                                            list.addObject()
                                                    .put("topic", one.getKey())
                                                    .set("address", one.getValue()));
                }
                yield Reply.of(ProviderAnswer.of(200, json));
            }
            case "keys" ->
                    Reply.of(
                            ProviderAnswer.of(
                                    200, json.put("webhook_secret", Hmac.secret(account))));
            default -> Reply.of(MonduErrors.notFound());
        };
    }

    private static String subscriptions(String account) {
        return "mondu webhooks " + account;
    }

    private @Nullable SimulatedPayment invoiced(String account, String invoice) {
        var payment = company.invoiced(account, invoice);
        return payment == null || payment.capture(invoice) == null ? null : payment;
    }

    @Override
    public Subject subject(ProviderCall call) {
        var account = CallerAccount.of(call.header("Api-Token"));
        var about = account == null ? null : about(call, account);
        try {
            var reference =
                    MonduForm.of(call).object().path("external_reference_id").asString(null);
            if (about != null || reference == null) {
                return new Subject(about == null ? null : about.merchantReference(), reference);
            }
            return new Subject(ReferencedOrders.reference(reference), reference);
        } catch (BadRequest bad) {
            return new Subject(about == null ? null : about.merchantReference(), null);
        }
    }

    private @Nullable SimulatedPayment about(ProviderCall call, String account) {
        return switch (call.segment(0)) {
            case "orders" -> company.order(account, call.segment(1));
            case "invoices" -> invoiced(account, call.segment(1));
            default -> null;
        };
    }

    @Override
    public ProviderAnswer trouble(int status) {
        return MonduErrors.trouble(status);
    }

    @Override
    public @Nullable Webhook notice(SimulatedPayment payment, SimulatedEvent happening, long now) {
        return MonduWebhooks.notice(payment, happening);
    }

    @Override
    public Map<String, String> sign(Webhook webhook, long now) {
        return MonduWebhooks.sign(webhook);
    }

    @Override
    public @Nullable String returnUrl(SimulatedPayment payment, Authorizing.Choice choice) {
        var url =
                switch (choice) {
                    case APPROVE -> payment.returnUrl();
                    case DECLINE -> payment.details().path(MonduOrders.DECLINED_URL).asString(null);
                    case CANCEL -> payment.details().path(MonduOrders.CANCEL_URL).asString(null);
                };
        return url == null ? null : Dialect.extended(url, "order_uuid=" + payment.id());
    }
}
