package dev.paylater.simulator.http;

import dev.paylater.simulator.behaviour.Behaviour;
import dev.paylater.simulator.behaviour.Behaviours;
import dev.paylater.simulator.dialect.Dialect;
import dev.paylater.simulator.dialect.Dialects;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.Reply;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every request comes in here. Provider calls are decided on the thread that read them, since that
 * takes microseconds; the waiting is a timer's. The simulator's own pages may take their time.
 */
public final class Front extends Handler.Abstract.NonBlocking {

    private static final Logger LOG = LoggerFactory.getLogger(Front.class);
    private static final int MAX_BODY = 1 << 20;

    private final Dialects dialects;
    private final Map<String, Site> sites;
    private final Behaviours behaviours;
    private final RequestLog requests;
    private final ScheduledExecutorService timer;
    private final Executor unhurried;
    private final LongSupplier clock;

    public Front(
            Dialects dialects,
            Map<String, Site> sites,
            Behaviours behaviours,
            RequestLog requests,
            ScheduledExecutorService timer,
            Executor unhurried,
            LongSupplier clock) {
        this.dialects = dialects;
        this.sites = Map.copyOf(sites);
        this.behaviours = behaviours;
        this.requests = requests;
        this.timer = timer;
        this.unhurried = unhurried;
        this.clock = clock;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        var exchange = new AnswerDelivery(request, response, callback);
        exchange.read(
                MAX_BODY,
                body -> serve(exchange, body),
                failure ->
                        exchange.send(
                                Served.problem(413, "body_unreadable", "Too large or broken.")));
        return true;
    }

    private void serve(AnswerDelivery exchange, byte[] body) {
        try {
            var path = exchange.request().getHttpURI().getCanonicalPath();
            var dialect = dialects.at(path);
            if (dialect != null) {
                var call = call(exchange.request(), path.substring(dialect.base().length()), body);
                exchange.send(provided(dialect, call, exchange.request()), timer);
                return;
            }
            var end = path.indexOf('/', 1);
            var site = sites.get(end < 0 ? path : path.substring(0, end));
            if (site == null) {
                exchange.send(Served.problem(404, "not_found", "There is nothing here."));
                return;
            }
            var call = call(exchange.request(), end < 0 ? "" : path.substring(end), body);
            unhurried.execute(() -> served(exchange, site, call));
        } catch (RuntimeException e) {
            failed(exchange, e);
        }
    }

    private static void served(AnswerDelivery exchange, Site site, ProviderCall call) {
        try {
            exchange.send(site.serve(call));
        } catch (RuntimeException e) {
            failed(exchange, e);
        }
    }

    private static void failed(AnswerDelivery exchange, RuntimeException e) {
        LOG.error("{} failed", exchange.request().getHttpURI().getPath(), e);
        exchange.send(Served.problem(500, "simulator_fault", "The simulator has a defect."));
    }

    /** The effect first, then what becomes of the answer: so it is at a slow provider. */
    private Reply provided(Dialect dialect, ProviderCall call, Request request) {
        var behaviour = behaviours.of(dialect.connector());
        var reply = misbehaved(behaviour, dialect, call);
        var subject = dialect.subject(call);
        requests.add(
                new RequestLog.Received(
                        clock.getAsLong(),
                        dialect.connector(),
                        call.method(),
                        call.path(),
                        subject.idempotencyKey(),
                        subject.merchantReference(),
                        reply.answer().status(),
                        reply.delivery().label()),
                Wire.encoded(request.getHeaders(), call.body(), reply.answer().body()));
        return reply.after(behaviour.latencyMillis() + upTo(behaviour.jitterMillis()));
    }

    private static Reply misbehaved(Behaviour behaviour, Dialect dialect, ProviderCall call) {
        if (chance(behaviour.throttleRate())) {
            return Reply.of(dialect.trouble(429));
        }
        if (chance(behaviour.errorRate())) {
            return Reply.of(dialect.trouble(503));
        }
        if (chance(behaviour.timeoutRate())) {
            return Reply.stalled(dialect.trouble(503));
        }
        var reply = Headers.areGood(call) ? dialect.handle(call) : Reply.of(dialect.trouble(415));
        if (reply.delivery() != Reply.Delivery.ANSWERED) {
            return reply;
        }
        if (chance(behaviour.lostAnswerRate())) {
            return reply.with(Reply.Delivery.DROPPED);
        }
        if (chance(behaviour.malformedRate())) {
            return reply.with(Reply.Delivery.MALFORMED);
        }
        return chance(behaviour.truncatedRate()) ? reply.with(Reply.Delivery.TRUNCATED) : reply;
    }

    private static boolean chance(double rate) {
        return rate > 0 && ThreadLocalRandom.current().nextDouble() < rate;
    }

    private static long upTo(long millis) {
        return millis == 0 ? 0 : ThreadLocalRandom.current().nextLong(millis + 1);
    }

    private static ProviderCall call(Request request, String below, byte[] body) {
        return new ProviderCall(
                request.getMethod(),
                request.getHttpURI().getPath(),
                segments(below),
                query(request),
                name -> request.getHeaders().get(name),
                body);
    }

    private static List<String> segments(String below) {
        var segments = new ArrayList<String>(4);
        for (var piece : below.split("/", -1)) {
            if (!piece.isEmpty()) {
                segments.add(
                        piece.indexOf('%') < 0
                                ? piece
                                : URLDecoder.decode(
                                        piece.replace("+", "%2B"), StandardCharsets.UTF_8));
            }
        }
        return segments;
    }

    private static Map<String, String> query(Request request) {
        if (request.getHttpURI().getQuery() == null) {
            return Map.of();
        }
        var query = new HashMap<String, String>();
        for (var field : Request.extractQueryParameters(request)) {
            query.put(field.getName(), field.getValue());
        }
        return query;
    }
}
