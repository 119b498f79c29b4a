package dev.paylater.api.payment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.form.OpenApi;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.key.EmailHashes;
import dev.paylater.api.key.Pepper;
import dev.paylater.kit.security.KeyRing;
import dev.paylater.kit.security.Sealer;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the body, the form check ends in a request that can be carried out or in a 4xx. */
class MalformedBodiesTest {

    private static final int BODIES = 5_000;
    private static final OpenApi API = new OpenApi();
    private static final Forms FORMS = new Forms(API);
    private static final KeyRing KEYS =
            KeyRing.parse("a key", "1:" + Base64.getEncoder().encodeToString(new byte[32]));
    private static final PaymentFields FIELDS =
            new PaymentFields(API, new Sealing(Sealer.of(KEYS)), new EmailHashes(new Pepper(KEYS)));
    private static final List<String> NAMES =
            List.copyOf(API.schema("PaymentFields").required("properties").propertyNames());
    private static final List<String> VALUES =
            List.of(
                    "null",
                    "true",
                    "0",
                    "-1",
                    "1.0",
                    "2.5",
                    "1e400",
                    "-1e-400",
                    "9223372036854775807",
                    "9223372036854775808",
                    "\"\"",
                    "\"EUR\"",
                    "\"DE\"",
                    "\"automatic\"",
                    "\"2026-01-01T00:00:00Z\"",
                    "\"\\u0000\"",
                    "\"\\ud83d\"",
                    "\"sealed:x\"",
                    "\"http://a\"",
                    "[]",
                    "[null]",
                    "[[1]]",
                    "{}",
                    "{\"id\": 5}",
                    "{\"id\": null, \"address\": {\"country\": \"DE\"}, \"pay_later\": {\"x\": 1}}",
                    "{\"type\": \"volume_split\", \"data\": [{\"connector\": \"two\", \"split\":"
                            + " 9}]}",
                    "{\"surcharge_amount\": 9223372036854775807, \"ssn\": \"1\", \"tax_amount\":"
                            + " 1}",
                    "{\"encoded_data\": {\"connector_account_details\": {\"k\": \"v\"}}}");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void no_body_is_our_fault(long seed) {
        var random = new Random(seed);
        var forms = List.of(FORMS.of("PaymentCreateRequest"), FORMS.of("PaymentConfirmRequest"));
        for (var i = 0; i < BODIES; i++) {
            var body = random.nextInt(4) == 0 ? garbled(random) : object(random, 0);
            for (var form : forms) {
                try {
                    carryOut(form, body, random.nextBoolean());
                } catch (ApiException e) {
                    assertThat(e.status()).as(body).isBetween(400, 499);
                } catch (RuntimeException e) {
                    throw new AssertionError("Seed " + seed + ", body " + body, e);
                }
            }
        }
    }

    private static void carryOut(Form form, String body, boolean flag) {
        var fields = form.read(body.getBytes(UTF_8));
        PaymentValidation.check(fields, flag);
        var _ = FIELDS.options(fields);
        var _ = FIELDS.terms(fields, "merchant", "payment");
    }

    private static String object(Random random, int depth) {
        var body = new StringBuilder("{");
        if (depth == 0 && random.nextBoolean()) {
            body.append("\"amount\": 5, \"currency\": \"EUR\"");
        }
        for (var field = random.nextInt(6); field > 0; field--) {
            body.append(body.length() > 1 ? ", " : "")
                    .append('"')
                    .append(NAMES.get(random.nextInt(NAMES.size())))
                    .append("\": ")
                    .append(
                            depth < 3 && random.nextInt(5) == 0
                                    ? object(random, depth + 1)
                                    : VALUES.get(random.nextInt(VALUES.size())));
        }
        return body.append('}').toString();
    }

    private static String garbled(Random random) {
        var body = new StringBuilder(object(random, 0));
        for (var change = random.nextInt(5); change >= 0; change--) {
            var at = random.nextInt(body.length());
            if (random.nextBoolean()) {
                body.deleteCharAt(at);
            } else {
                body.insert(at, (char) random.nextInt(0x3000));
            }
            if (body.isEmpty()) {
                return "";
            }
        }
        return body.toString();
    }
}
