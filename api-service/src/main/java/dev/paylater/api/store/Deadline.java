package dev.paylater.api.store;

import com.mongodb.client.FindIterable;
import com.mongodb.client.model.CountOptions;
import java.util.concurrent.TimeUnit;

/**
 * Ends a read in the store soon after whoever asked has given up: a server that goes on looking for
 * nobody is the slower for everybody else, and who asks again makes it look twice.
 */
public final class Deadline {

    /** A client waits ten seconds, and the driver for no answer longer. */
    private static final int SECONDS = 8;

    private Deadline() {}

    static CountOptions boundedCount() {
        return new CountOptions().maxTime(SECONDS, TimeUnit.SECONDS);
    }

    /** The read, ended by the store after eight seconds. */
    public static <T> FindIterable<T> bounded(FindIterable<T> find) {
        return find.maxTime(SECONDS, TimeUnit.SECONDS);
    }
}
