package dev.paylater.refund.http;

import dev.paylater.refund.core.RefundStatus;
import dev.paylater.refund.mongo.RefundFilter;
import java.time.Instant;
import java.util.Arrays;
import java.util.Currency;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** The body of POST /refunds/list. */
record ListQuery(RefundFilter filter, int offset, int limit) {

    private static final int DEFAULT_LIMIT = 10;
    private static final int MAX_LIMIT = 100;
    private static final int MAX_TEXT = 255;
    private static final Set<String> STATUSES =
            Arrays.stream(RefundStatus.values())
                    .map(status -> status.name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.toUnmodifiableSet());
    private static final Set<String> CURRENCIES =
            Currency.availableCurrencies()
                    .map(Currency::getCurrencyCode)
                    .collect(Collectors.toUnmodifiableSet());

    /** Reads the body, or refuses it with everything that is wrong with it. */
    static ListQuery of(JsonBody body, String merchantId, Instant now) {
        var start = body.time("start_time");
        var end = body.time("end_time");
        var startAmount = body.number("amount_filter", "start_amount");
        var endAmount = body.number("amount_filter", "end_amount");
        body.object("amount_filter");
        var limit = range(body, "limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
        var offset = range(body, "offset", 0, 0, Integer.MAX_VALUE);
        var connectors = anyText(body, "connector");
        var accounts = anyText(body, "merchant_connector_id");
        var currencies = body.texts("currency", CURRENCIES::contains, "must be an ISO 4217 code");
        var statuses = body.texts("refund_status", STATUSES::contains, "must be a refund status");
        var paymentId = body.text("payment_id", MAX_TEXT);
        var refundId = body.text("refund_id", MAX_TEXT);
        var profileId = body.text("profile_id", MAX_TEXT);
        if (start != null && end != null && start.isAfter(end)) {
            body.add(Problem.inconsistent("end_time", "end_time is before start_time"));
        }
        if (startAmount != null && endAmount != null && startAmount > endAmount) {
            body.add(
                    Problem.inconsistent(
                            "amount_filter", "start_amount is greater than end_amount"));
        }
        body.requirePresent("start_time");
        body.check();
        return new ListQuery(
                new RefundFilter(
                        merchantId,
                        Objects.requireNonNull(start),
                        end == null ? now : end,
                        paymentId,
                        refundId,
                        profileId,
                        startAmount,
                        endAmount,
                        connectors,
                        accounts,
                        currencies,
                        statuses),
                offset,
                limit);
    }

    private static Set<String> anyText(JsonBody body, String name) {
        return body.texts(name, text -> text.length() <= MAX_TEXT, "must be a text");
    }

    private static int range(JsonBody body, String name, int whenAbsent, int least, int most) {
        var value = body.number(name);
        if (value == null) {
            return whenAbsent;
        }
        if (value < least || value > most) {
            body.add(
                    Problem.inconsistent(
                            name, "%s must be from %s to %s".formatted(name, least, most)));
            return whenAbsent;
        }
        return value.intValue();
    }
}
