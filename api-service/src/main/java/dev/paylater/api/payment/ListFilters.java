package dev.paylater.api.payment;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.form.KnownValues;
import dev.paylater.api.form.OpenApi;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.EmailHashes;
import dev.paylater.api.store.PaymentFilter;
import dev.paylater.api.store.PaymentList;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** Reads what a list of payments is narrowed by; all of it has to hold. */
@Component
final class ListFilters {

    private static final String CREATED = "created";
    private static final String AMOUNT = "amount";
    private static final String AMOUNT_GTE = "amount_gte";
    private static final String AMOUNT_LTE = "amount_lte";
    private static final String TEXT = "q";
    private static final List<String> OPERATORS = List.of("lt", "gt", "lte", "gte");

    private final Map<PaymentFilter, Set<String>> known = new EnumMap<>(PaymentFilter.class);
    private final EmailHashes emailHashes;

    ListFilters(OpenApi api, EmailHashes emailHashes) {
        this.emailHashes = emailHashes;
        for (var filter : PaymentFilter.values()) {
            var schema = filter.schema();
            if (schema != null) {
                known.put(
                        filter,
                        api.schema(schema)
                                .required("enum")
                                .valueStream()
                                .filter(JsonNode::isString)
                                .map(JsonNode::stringValue)
                                .collect(Collectors.toUnmodifiableSet()));
            }
        }
    }

    /**
     * The conditions of a query.
     *
     * @throws ApiException when a value can be none of its field
     */
    List<Bson> conditions(Call call) {
        var conditions = new ArrayList<Bson>();
        for (var filter : PaymentFilter.values()) {
            var values = values(call, filter);
            if (!values.isEmpty()) {
                conditions.add(filter.condition(values));
            }
        }
        addAmounts(call, conditions);
        addTimes(call, conditions);
        var text = call.filter(TEXT);
        if (text != null && isEmail(text)) {
            conditions.add(PaymentList.emailHash(emailHashes.all(call.merchantId(), text)));
        }
        return conditions;
    }

    /** What the order reference has to begin with, if anything. */
    @Nullable String orderPrefix(Call call) {
        var text = call.filter(TEXT);
        return text == null || isEmail(text) ? null : text;
    }

    private static boolean isEmail(String text) {
        return text.contains("@");
    }

    /** Of a field with a closed set of values several may also stand in one parameter. */
    private List<String> values(Call call, PaymentFilter filter) {
        var given = call.filters(filter.parameter());
        var possible = known.get(filter);
        if (possible == null) {
            return given;
        }
        var values = given.stream().flatMap(text -> Stream.of(text.split(",", -1))).toList();
        for (var value : values) {
            if (!possible.contains(value)) {
                throw ApiException.of(
                        Problem.malformed(
                                filter.parameter(),
                                KnownValues.complaint(possible.stream().sorted().toList(), value)));
            }
        }
        return values;
    }

    private static void addAmounts(Call call, List<Bson> conditions) {
        var exactly = amount(call, AMOUNT);
        var least = amount(call, AMOUNT_GTE);
        var most = amount(call, AMOUNT_LTE);
        if (least != null && most != null && least > most) {
            throw ApiException.of(
                    Problem.inconsistent(AMOUNT_LTE, "amount_lte is less than amount_gte"));
        }
        if (exactly != null) {
            conditions.add(PaymentList.amount("eq", exactly));
        }
        if (least != null) {
            conditions.add(PaymentList.amount("gte", least));
        }
        if (most != null) {
            conditions.add(PaymentList.amount("lte", most));
        }
    }

    private static @Nullable Long amount(Call call, String name) {
        var text = call.filter(name);
        if (text == null) {
            return null;
        }
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException _) {
            throw ApiException.of(Problem.malformed(name, "must be a whole number of minor units"));
        }
    }

    private static void addTimes(Call call, List<Bson> conditions) {
        var exactly = call.queryTime(CREATED);
        if (exactly != null) {
            conditions.add(
                    isWhole(exactly) ? PaymentList.created("eq", exactly) : PaymentList.none());
        }
        for (var operator : OPERATORS) {
            spellings(operator)
                    .map(spelling -> call.queryTime(spelling))
                    .filter(Objects::nonNull)
                    .map(time -> rounded(operator, time))
                    .forEach(time -> conditions.add(PaymentList.created(operator, time)));
        }
    }

    /**
     * To the milliseconds that payments have, so that the comparison says of each payment what the
     * finer time would: what is not before a time within a millisecond is not before its end.
     */
    private static Instant rounded(String operator, Instant time) {
        var down = time.truncatedTo(ChronoUnit.MILLIS);
        var isUp = operator.equals("gte") || operator.equals("lt");
        return isUp && !isWhole(time) ? down.plusMillis(1) : down;
    }

    private static boolean isWhole(Instant time) {
        return time.equals(time.truncatedTo(ChronoUnit.MILLIS));
    }

    private static Stream<String> spellings(String operator) {
        return Stream.of("created_" + operator, "created." + operator);
    }
}
