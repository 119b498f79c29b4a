package dev.paylater.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.form.OpenApi;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.Pepper;
import dev.paylater.kit.security.KeyRing;
import java.util.Base64;
import org.openjdk.jmh.annotations.Benchmark;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a request passes before anything is done for it: the key, the JSON, the rules of a body. */
public class RequestBenchmark extends MicroBenchmark {

    private static final int PEPPER_BYTES = 32;

    private final byte[] body =
            """
            {"amount": 6540, "currency": "EUR", "capture_method": "automatic", "confirm": true,
             "payment_method": "pay_later", "payment_method_type": "invoice",
             "payment_method_data": {"pay_later": {"invoice": {}}},
             "return_url": "https://shop.example/return",
             "billing": {"address": {"first_name": "Ada", "last_name": "Jones", "line1": "Main St 1",
               "zip": "10115", "city": "Berlin", "country": "DE"}, "email": "ada@example.com"}}
            """
                    .getBytes(UTF_8);
    private final Form form = new Forms(new OpenApi()).of("PaymentCreateRequest");
    private final Pepper pepper =
            new Pepper(
                    KeyRing.parse(
                            "the pepper",
                            "1:" + Base64.getEncoder().encodeToString(new byte[PEPPER_BYTES])));

    @Benchmark
    public Pepper.Hash hash_of_a_key() {
        return pepper.hash("api-key", "a-key-of-a-merchant-0123456789abcdef");
    }

    @Benchmark
    public JsonNode parse() {
        return Json.read(body);
    }

    @Benchmark
    public ObjectNode parse_and_check() {
        return form.read(body);
    }
}
