package dev.paylater.kernel.command;

import dev.paylater.kernel.Stored;

/**
 * What documents take of the heap. Payments may differ by a factor of a thousand in size, so what
 * is kept and what is loaded is bounded by bytes; a number of documents says nothing.
 */
final class HeapShare {

    /** A sixth of the heap for remembered documents, and as much for those of a round. */
    static final long BYTES = Runtime.getRuntime().maxMemory() / 6;

    /** State and journal hold the texts of the messages; objects around them take as much again. */
    private static final int HEAP_PER_BYTE = 3;

    private static final int LEAST_BYTES = 4 * 1024;

    /** A message is decoded, and what it carries goes into a document, a request and an answer. */
    private static final int HEAP_PER_BYTE_OF_RECORD = 6;

    /** Enough for all that is under way; more would only fill the heap. */
    private static final int MAX_REMEMBERED = 2_000;

    private HeapShare() {}

    static long of(Stored<?, ?> stored) {
        return LEAST_BYTES + HEAP_PER_BYTE * stored.taken();
    }

    /** How large the values of the records of one round may be together. */
    static long ofRecords() {
        return BYTES / HEAP_PER_BYTE_OF_RECORD;
    }

    /** For a cache that also has a bound for the number of documents. */
    static int weight(Stored<?, ?> stored) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(of(stored), BYTES / MAX_REMEMBERED));
    }
}
