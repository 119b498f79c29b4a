package dev.paylater.kit.trace;

/**
 * Which traces are exported: a share of them, decided by the trace's id, so that everybody who
 * decides by the same share decides alike.
 */
public final class Sampling {

    /** No trace is exported. */
    public static final Sampling NONE = new Sampling(0);

    private static final int LOWER_HALF = 16;
    private static final int HEXADECIMAL = 16;

    private final long bound;

    private Sampling(double share) {
        bound = (long) (share * Long.MAX_VALUE);
    }

    /**
     * A share of all traces.
     *
     * @param share 0 to 1
     * @throws IllegalArgumentException when it is another number
     */
    public static Sampling of(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException(
                    "paylater.traces.sampled has to be a number from 0 to 1, and is " + share);
        }
        return new Sampling(share);
    }

    /** As OpenTelemetry's TraceIdRatioBased: by the lower half of the id. */
    public boolean includes(String traceId) {
        return (Long.parseUnsignedLong(traceId.substring(LOWER_HALF), HEXADECIMAL) & Long.MAX_VALUE)
                < bound;
    }
}
