package dev.paylater.api.payment;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.http.Call;
import dev.paylater.api.merchant.Merchant;
import dev.paylater.api.merchant.MerchantRepository;
import dev.paylater.api.store.PaymentFilter;
import dev.paylater.api.store.PaymentList;
import dev.paylater.api.store.PaymentReads;
import dev.paylater.api.store.PaymentSearch;
import java.util.ArrayList;
import java.util.List;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Searches the payments of all merchants, by what an index serves and by nothing else. */
@Component
final class SupportSearch {

    private static final String MERCHANT = "merchant_id";
    private static final String CURSOR = "cursor";

    private final ListFilters filters;
    private final PaymentList list;
    private final PaymentSearch search;
    private final PaymentReads payments;
    private final MerchantRepository merchants;

    SupportSearch(
            ListFilters filters,
            PaymentList list,
            PaymentSearch search,
            PaymentReads payments,
            MerchantRepository merchants) {
        this.filters = filters;
        this.list = list;
        this.search = search;
        this.payments = payments;
        this.merchants = merchants;
    }

    /**
     * A page of what was found, newest first.
     *
     * @param nextCursor where the next one begins; null when this is the last
     */
    record Found(List<PaymentDocument> payments, @Nullable String nextCursor) {}

    /**
     * What the call asks for.
     *
     * @throws ApiException when no index serves that
     */
    Found page(Call call, int limit) {
        var merchantId = call.filter(MERCHANT);
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
