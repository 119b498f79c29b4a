package dev.paylater.api.console.search;

import static dev.paylater.api.console.search.SavedFilters.none;

import dev.paylater.api.console.search.SavedFilters.SavedFilter;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.http.Call;
import dev.paylater.api.key.Keys;
import dev.paylater.kit.mongo.OptimisticChange;
import java.util.Optional;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.mongodb.core.MongoOperations;
import org.springframework.stereotype.Component;

/** Keeps saved filters: those of a merchant for all of its people, an administrator's for them. */
@Component
final class FilterStore {

    private static final int MAX_FILTERS = 20;
    private static final String ADMIN = "admin/";

    private final MongoOperations store;
    private final Keys keys;

    FilterStore(MongoOperations store, Keys keys) {
        this.store = store;
        this.keys = keys;
    }

    /**
     * Those of the caller: a merchant or an administrator's key. A form cannot name another owner.
     * A key that was rotated to and has none of its own goes on with those of the key before it.
     */
    SavedFilters of(Call call) {
        var merchantId = call.keysMerchant();
        if (merchantId != null) {
            return of("merchant/" + merchantId).orElseGet(() -> none("merchant/" + merchantId));
        }
        return of(ADMIN + call.keyId())
                .or(
                        () ->
                                keys.rotatedFrom(call.keyId()).stream()
                                        .flatMap(keyId -> of(ADMIN + keyId).stream())
                                        .findFirst())
                .orElseGet(() -> none(ADMIN + call.keyId()));
    }

    private Optional<SavedFilters> of(String owner) {
        return Optional.ofNullable(store.findById(owner, SavedFilters.class));
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
