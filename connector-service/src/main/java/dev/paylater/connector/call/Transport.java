package dev.paylater.connector.call;

import dev.paylater.connector.kit.HttpAnswer;
import dev.paylater.connector.kit.HttpCall;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/** The way to a provider: HTTP in production, memory in the simulation. */
public interface Transport {

    /**
     * Sends the request once and reads the whole answer.
     *
     * @throws OverdueAnswer when it had not arrived completely in time
     */
    HttpAnswer send(URI base, HttpCall call, Duration timeout) throws IOException;

    /** The answer took too long. */
    final class OverdueAnswer extends IOException {

        private static final long serialVersionUID = 1L;

        public OverdueAnswer(Duration timeout, Throwable cause) {
            super("no answer within " + timeout.toMillis() + " ms", cause);
        }
    }
}
