package dev.paylater.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import dev.paylater.launcher.process.Ports;
import dev.paylater.launcher.process.Service;
import dev.paylater.ops.OpsJson;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;

/** The HTTP API as the sandbox's merchant sees it. */
final class MerchantApi implements AutoCloseable {
    private final String baseUrl;
    private final OpsJson json = new OpsJson();

    MerchantApi(Ports ports) {
        this.baseUrl = ports.url(Service.API);
    }

    JsonNode post(String path, String body) throws IOException, InterruptedException {
        return json.ask(
                request(path)
                        .header("content-type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build());
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        return json.ask(request(path).build());
    }

    JsonNode delete(String path) throws IOException, InterruptedException {
        return json.ask(request(path).DELETE().build());
    }

    private HttpRequest.Builder request(String path) {
        return OpsJson.request(baseUrl + path).header("api-key", Welcome.SECRET_KEY);
    }

    @Override
    public void close() {
        json.close();
    }
}
