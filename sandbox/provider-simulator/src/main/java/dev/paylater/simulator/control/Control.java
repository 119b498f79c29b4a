package dev.paylater.simulator.control;

import dev.paylater.simulator.behaviour.Behaviour;
import dev.paylater.simulator.behaviour.Behaviours;
import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.dialect.BadRequest;
import dev.paylater.simulator.dialect.Dialects;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.dialect.Subscriptions;
import dev.paylater.simulator.hook.Hooks;
import dev.paylater.simulator.http.RequestLog;
import dev.paylater.simulator.http.Served;
import dev.paylater.simulator.http.Site;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/**
 * Everything under /simulator: the ledger, the requests, the behaviour, and a test's own events.
 */
public final class Control implements Site {

    private final Book book;
    private final RequestLog requests;
    private final Behaviours behaviours;
    private final Dialects dialects;
    private final Interventions interventions;
    private final Subscriptions subscriptions;
    private final Hooks hooks;

    public Control(
            Book book,
            RequestLog requests,
            Behaviours behaviours,
            Dialects dialects,
            Subscriptions subscriptions,
            Hooks hooks) {
        this.hooks = hooks;
        this.subscriptions = subscriptions;
        this.book = book;
        this.requests = requests;
        this.behaviours = behaviours;
        this.dialects = dialects;
        this.interventions = new Interventions(book, dialects);
    }

    @Override
    public Served serve(ProviderCall call) {
        try {
            return switch (call.method() + ' ' + String.join("/", call.segments())) {
                case "GET health" ->
                        Served.json(200, BookJson.MAPPER.createObjectNode().put("status", "UP"));
                case "GET ledger" -> Served.json(200, ledger(reference(call)));
                case "GET ledger/all" ->
                        new Served.Stream("application/x-ndjson", book::writeLedger);
                case "GET ledger/summary" -> Served.json(200, book.summary());
                case "GET requests" -> Served.json(200, received(reference(call)));
                case "GET behaviour" -> Served.json(200, behaviour());
                case "POST behaviour" -> {
                    behaviours.put(wanted(call.json()));
                    yield Served.json(200, behaviour());
                }
                case "DELETE behaviour" -> {
                    behaviours.clear();
                    yield Served.json(200, behaviour());
                }
                case "GET hooks" -> Served.json(200, hooks.list(call.query("name")));
                case "POST hooks" -> Served.json(200, hooks.behave(call.json()));
                case "POST disputes" -> interventions.dispute(StrictFields.of(call.json()));
                case "POST webhooks" -> subscribed(StrictFields.of(call.json()));
                case "POST refunds" -> interventions.refund(StrictFields.of(call.json()));
                case "POST portal" -> interventions.portal(StrictFields.of(call.json()));
                default -> Served.problem(404, "not_found", "There is nothing here.");
            };
        } catch (BadRequest bad) {
            return Served.problem(400, "bad_request", bad.explanation());
        }
    }

    private Served subscribed(StrictFields wanted) {
        var connector = wanted.requiredText("connector");
        if (!dialects.knows(connector)) {
            throw wanted.wrong("connector", "is no provider here");
        }
        subscriptions.put(connector, wanted.requiredText("account"), wanted.requiredText("url"));
        return Served.json(200, wanted.object());
    }

    private ObjectNode ledger(String merchantReference) {
        var json = BookJson.MAPPER.createObjectNode();
        var entries = json.putArray("entries");
        book.entries(merchantReference).forEach(entry -> entries.add(entry.toJson()));
        return json;
    }

    private ObjectNode received(String merchantReference) {
        var json = BookJson.MAPPER.createObjectNode();
        var all = json.putArray("requests");
        requests.about(merchantReference).forEach(all::add);
        return json;
    }

    private ObjectNode behaviour() {
        var json = BookJson.MAPPER.createObjectNode();
        var all = json.putArray("behaviours");
        behaviours.all().forEach(behaviour -> all.add(BookJson.MAPPER.valueToTree(behaviour)));
        return json;
    }

    private Behaviour wanted(ObjectNode body) {
        try {
            var behaviour = BookJson.MAPPER.treeToValue(body, Behaviour.class);
            var problem = behaviour.problem();
            if (problem != null) {
                throw new BadRequest(BadRequest.Kind.WRONG, null, problem);
            }
            if (!behaviour.connector().equals("*") && !dialects.knows(behaviour.connector())) {
                throw new BadRequest(
                        BadRequest.Kind.WRONG,
                        "connector",
                        "There is no provider " + behaviour.connector() + " here.");
            }
            return behaviour;
        } catch (JacksonException e) {
            throw new BadRequest(BadRequest.Kind.WRONG, null, e.getOriginalMessage());
        }
    }

    private static String reference(ProviderCall call) {
        var reference = call.query("merchant_reference");
        if (reference == null) {
            throw new BadRequest(
                    BadRequest.Kind.MISSING,
                    "merchant_reference",
                    "merchant_reference is required.");
        }
        return reference;
    }
}
