package dev.paylater.api.payment;

import static com.mongodb.client.model.Filters.in;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.EmailHashes;
import dev.paylater.api.merchant.Merchant;
import dev.paylater.api.merchant.MerchantRepository;
import dev.paylater.api.store.PaymentFilter;
import dev.paylater.api.store.PaymentList;
import dev.paylater.api.store.PaymentReads;
import dev.paylater.api.store.PaymentSearch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Searches the payments of all merchants, or of the one that calls, by what an index serves and by
 * nothing else.
 */
@Component
public final class SupportSearch {

    /** Of so many merchants the latest payments are gathered; a reading each. */
    private static final int MAX_GATHERED = 20;

    private static final String MERCHANT = "merchant_id";
    private static final String CURSOR = "cursor";

    private final ListFilters filters;
    private final PaymentList list;
    private final PaymentSearch search;
    private final PaymentReads payments;
    private final MerchantRepository merchants;
    private final EmailHashes emailHashes;

    SupportSearch(
            ListFilters filters,
            PaymentList list,
            PaymentSearch search,
            PaymentReads payments,
            MerchantRepository merchants,
            EmailHashes emailHashes) {
        this.filters = filters;
        this.list = list;
        this.search = search;
        this.payments = payments;
        this.merchants = merchants;
        this.emailHashes = emailHashes;
    }

    /**
     * A page of what was found, newest first.
     *
     * @param nextCursor where the next one begins; null when this is the last
     */
    public record Found(List<PaymentDocument> payments, @Nullable String nextCursor) {}

    /**
     * What the call asks for.
     *
     * @throws ApiException when no index serves that
     */
    public Found page(Call call, int limit) {
        var merchantId = merchantOf(call);
        var few = few(call, merchantId, filters.conditions(call));
        if (few != null) {
            return cut(few, call.filter(CURSOR), limit);
        }
        if (merchantId == null) {
            throw ApiException.of(
                    Problem.inconsistent(
                            MERCHANT,
                            "merchant_id is needed, except with payment_id,"
                                    + " merchant_order_reference_id or connector_transaction_id:"
                                    + " across merchants no index serves the other filters"));
        }
        return ofMerchant(call, merchantId, limit);
    }

    /**
     * Payments that have this for an id, an order reference, a provider's reference or an e-mail
     * address, and pass the call's filters, newest first.
     */
    public Found anything(Call call, String text, int limit) {
        var merchantIds = merchants(merchantOf(call));
        var conditions = filters.conditions(call);
        var found = new TreeMap<String, PaymentDocument>();
        Stream.of(
                        search.withId(merchantIds, text, conditions),
                        search.withTransaction(
                                text, and(conditions, in("payment.merchant_id", merchantIds))),
                        search.ofMerchants(
                                merchantIds,
                                and(
                                        conditions,
                                        text.contains("@")
                                                ? ofEmail(merchantIds, text)
                                                : PaymentFilter.MERCHANT_ORDER_REFERENCE_ID
                                                        .condition(List.of(text)))))
                .flatMap(List::stream)
                .forEach(payment -> found.put(cursor(payment), payment));
        var all = new ArrayList<>(found.values());
        all.sort(PaymentSearch.NEWEST_FIRST);
        return cut(all, call.filter(CURSOR), limit);
    }

    private Bson ofEmail(List<String> merchantIds, String email) {
        return PaymentList.emailHash(
                merchantIds.stream()
                        .flatMap(merchant -> emailHashes.all(merchant, email).stream())
                        .toList());
    }

    private static List<Bson> and(List<Bson> conditions, Bson one) {
        return Stream.concat(Stream.of(one), conditions.stream()).toList();
    }

    /**
     * The latest payments of all merchants, where they are few enough to be gathered.
     *
     * @param limit of one page; there is no next one
     */
    public Optional<Found> latest(Call call, int limit) {
        var merchantIds = merchants(null);
        if (merchantIds.size() > MAX_GATHERED) {
            return Optional.empty();
        }
        var conditions = filters.conditions(call);
        var all =
                merchantIds.stream()
                        .flatMap(merchant -> find(merchant, conditions, null, limit).stream())
                        .sorted(PaymentSearch.NEWEST_FIRST)
                        .limit(limit)
                        .toList();
        return Optional.of(new Found(all, null));
    }

    /** A merchant's own, or the one that an administrator names. */
    private static @Nullable String merchantOf(Call call) {
        var own = call.keysMerchant();
        return own == null ? call.filter(MERCHANT) : own;
    }

    /** Of the filters that few payments pass; null when there is none of them. */
    private @Nullable List<PaymentDocument> few(
            Call call, @Nullable String merchantId, List<Bson> conditions) {
        var paymentId = call.filter("payment_id");
        var transactionId = call.filter("connector_transaction_id");
        if (paymentId != null) {
            var all = new ArrayList<>(conditions);
            if (transactionId != null) {
                all.add(PaymentSearch.hasTransaction(transactionId));
            }
            return search.withId(merchants(merchantId), paymentId, all);
        }
        if (transactionId != null) {
            var all = new ArrayList<>(conditions);
            if (merchantId != null) {
                all.add(PaymentSearch.ofMerchant(merchantId));
            }
            return search.withTransaction(transactionId, all);
        }
        var references = call.filters(PaymentFilter.MERCHANT_ORDER_REFERENCE_ID.parameter());
        return merchantId == null && !references.isEmpty()
                ? search.ofMerchants(merchants(null), conditions)
                : null;
    }

    private List<String> merchants(@Nullable String merchantId) {
        return merchantId == null
                ? merchants.findAllByOrderByMerchantId().stream().map(Merchant::merchantId).toList()
                : List.of(merchantId);
    }

    private static Found cut(List<PaymentDocument> all, @Nullable String cursor, int limit) {
        if (all.size() > PaymentSearch.MOST) {
            throw ApiException.of(
                    Problem.inconsistent(
                            MERCHANT,
                            "More than %s payments have it: narrow the search by merchant_id"
                                    .formatted(PaymentSearch.MOST)));
        }
        var from = 0;
        if (cursor != null) {
            from = all.stream().map(SupportSearch::cursor).toList().indexOf(cursor) + 1;
            if (from == 0) {
                throw ApiException.notFound("payment to continue from");
            }
        }
        var to = Math.min(all.size(), from + limit);
        var page = all.subList(from, to);
        return new Found(page, to < all.size() ? cursor(page.getLast()) : null);
    }

    private Found ofMerchant(Call call, String merchantId, int limit) {
        var conditions = filters.conditions(call);
        var page = find(merchantId, conditions, cursor(call.filter(CURSOR), merchantId), limit);
        var goesOn = !page.isEmpty() && !find(merchantId, conditions, page.getLast(), 1).isEmpty();
        return new Found(page, goesOn ? cursor(page.getLast()) : null);
    }

    private List<PaymentDocument> find(
            String merchantId, List<Bson> conditions, @Nullable PaymentDocument cursor, int limit) {
        return list.find(new PaymentList.Query(merchantId, conditions, null, cursor, false, limit));
    }

    private @Nullable PaymentDocument cursor(@Nullable String cursor, String merchantId) {
        if (cursor == null) {
            return null;
        }
        var prefix = merchantId + "/";
        if (!cursor.startsWith(prefix)) {
            throw ApiException.notFound("payment to continue from");
        }
        return payments.find(merchantId, cursor.substring(prefix.length()))
                .orElseThrow(() -> ApiException.notFound("payment to continue from"));
    }

    private static String cursor(PaymentDocument payment) {
        return payment.merchantId() + "/" + payment.paymentId();
    }
}
