package dev.paylater.ops.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** Reads the whole ledger of the provider simulator, one entry a line. */
final class LedgerReader {
    private static final JsonMapper MAPPER = new JsonMapper();

    private LedgerReader() {}

    static Ledger read(String simulatorUrl) throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(URI.create(simulatorUrl + "/simulator/ledger/all")).build();
        var ledger = new Ledger();
        try (var http = HttpClient.newHttpClient()) {
            var response = http.send(request, BodyHandlers.ofInputStream());
            if (response.statusCode() != 200) {
                throw new IOException("The simulator's ledger answered " + response.statusCode());
            }
            try (InputStream body = response.body();
                    MappingIterator<JsonNode> lines =
                            MAPPER.readerFor(JsonNode.class).readValues(body)) {
                while (lines.hasNext()) {
                    JsonNode entry = lines.next();
                    ledger.book(
                            entry.path("merchant_reference").asText(),
                            entry.path("attempt_reference").asText(),
                            entry.path("operation").asText(),
                            entry.path("amount").asLong(),
                            entry.path("currency").asText());
                }
            }
        }
        return ledger;
    }
}
