package dev.paylater.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What happened, line by line. It is only written when somebody will read it: the same seed can be
 * played again.
 */
final class Trace {

    private final List<String> lines = new ArrayList<>();
    private final boolean on;

    Trace(boolean on) {
        this.on = on;
    }

    @SuppressWarnings("AnnotateFormatMethod") // Error Prone's annotations are no dependency here
    void tell(long millis, String who, String what, Object... details) {
        if (on) {
            var time = Duration.ofMillis(millis);
            lines.add(
                    "%3d:%02d.%03d  %-14s %s"
                            .formatted(
                                    time.toMinutes(),
                                    time.toSecondsPart(),
                                    time.toMillisPart(),
                                    who,
                                    details.length == 0 ? what : what.formatted(details)));
        }
    }

    List<String> lines() {
        return List.copyOf(lines);
    }
}
