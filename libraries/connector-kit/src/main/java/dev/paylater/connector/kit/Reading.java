package dev.paylater.connector.kit;

import dev.paylater.provider.Decline.Outcome;
import dev.paylater.provider.NextAction;
import dev.paylater.provider.ProviderBooks;
import dev.paylater.provider.ProviderError;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.UnifiedError;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Where a provider's answer holds what became of a payment, capture, void or refund. Without
 * statuses, an answer that is no error is a success.
 */
public final class Reading implements Request.Reader {

    /** A part of the answer that is kept. */
    public interface Part {
        void read(JsonNode json, Data data);
    }

    private record Check(String pointer, Function<Context, String> ours) {}

    private final Function<JsonNode, ProviderStatus> statuses;
    private final List<Part> parts = new ArrayList<>();
    private final Map<ProviderStatus, UnifiedError> unified =
            new EnumMap<>(
                    Map.of(
                            ProviderStatus.DECLINED, UnifiedError.DECLINED,
                            ProviderStatus.FAILED, UnifiedError.DECLINED,
                            ProviderStatus.AUTHENTICATION_FAILED,
                                    UnifiedError.CUSTOMER_ACTION_FAILED,
                            ProviderStatus.CANCELED, UnifiedError.EXPIRED,
                            ProviderStatus.EXPIRED, UnifiedError.EXPIRED));
    private BiFunction<JsonNode, @Nullable Context, Long> amount =
            (_, context) -> requested(context);
    private BiFunction<JsonNode, @Nullable Context, @Nullable String> page = (_, _) -> null;
    private BiFunction<JsonNode, @Nullable Context, @Nullable ProviderBooks> books = (_, _) -> null;
    private String action = "redirect_to_url";
    private @Nullable Errors errors;
    private @Nullable String code;
    private @Nullable Check check;

    private Reading(Function<JsonNode, ProviderStatus> statuses) {
        this.statuses = statuses;
    }

    public static Reading of(Function<JsonNode, ProviderStatus> statuses) {
        return new Reading(statuses);
    }

    /** An answer that is no error is a success. */
    public static Reading success() {
        return new Reading(_ -> ProviderStatus.AUTHORIZED);
    }

    /** The provider's id of the payment, which people look for as well. */
    public Reading transaction(String pointer) {
        return keep((json, data) -> data.transaction(Json.required(json, pointer)))
                .reference(pointer);
    }

    /** What people look for in the provider's portal. */
    public Reading reference(String pointer) {
        return keep((json, data) -> data.reference(Json.text(json, pointer)));
    }

    /** The provider's id of the capture, void or refund. */
    public Reading operation(String pointer) {
        return keep((json, data) -> data.operation(Json.required(json, pointer)));
    }

    /**
     * When the provider gives up by itself what is authorized and not captured, see {@link
     * Json#time}.
     */
    public Reading authorizedUntil(String pointer) {
        return keep((json, data) -> data.authorizedUntil(Json.time(json, pointer)));
    }

    /** Kept under a name for later operations of the attempt. */
    public Reading keep(String name, String pointer) {
        return keep((json, data) -> data.keep(name, Json.text(json, pointer)));
    }

    public Reading keep(Part part) {
        parts.add(part);
        return this;
    }

    /** Minor units that a success is good for; without it, what was requested. */
    public Reading amount(String pointer) {
        return amount((json, _) -> Json.amount(json, pointer));
    }

    /** An amount with its currency that a success is good for. */
    public Reading money(String pointer) {
        return amount((json, context) -> MinorUnits.ofMoney(json.at(pointer), context));
    }

    public Reading amount(BiFunction<JsonNode, @Nullable Context, Long> reading) {
        amount = reading;
        return this;
    }

    /** Where an answer shows all that was captured and refunded, by whomever. */
    public Reading books(Books.Total captured, Books.Total refunded) {
        return books(captured, refunded, (_, _) -> null);
    }

