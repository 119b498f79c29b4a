package dev.paylater.benchmarks;

import dev.paylater.api.form.Sealing;
import dev.paylater.api.json.Json;
import dev.paylater.kit.security.KeyRing;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import tools.jackson.databind.node.ObjectNode;

/**
 * The fields of a payment that name the customer: sealed once, opened for provider and merchant.
 */
public class SealingBenchmark extends MicroBenchmark {

    private static final String MERCHANT = "merchant";
    private static final List<String> FIELDS =
            List.of("payment_method_data", "billing", "shipping", "email", "customer", "metadata");

    private final Sealing sealing =
            new Sealing(
                    Sealer.of(
                            KeyRing.parse(
                                    "a key",
                                    "1:" + Base64.getEncoder().encodeToString(new byte[32]))));
    private final ObjectNode body =
            (ObjectNode)
                    Json.read(
                            """
                            {"payment_method_data": {"pay_later": {"invoice": {}}},
                             "billing": {"address": {"first_name": "Ada", "last_name": "Jones",
                               "line1": "Main St 1", "zip": "10115", "city": "Berlin",
                               "country": "DE"}, "email": "ada@example.com"},
                             "shipping": {"address": {"first_name": "Ada", "last_name": "Jones",
                               "line1": "Main St 1", "zip": "10115", "city": "Berlin",
                               "country": "DE"}},
                             "email": "ada@example.com", "customer": {"id": "cus_1", "name": "Ada"},
                             "metadata": {"basket": "b_1", "channel": "web"}}
                            """);
    private final Map<String, String> sealed =
            sealing.carry(body, FIELDS, MERCHANT, Samples.PAYMENT_ID);

    @Benchmark
    public Map<String, String> seal() {
        return sealing.carry(body, FIELDS, MERCHANT, Samples.PAYMENT_ID);
    }

    @Benchmark
    public Map<String, String> open() {
        var opened = new HashMap<>(sealed);
        opened.replaceAll(
                (field, text) ->
                        sealing.open(new SealedPlace(MERCHANT, Samples.PAYMENT_ID, field), text));
        return opened;
    }
}
