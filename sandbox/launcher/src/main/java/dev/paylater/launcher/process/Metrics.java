package dev.paylater.launcher.process;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.OptionalDouble;

/** What a service measures, as its Prometheus page says. */
public final class Metrics implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    /**
     * The metric's value, of several with labels the greatest; empty when the service does not
     * answer or does not measure it.
     */
    public OptionalDouble value(Instance instance, String name) {
        var url = "http://127.0.0.1:" + instance.managementPort() + "/actuator/prometheus";
        var request = HttpRequest.newBuilder(URI.create(url)).timeout(PATIENCE).build();
        try {
            return value(http.send(request, BodyHandlers.ofString()).body(), name);
        } catch (IOException _) {
            return OptionalDouble.empty();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return OptionalDouble.empty();
        }
    }

    private static OptionalDouble value(String page, String name) {
        return page.lines()
                .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .max();
    }

    @Override
    public void close() {
        http.close();
    }
}
