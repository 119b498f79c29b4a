package dev.paylater.api.refund;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.form.CalendarTime;
import dev.paylater.api.store.RefundFilter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The body of POST /refunds/list. */
record RefundListQuery(RefundFilter filter, int offset, int limit) {

    private static final int DEFAULT_LIMIT = 10;
    private static final String START_TIME = "start_time";
    private static final String END_TIME = "end_time";
    private static final String AMOUNT = "amount_filter";

    /**
     * Reads a body whose form was checked.
     *
     * @param now the end where none is given
     * @throws ApiException 422 with all that contradicts itself in it
     */
    static RefundListQuery of(ObjectNode body, String merchantId, Instant now) {
        var problems = new ArrayList<Problem>();
        var start = time(body, START_TIME).orElseThrow();
        var end = time(body, END_TIME).orElse(now);
        if (body.has(END_TIME) && start.isAfter(end)) {
            problems.add(Problem.inconsistent(END_TIME, "end_time is before start_time"));
        }
        var startAmount = number(body.path(AMOUNT), "start_amount");
        var endAmount = number(body.path(AMOUNT), "end_amount");
        if (startAmount != null && endAmount != null && startAmount > endAmount) {
            problems.add(Problem.inconsistent(AMOUNT, "start_amount is greater than end_amount"));
        }
        if (!problems.isEmpty()) {
            throw ApiException.of(problems);
        }
        return new RefundListQuery(
                new RefundFilter(
                        merchantId,
                        start,
                        end,
                        text(body, "payment_id"),
                        text(body, "refund_id"),
                        text(body, "profile_id"),
                        startAmount,
                        endAmount,
                        texts(body, "connector"),
                        texts(body, "merchant_connector_id"),
                        texts(body, "currency"),
                        texts(body, "refund_status")),
                body.path("offset").intValue(0),
                body.path("limit").intValue(DEFAULT_LIMIT));
    }

    private static Optional<Instant> time(ObjectNode body, String name) {
        return Optional.ofNullable(text(body, name)).flatMap(CalendarTime::read);
    }

    private static @Nullable Long number(JsonNode of, String name) {
        var value = of.path(name);
        return value.isNumber() ? value.longValue() : null;
    }

    private static @Nullable String text(ObjectNode body, String name) {
        var value = body.path(name);
        return value.isString() ? value.stringValue() : null;
    }

    private static Set<String> texts(ObjectNode body, String name) {
        return body.path(name)
                .valueStream()
                .map(JsonNode::stringValue)
                .collect(Collectors.toUnmodifiableSet());
    }
}
