package dev.paylater.certification;

import dev.paylater.connector.call.Transport;
import dev.paylater.connector.kit.HttpAnswer;
import dev.paylater.connector.kit.HttpCall;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A way to a provider that keeps what went by, in memory and with everything secret in it. */
final class Recorder implements Transport {

    /**
     * One call.
     *
     * @param answer null when none came
     */
    record Recorded(HttpCall call, @Nullable HttpAnswer answer) {

        /** For people: no body and no header. */
        String summary() {
            return call + " -> " + (answer == null ? "no answer" : answer.toString());
        }
    }

    private final Transport way;
    private List<Recorded> calls = new ArrayList<>();

    Recorder(Transport way) {
        this.way = way;
    }

    @Override
    public HttpAnswer send(URI base, HttpCall call, Duration timeout) throws IOException {
        HttpAnswer answer = null;
        try {
            answer = way.send(base, call, timeout);
            return answer;
        } finally {
            calls.add(new Recorded(call, answer));
        }
    }

    /** What went by since this was asked the last time. */
    List<Recorded> take() {
        var taken = calls;
        calls = new ArrayList<>();
        return taken;
    }
}
