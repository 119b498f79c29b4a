package dev.paylater.connector.provider.billie;

import dev.paylater.connector.provider.Account;
import dev.paylater.connector.provider.Capabilities;
import dev.paylater.connector.provider.Connector;
import dev.paylater.connector.provider.Login;
import dev.paylater.connector.provider.Notice;
import dev.paylater.connector.provider.Notification;
import dev.paylater.connector.provider.Order;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.Verdict;
import java.net.URI;
import java.time.Instant;

/**
 * Billie (docs.billie.io), for companies: an order decided without a page, by a token that lasts
 * for hours; captures are invoices, refunds credit notes. JSON decimals, net, gross and tax.
 * Nothing is idempotent, so that Billie is asked what it has before anything is written.
 */
public final class BillieConnector implements Connector {

    static final String NAME = "billie";

    private static final URI LIVE = URI.create("https://paella.billie.io");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Capabilities capabilities() {
        return BillieCapabilities.ALL;
    }

    @Override
    public URI live(Account account) {
        return LIVE;
    }

    @Override
    public Login login(Account account) {
        return BillieCalls.login(account);
    }

    @Override
    public Step perform(Order order, Account account) {
        return switch (order.operation()) {
            case AUTHORIZE -> BillieOrders.create(order, account);
            case CAPTURE -> BillieInvoices.capture(order, account);
            case VOID -> BillieOrders.cancel(order, account);
            case RELEASE -> BillieOrders.lower(order, account);
            case REFUND -> BillieInvoices.refund(order, account);
            case COMPLETE_AUTHORIZE, AUTHENTICATE, INCREMENT, APPROVE ->
                    throw new IllegalStateException(NAME + " has no " + order.operation());
        };
    }

    @Override
    public Step ask(Order order, Account account) {
        return switch (order.operation()) {
            case AUTHORIZE, COMPLETE_AUTHORIZE -> BillieOrders.look(order, account);
            case CAPTURE -> BillieInvoices.askCaptured(order, account);
            case VOID -> BillieOrders.askCancelled(order, account);
            case RELEASE -> BillieOrders.askLowered(order, account);
            case REFUND -> BillieInvoices.askRefunded(order, account);
            case AUTHENTICATE, INCREMENT, APPROVE -> Step.done(new Verdict.NotFound());
        };
    }

    @Override
    public Notice read(Notification notification, Account account, Instant now) {
        return BillieWebhooks.read(notification, account);
    }
}