    /**
     * Where an answer shows all that was captured, refunded and released of what was authorized.
     */
    public Reading books(Books.Total captured, Books.Total refunded, Books.Total released) {
        books = Books.of(captured, refunded, released);
        return this;
    }

    /** The page on which the customer goes on. */
    public Reading page(String pointer) {
        return page(json -> Json.required(json, pointer));
    }

    public Reading page(Function<JsonNode, String> reading) {
        page = (json, _) -> reading.apply(json);
        return this;
    }

    /** The page on which the customer goes on, as an earlier answer said. */
    public Reading pageKept(String name) {
        page = (_, context) -> context == null ? null : context.kept(name);
        return this;
    }

    /** What the customer has to do, when it is not to go to a page: a next_action.type. */
    public Reading action(String type) {
        action = type;
        return this;
    }

    /** Where a refusal says why. */
    public Reading errors(Errors table) {
        errors = table;
        return this;
    }

    /** What a refusal comes to that does not say why. */
    public Reading error(ProviderStatus status, UnifiedError error) {
        unified.put(status, error);
        return this;
    }

    /** Where the code of a refusal lies, at a provider that says nothing else of it. */
    public Reading code(String pointer) {
        code = pointer;
        return this;
    }

    /** An answer in which this is not ours is about something else: it says nothing. */
    public Reading about(String pointer, Function<Context, String> ours) {
        check = new Check(pointer, ours);
        return this;
    }

    /** What a notification says, without the request that it is about. */
    public ProviderResult read(JsonNode json) {
        return result(json, null);
    }

    @Override
    public ProviderResult read(JsonNode json, Context context) {
        if (check != null
                && !Json.required(json, check.pointer()).equals(check.ours().apply(context))) {
            throw new UnreadableAnswer("the answer is about something else");
        }
        return result(json, context);
    }

    /** What the status in an answer comes to. */
    public ProviderStatus status(JsonNode json) {
        return statuses.apply(json);
    }

    private ProviderResult result(JsonNode json, @Nullable Context context) {
        var status = statuses.apply(json);
        var data = new Data();
        parts.forEach(part -> part.read(json, data));
        var result =
                switch (status) {
                    case AUTHORIZED -> ProviderResult.approved(amount.apply(json, context));
                    case CAPTURED ->
                            context == null || context.capturesAutomatically()
                                    ? ProviderResult.captured(amount.apply(json, context))
                                    : ProviderResult.approved(amount.apply(json, context));
                    case IN_REVIEW -> ProviderResult.inReview(amount.apply(json, context));
                    case PENDING, CONFIRMABLE -> ProviderResult.pending();
                    case REQUIRES_ACTION ->
                            ProviderResult.requiresAction(
                                    new NextAction(action, page.apply(json, context)));
                    case DECLINED -> declined(Outcome.AUTHORIZATION_FAILED, status, json);
                    case AUTHENTICATION_FAILED ->
                            declined(Outcome.AUTHENTICATION_FAILED, status, json);
                    case FAILED -> declined(Outcome.FAILURE, status, json);
                    case CANCELED -> declined(Outcome.VOIDED, status, json);
                    case EXPIRED -> declined(Outcome.EXPIRED, status, json);
                };
        return result.with(data.build()).with(books.apply(json, context));
    }

    private ProviderResult declined(Outcome outcome, ProviderStatus status, JsonNode json) {
        if (errors != null && errors.code(json) != null) {
            return ProviderResult.declined(outcome, errors.error(json));
        }
        var error = unified.getOrDefault(status, UnifiedError.UNKNOWN);
        return ProviderResult.declined(
                outcome,
                code == null
                        ? ProviderError.of(error)
                        : ProviderError.of(Json.text(json, code), error.message(), error));
    }

    private static long requested(@Nullable Context context) {
        if (context == null) {
            throw new UnreadableAnswer("an amount is missing");
        }
        return context.amount();
    }
}
