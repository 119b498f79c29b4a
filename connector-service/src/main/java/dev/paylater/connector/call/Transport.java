package dev.paylater.connector.call;

import dev.paylater.connector.kit.HttpAnswer;
import dev.paylater.connector.kit.HttpCall;
import dev.paylater.kit.outgoing.OverdueAnswer;
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
}
