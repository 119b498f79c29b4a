package dev.paylater.webhook.send;

import dev.paylater.kit.security.Audience;
import dev.paylater.kit.security.ServiceToken;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;

/**
 * Asks api-service, which alone can open personal data, for what GET answers to a merchant: this
 * service needs no key to it.
 */
@Component
final class ApiResources implements Resources {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(2))
                    .build();
    private final ServiceToken tokens;
    private final String baseUrl;

    ApiResources(ServiceToken tokens, @Value("${paylater.api-url}") String baseUrl) {
        this.tokens = tokens;
        this.baseUrl = baseUrl;
    }

    @Override
    public byte[] read(Resource resource) {
        var path =
                switch (resource.kind()) {
                    case PAYMENT -> "/internal/payments/" + resource.id();
                    case REFUND -> "/internal/refunds/" + resource.id();
                };
        var request =
                HttpRequest.newBuilder(URI.create(baseUrl + path))
                        .timeout(TIMEOUT)
                        .header(
                                ServiceToken.HEADER,
                                tokens.issue(Audience.API, resource.merchantId()))
                        .build();
        try {
            var answer = http.send(request, BodyHandlers.ofByteArray());
            if (answer.statusCode() != 200) {
                throw new IOException("api-service answered " + answer.statusCode());
            }
            return answer.body();
        } catch (IOException e) {
            throw new NotAvailable("api-service has no " + path + " now: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotAvailable("this service is stopping", e);
        }
    }
}
