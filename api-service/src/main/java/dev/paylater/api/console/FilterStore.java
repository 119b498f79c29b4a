package dev.paylater.api.console;

import dev.paylater.api.console.SavedFilters.SavedFilter;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.http.Call;
import dev.paylater.kit.mongo.OptimisticChange;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.mongodb.core.MongoOperations;
import org.springframework.stereotype.Component;

/** Keeps saved filters: those of a merchant for all of its people, an administrator's for them. */
@Component
final class FilterStore {

    private static final int MAX_FILTERS = 20;

    private final MongoOperations store;

    FilterStore(MongoOperations store) {
        this.store = store;
    }

    /** The caller: a merchant or an administrator's key. A form cannot name another owner. */
    private static String owner(Call call) {
        var merchantId = call.keysMerchant();
        return merchantId == null ? "admin/" + call.keyId() : "merchant/" + merchantId;
    }

    SavedFilters of(Call call) {
        var found = store.findById(owner(call), SavedFilters.class);
        return found == null ? SavedFilters.none(owner(call)) : found;
    }

    /**
     * Keeps a filter, in place of the caller's one of its name.
     *
     * @throws ApiException when there are too many
     */
    void save(Call call, SavedFilter filter) {
        var _ =
                OptimisticChange.retried(
                        () -> {
                            var changed = of(call).with(filter);
                            if (changed.filters().size() > MAX_FILTERS) {
                                throw ApiException.of(
                                        Problem.inconsistent(
                                                "name",
                                                "There are %s saved filters: remove one first"
                                                        .formatted(MAX_FILTERS)));
                            }
                            return write(changed);
                        });
    }

    /**
     * Removes the caller's filter of this name.
     *
     * @throws ApiException when there is none
     */
    void remove(Call call, String name) {
        var _ =
                OptimisticChange.retried(
                        () -> {
                            var found = of(call);
                            if (!found.has(name)) {
                                throw ApiException.notFound("saved filter");
                            }
                            return write(found.without(name));
                        });
    }

    private SavedFilters write(SavedFilters changed) {
        try {
            return store.save(changed);
        } catch (DuplicateKeyException e) {
            throw new OptimisticLockingFailureException("The first filter came from another", e);
        }
    }
}
