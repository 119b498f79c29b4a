package dev.paylater.connector.provider.mondu;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Capabilities;
import dev.paylater.connector.provider.Connector;
import dev.paylater.connector.provider.Notice;
import dev.paylater.connector.provider.Notification;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.Verdict;
import java.net.URI;
import java.time.Instant;

/**
 * Mondu (docs.mondu.ai), for companies: an order, the buyer's yes on the hosted page, and the
 * merchant's confirmation; captures are invoices, refunds credit notes. Integer cents. Nothing is
 * idempotent, so that Mondu is asked what it has before anything is written.
 */
public final class MonduConnector implements Connector {

    static final String NAME = "mondu";

    private static final URI LIVE = URI.create("https://api.mondu.ai");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Capabilities capabilities() {
        return MonduCapabilities.ALL;
    }

    @Override
    public URI live(Account account) {
        return LIVE;
    }

    @Override
    public Step perform(Order order, Account account) {
        return switch (order.operation()) {
            case AUTHORIZE -> MonduOrders.create(order, account);
            case COMPLETE_AUTHORIZE -> MonduOrders.look(order, account);
            case CAPTURE -> MonduInvoices.capture(order, account);
            case VOID -> MonduOrders.cancel(order, account);
            case RELEASE -> MonduOrders.adjust(order, account);
            case REFUND -> MonduInvoices.refund(order, account);
            case AUTHENTICATE, INCREMENT, APPROVE ->
                    throw new IllegalStateException(NAME + " has no " + order.operation());
        };
    }

    @Override
    public Step ask(Order order, Account account) {
        return switch (order.operation()) {
            case AUTHORIZE, COMPLETE_AUTHORIZE -> MonduOrders.look(order, account);
            case CAPTURE -> MonduInvoices.askCaptured(order, account);
            case VOID -> MonduOrders.askCancelled(order, account);
            case RELEASE -> MonduOrders.askAdjusted(order, account);
            case REFUND -> MonduInvoices.askRefunded(order, account);
            case AUTHENTICATE, INCREMENT, APPROVE -> Step.done(new Verdict.NotFound());
        };
    }

    @Override
    public Notice read(Notification notification, Account account, Instant now) {
        return MonduWebhooks.read(notification, account);
    }
}
