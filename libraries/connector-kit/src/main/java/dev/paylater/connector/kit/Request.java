package dev.paylater.connector.kit;

import dev.paylater.connector.kit.HttpCall.Method;
import dev.paylater.provider.ProviderData;
import dev.paylater.provider.ProviderResult;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One request of a provider as a row; what reads its answer makes a {@link Rule} of it. */
@RecordBuilder
public record Request(
        Api api,
        Method method,
        String template,
        List<Function<Context, @Nullable String>> values,
        Map<String, Function<Context, String>> headers,
        @Nullable Function<Context, Body> body,
        Function<Context, ProviderData> known,
        @Nullable BiFunction<ProviderResult, Context, Step> inUse)
        implements RequestBuilder.With {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([\\w.]+)}");

    /** Reads what an answer says. */
    @FunctionalInterface
    public interface Reader {

        /**
         * What a success says.
         *
         * @throws UnreadableAnswer when it says nothing that can be relied on
         */
        ProviderResult read(JsonNode json, Context context);
    }

    static Request of(Api api, Method method, String template) {
        var values = new ArrayList<Function<Context, @Nullable String>>();
        var path =
                PLACEHOLDER
                        .matcher(template)
                        .replaceAll(
                                match -> {
                                    values.add(value(match.group(1)));
                                    return "{}";
                                });
        return new Request(
                api,
                method,
                api.prefix() + path,
                List.copyOf(values),
                Map.of(),
                null,
                _ -> ProviderData.NONE,
                null);
    }

    private static Function<Context, @Nullable String> value(String name) {
        return switch (name) {
            case "payment" -> Context::paymentId;
            case "attempt" -> Context::attemptId;
            case "key" -> Context::idempotencyKey;
            case "transaction" -> Context::transactionId;
            case "capture" -> Context::captureId;
            case "dispute" -> Context::disputeId;
            case "mandate" -> Context::mandateId;
            default -> {
                if (!name.startsWith("state.")) {
                    throw new IllegalArgumentException("no value is called " + name);
                }
                var kept = name.substring("state.".length());
                yield context -> context.kept(kept);
            }
        };
    }

    public Request body(Function<Context, Body> made) {
        return withBody(made);
    }

    /** With our idempotency key in a header. */
    public Request keyed(String header) {
        return header(header, Context::idempotencyKey);
    }

    public Request header(String name, Function<Context, String> value) {
        var more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return withHeaders(more);
    }

    /** What is kept when the answer is lost. */
    public Request keptIfLost(Function<Context, ProviderData> said) {
        return withKnown(said);
    }

    /**
     * What follows from the refusal of a name that is in use; without it the result is unknown,
     * since the name is ours alone and something has happened under it.
     */
    public Request inUse(BiFunction<ProviderResult, Context, Step> rule) {
        return withInUse(rule);
    }

    /** An operation of which an answer that is no error says what became of it. */
    public Rule reads(Reader reader) {
        return then((json, context) -> Step.done(reader.read(json, context)));
    }

    /** An operation that is done when the answer is no error. */
    public Rule done() {
        return answered((_, context) -> Step.done(ProviderResult.approved(context.amount())));
    }

    /**
     * An operation that is done when the answer is no error, and whose id is in this header of it.
     */
    public Rule doneAs(String header) {
        return answered(
                (answer, context) -> {
                    var id = answer.header(header);
                    if (id == null) {
                        throw new UnreadableAnswer(header + " is missing");
                    }
                    return Step.done(
                            ProviderResult.approved(context.amount())
                                    .with(new Data().operation(id).build()));
                });
    }

    /** An operation that goes on from an answer that is no error. */
    public Rule then(BiFunction<JsonNode, Context, Step> next) {
        return answered((answer, context) -> next.apply(answer.json(), context));
    }

    /** An operation, with the headers of its answer. */
    public Rule answered(BiFunction<HttpAnswer, Context, Step> next) {
        return raw(
                (answer, context) ->
                        answer.isSuccess()
                                ? next.apply(answer, context)
                                : refused(answer, context));
    }

    private Step refused(HttpAnswer answer, Context context) {
        var result = api.errors().result(answer);
        return inUse != null
                        && result.status() == ProviderResult.Status.UNKNOWN
                        && api.errors().isInUse(answer.json())
                ? inUse.apply(api.errors().duplicate(answer.json()), context)
                : Step.done(result);
    }

    /** An inquiry; what the provider does not know is NOT_FOUND. */
    public Rule inquires(Reader reader) {
        return inquiresThen((json, context) -> Step.done(reader.read(json, context)));
    }

    /** Something that is done when this holds, and else not even begun. */
    public static Reader whether(BiPredicate<JsonNode, Context> done) {
        return (json, context) ->
                done.test(json, context)
                        ? ProviderResult.approved(context.amount())
                        : ProviderResult.notFound();
    }

    /**
     * An inquiry to which it is a result as well that the provider knows nothing of the operation.
     */
    public Rule inquires(Reader reader, Function<Context, ProviderResult> absent) {
        return inquiresThen((json, context) -> Step.done(reader.read(json, context)), absent);
    }

    public Rule inquiresThen(BiFunction<JsonNode, Context, Step> next) {
        return inquiresThen(next, _ -> ProviderResult.notFound());
    }

    private Rule inquiresThen(
            BiFunction<JsonNode, Context, Step> next, Function<Context, ProviderResult> absent) {
        Rule inquiry =
                raw(
                        (answer, context) ->
                                api.errors().isAbsent(answer)
                                        ? Step.done(absent.apply(context))
                                        : inquired(answer, context, next));
        // What the provider has given no id yet, it cannot know by it.
        return inquiry.unless(
                context -> values.stream().anyMatch(value -> value.apply(context) == null),
                ProviderResult.notFound());
    }

    /** An inquiry after something that is known to be there: 404 says nothing. */
    public Rule inquiresKnown(Reader reader) {
        return raw(
                (answer, context) ->
                        inquired(
                                answer,
                                context,
                                (json, inquired) -> Step.done(reader.read(json, inquired))));
    }

    /**
     * An inquiry after an authorization that, once the customer has agreed, waits for our
     * confirmation: it is confirmed. Two of us may do so at the same time: what counts is how it
     * stands then.
     */
    public Rule confirms(Request confirmation, Reading reading) {
        return inquiresThen(
                (json, context) ->
                        reading.status(json) == ProviderStatus.CONFIRMABLE
                                ? confirmation
                                        .raw((answer, c) -> confirmed(answer, reading, c))
                                        .begin(context)
                                : Step.done(reading.read(json, context)));
    }

    private Step confirmed(HttpAnswer answer, Reading reading, Context context) {
        return answer.isSuccess()
                ? Step.done(reading.read(answer.json(), context))
                : inquires(
                                (json, c) ->
                                        reading.status(json) == ProviderStatus.CONFIRMABLE
                                                ? api.errors().result(answer)
                                                : reading.read(json, c))
                        .begin(context);
    }

    /**
     * Finds an operation again among those that the provider lists.
     *
     * @param list pointer to the list
     * @param reference pointer within an entry to what we named it
     * @param ours our name for it
     */
    public Rule finds(
            String list, String reference, Function<Context, String> ours, Reader reader) {
        return inquires(entry(list, reference, ours, reader));
    }

    /** Reads the entry of a list that we gave this name; without one it is NOT_FOUND. */
    public static Reader entry(
            String list, String reference, Function<Context, String> ours, Reader reader) {
        return (json, context) -> {
            for (var entry : json.at(list)) {
                if (ours.apply(context).equals(Json.text(entry, reference))) {
                    return reader.read(entry, context);
                }
            }
            return ProviderResult.notFound();
        };
    }

    /** Any answer, errors too. */
    public Rule raw(BiFunction<HttpAnswer, Context, Step> next) {
        return context -> {
            try {
                return new Step.Call(
                        call(context), known.apply(context), answer -> next.apply(answer, context));
            } catch (InvalidRequest e) {
                return Step.done(ProviderResult.invalid(String.valueOf(e.getMessage())));
            }
        };
    }

    private static Step inquired(
            HttpAnswer answer, Context context, BiFunction<JsonNode, Context, Step> next) {
        return answer.isSuccess()
                ? next.apply(answer.json(), context)
                : Step.done(Errors.inquiryRefused(answer));
    }

    HttpCall call(Context context) {
        var filled = new Object[values.size()];
        for (var i = 0; i < filled.length; i++) {
            filled[i] = required(values.get(i).apply(context), context);
        }
        var call =
                api.authentication()
                        .attach()
                        .apply(HttpCall.of(method, template, filled), context.account());
        for (var header : headers.entrySet()) {
            call = call.withHeader(header.getKey(), header.getValue().apply(context));
        }
        return body == null ? call : call.withJson(body.apply(context).json());
    }

    private static String required(@Nullable String value, Context context) {
        if (value != null) {
            return value;
        }
        if (context.operation() == Operation.REFUND) {
            throw new InvalidRequest("there is no capture to be refunded");
        }
        if (context.operation() == Operation.SHIP) {
            throw new InvalidRequest("the provider has given the capture no id");
        }
        throw new IllegalStateException(
                context.operationId() + " came before the provider gave the payment an id");
    }
}
