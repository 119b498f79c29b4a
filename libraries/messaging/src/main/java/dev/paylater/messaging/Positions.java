package dev.paylater.messaging;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * How far each payment and refund was read: what makes repetitions and overtaken events known. Kept
 * in a reader's own store, in the transaction of what it does, each event counts exactly once.
 */
public interface Positions {

    /** The sequence of the latest event that was handled; empty when none was. */
    OptionalLong of(String subject);

    /** The event with this sequence was handled. */
    void handled(String subject, long sequence);

    /** In memory, for the subjects that were heard of last; a new process knows of none. */
    static Positions inMemory(int most) {
        var latest =
                new LinkedHashMap<String, Long>(16, 0.75F, true) {

                    private static final long serialVersionUID = 1L;

                    @Override
                    protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
                        return size() > most;
                    }
                };
        return new Positions() {
            @Override
            public OptionalLong of(String subject) {
                var known = latest.get(subject);
                return known == null ? OptionalLong.empty() : OptionalLong.of(known);
            }

            @Override
            public void handled(String subject, long sequence) {
                latest.put(subject, sequence);
            }
        };
    }
}
