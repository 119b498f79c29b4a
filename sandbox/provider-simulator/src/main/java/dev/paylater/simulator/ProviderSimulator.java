package dev.paylater.simulator;

import dev.paylater.simulator.affirm.AffirmDialect;
import dev.paylater.simulator.afterpay.AfterpayDialect;
import dev.paylater.simulator.alma.AlmaDialect;
import dev.paylater.simulator.behaviour.Behaviours;
import dev.paylater.simulator.billie.BillieDialect;
import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.control.Control;
import dev.paylater.simulator.dialect.Dialect;
import dev.paylater.simulator.dialect.Dialects;
import dev.paylater.simulator.dialect.Subscriptions;
import dev.paylater.simulator.hook.Hooks;
import dev.paylater.simulator.http.DecisionPages;
import dev.paylater.simulator.http.Front;
import dev.paylater.simulator.http.PaymentPages;
import dev.paylater.simulator.http.RequestLog;
import dev.paylater.simulator.klarna.KlarnaDialect;
import dev.paylater.simulator.later.Alarms;
import dev.paylater.simulator.later.WebhookSender;
import dev.paylater.simulator.mondu.MonduDialect;
import dev.paylater.simulator.payment.Authorizing;
import dev.paylater.simulator.paypal.PaypalDialect;
import dev.paylater.simulator.riverty.RivertyDialect;
import dev.paylater.simulator.sandbox.SandboxDialect;
import dev.paylater.simulator.scalapay.ScalapayDialect;
import dev.paylater.simulator.sezzle.SezzleDialect;
import dev.paylater.simulator.tabby.TabbyDialect;
import dev.paylater.simulator.tamara.TamaraDialect;
import dev.paylater.simulator.two.TwoDialect;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The process: opens the ledger, starts the providers over it, and listens. */
public final class ProviderSimulator implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ProviderSimulator.class);
    private static final int SELECTORS = 2;
    private static final int MAX_THREADS = 16;
    private static final int BACKLOG = 1024;
    private static final long IDLE_MILLIS = 600_000;

    private final Server server;
    private final ServerConnector connector;
    private final Book book;
    private final WebhookSender sender;
    private final ScheduledExecutorService timer;
    private final ExecutorService unhurried;

    private ProviderSimulator(Settings settings) throws Exception {
        var clock = (LongSupplier) System::currentTimeMillis;
        var threads = new QueuedThreadPool(MAX_THREADS, 4);
        threads.setName("http");
        server = new Server(threads);
        connector = connector(server, settings);
        server.addConnector(connector);
        connector.open();
        var publicUrl =
                settings.publicUrl() == null
                        ? "http://127.0.0.1:" + connector.getLocalPort()
                        : settings.publicUrl();
        book = new Book(settings.data().resolve("ledger.jsonl"), clock);
        timer =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().name("timer").daemon().factory());
        unhurried = Executors.newVirtualThreadPerTaskExecutor();
        var subscriptions = new Subscriptions(book, settings.webhooksUrl());
        var sandbox = new SandboxDialect(book, publicUrl);
        var providers =
                List.of(
                        new Provider(sandbox, Authorizing::answered),
                        new Provider(new KlarnaDialect(book, publicUrl), KlarnaDialect::decided),
                        new Provider(
                                new AfterpayDialect(book, subscriptions, publicUrl),
                                Authorizing::consented),
                        new Provider(
                                new MonduDialect(book, subscriptions, publicUrl),
                                Authorizing::consented),
                        new Provider(new BillieDialect(book, subscriptions), Authorizing::answered),
                        new Provider(
                                new TamaraDialect(book, subscriptions, publicUrl),
                                Authorizing::screened),
                        new Provider(
                                new TabbyDialect(book, subscriptions, publicUrl),
                                Authorizing::answered),
                        new Provider(
                                new AffirmDialect(book, subscriptions, publicUrl),
                                Authorizing::screened),
                        new Provider(
                                new SezzleDialect(book, subscriptions, publicUrl),
                                Authorizing::answered),
                        new Provider(
                                new ScalapayDialect(book, subscriptions, publicUrl),
                                Authorizing::screened),
                        new Provider(
                                new RivertyDialect(book, subscriptions, publicUrl),
                                Authorizing::answered),
                        new Provider(
                                new TwoDialect(book, subscriptions, publicUrl),
                                Authorizing::answered),
                        new Provider(
                                new PaypalDialect(book, subscriptions, publicUrl),
                                PaypalDialect::decided),
                        new Provider(
                                new AlmaDialect(book, subscriptions, publicUrl),
                                Authorizing::answered));
        var dialects = new Dialects(providers.stream().map(Provider::dialect).toList());
        var behaviours = new Behaviours();
        var requests = new RequestLog();
        sender = new WebhookSender(book, dialects, behaviours, timer, clock);
        var pages = new HashMap<String, DecisionPages.Owner>();
        providers.forEach(
                p -> pages.put(p.connector(), new PaymentPages(book, p.dialect(), p.page())));
        pages.put("three_ds", sandbox.challenges());
        var hooks = new Hooks(clock);
        var sites =
                Map.of(
                        "/simulator",
                        new Control(book, requests, behaviours, dialects, subscriptions, hooks),
                        "/hooks",
                        hooks,
                        "/pages",
                        new DecisionPages(pages));
        server.setHandler(
                new Front(dialects, sites, behaviours, requests, timer, unhurried, clock));
        book.begin(new Alarms(book, dialects, sender, timer, clock));
        server.start();
    }

    /**
     * A provider of this process.
     *
     * @param page what the customer's choice on its page comes to
     */
    private record Provider(Dialect dialect, PaymentPages.Rule page) {

        String connector() {
            return dialect.connector();
        }
    }

    public static ProviderSimulator start(Settings settings) {
        try {
            return new ProviderSimulator(settings);
        } catch (Exception e) {
            throw new IllegalStateException("The simulator cannot start: " + e.getMessage(), e);
        }
    }

    public int port() {
        return connector.getLocalPort();
    }

    private static ServerConnector connector(Server server, Settings settings) {
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        var connector = new ServerConnector(server, 1, SELECTORS, new HttpConnectionFactory(http));
        connector.setHost(settings.address());
        connector.setPort(settings.port());
        connector.setAcceptQueueSize(BACKLOG);
        // Longer than any latency that a test may set: silence is decided by us, not by Jetty.
        connector.setIdleTimeout(IDLE_MILLIS);
        return connector;
    }

    @Override
    public void close() {
        timer.shutdownNow();
        sender.close();
        LifeCycle.stop(server);
        unhurried.close();
        book.close();
    }

    static void main() {
        var begin = System.nanoTime();
        var simulator = start(Settings.of(System.getenv()));
        Runtime.getRuntime().addShutdownHook(new Thread(simulator::close, "shutdown"));
        LOG.info(
                "provider-simulator listens on port {} after {} ms",
                simulator.port(),
                (System.nanoTime() - begin) / 1_000_000);
    }
}
