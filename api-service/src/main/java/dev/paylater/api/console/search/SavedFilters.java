package dev.paylater.api.console.search;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Version;
import org.springframework.data.mongodb.core.mapping.Document;

/**
 * The filters of the list of payments that somebody has saved: one document per owner, so that
 * their number and their names are held to by each write alone.
 *
 * @param owner {@code merchant/<merchant_id>}, or {@code admin/<key_id>} of an administrator: the
 *     key that the first of them was saved with, also for those that it was rotated to
 */
@Document("payment_filters")
record SavedFilters(@Id String owner, List<SavedFilter> filters, @Version @Nullable Long version) {

    /** A filter by its name. */
    record SavedFilter(String name, List<Condition> conditions) {

        @Nullable String value(String field) {
            return conditions.stream()
                    .filter(condition -> condition.field().equals(field))
                    .map(Condition::value)
                    .findFirst()
                    .orElse(null);
        }
    }

    /** A field of the list and what it has to be. */
    record Condition(String field, String value) {}

    static SavedFilters none(String owner) {
        return new SavedFilters(owner, List.of(), null);
    }

    boolean has(String name) {
        return filters.stream().anyMatch(filter -> filter.name().equals(name));
    }

    /** With this one, in the place of one of its name. */
    SavedFilters with(SavedFilter added) {
        return changed(
                has(added.name())
                        ? filters.stream()
                                .map(each -> each.name().equals(added.name()) ? added : each)
                        : Stream.concat(filters.stream(), Stream.of(added)));
    }

    SavedFilters without(String name) {
        return changed(filters.stream().filter(filter -> !filter.name().equals(name)));
    }

    private SavedFilters changed(Stream<SavedFilter> now) {
        return new SavedFilters(owner, now.toList(), version);
    }
}
