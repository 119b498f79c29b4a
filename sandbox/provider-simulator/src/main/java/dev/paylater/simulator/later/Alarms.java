package dev.paylater.simulator.later;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.Webhook;
import dev.paylater.simulator.dialect.Dialects;
import dev.paylater.simulator.dialect.Steps;
import dev.paylater.simulator.payment.Deadlines;
import dev.paylater.simulator.payment.DueChange;
import dev.paylater.simulator.payment.TimeAndIds;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets things happen when their time has come. What is due is in the book, so it survives us. */
public final class Alarms implements Book.Aftermath {

    private static final Logger LOG = LoggerFactory.getLogger(Alarms.class);

    private final Book book;
    private final Dialects dialects;
    private final WebhookSender sender;
    private final ScheduledExecutorService timer;
    private final LongSupplier clock;

    public Alarms(
            Book book,
            Dialects dialects,
            WebhookSender sender,
            ScheduledExecutorService timer,
            LongSupplier clock) {
        this.book = book;
        this.dialects = dialects;
        this.sender = sender;
        this.timer = timer;
        this.clock = clock;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // Nobody waits for an alarm.
    public void due(String paymentId, DueChange due) {
        var delay = Math.max(0, due.at() - clock.getAsLong());
        timer.schedule(() -> ring(paymentId, due), delay, TimeUnit.MILLISECONDS);
    }

    @Override
    public void owed(Webhook webhook) {
        sender.send(webhook);
    }

    private void ring(String paymentId, DueChange due) {
        try {
            fall(paymentId, due);
        } catch (RuntimeException e) {
            LOG.error("payment={} {} failed", paymentId, due.kind(), e);
        }
    }

    private void fall(String paymentId, DueChange due) {
        var known = book.payment(paymentId);
        if (known == null) {
            return;
        }
        var dialect = dialects.of(known.connector());
        book.run(
                known.connector(),
                change -> {
                    var payment = change.payment(paymentId);
                    if (payment != null) {
                        var moment = new TimeAndIds(change.now(), dialect.ids());
                        var done = Deadlines.fall(payment, due, moment);
                        if (done != null) {
                            Steps.later(change, dialect, done);
                        }
                    }
                });
    }
}
