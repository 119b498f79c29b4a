package dev.paylater.kit.mongo;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.data.domain.Sort.Direction;
import org.springframework.data.mongodb.core.MongoOperations;
import org.springframework.data.mongodb.core.index.Index;

/**
 * Lets a collection forget its documents by itself. Made with the first use, since the store may
 * come up later than this process.
 */
public final class ExpiryIndex {

    private final MongoOperations store;
    private final Class<?> document;
    private final Index index;
    private final AtomicBoolean made = new AtomicBoolean();

    /**
     * The index of a collection.
     *
     * @param component the time from which on a document is kept for so long
     */
    public ExpiryIndex(MongoOperations store, Class<?> document, String component, Duration kept) {
        this.store = store;
        this.document = document;
        this.index = new Index(component, Direction.ASC).expire(kept);
    }

    public void ensure() {
        if (!made.get()) {
            store.indexOps(document).createIndex(index);
            made.set(true);
        }
    }
}
