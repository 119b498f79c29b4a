package dev.paylater.kit.mongo;

import java.util.function.Supplier;
import org.springframework.dao.OptimisticLockingFailureException;

/** Changes of documents that carry a version: read, changed and written until nobody interferes. */
public final class OptimisticChange {

    private static final int MAX_ATTEMPTS = 20;

    private OptimisticChange() {}

    /**
     * Runs a change again when another writer was faster.
     *
     * @param change reads the document, changes it and saves it, in this order
     * @throws OptimisticLockingFailureException when others were faster each time
     */
    public static <T> T retried(Supplier<T> change) {
        for (var attempt = 1; ; attempt++) {
            try {
                return change.get();
            } catch (OptimisticLockingFailureException e) {
                if (attempt == MAX_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }
}
