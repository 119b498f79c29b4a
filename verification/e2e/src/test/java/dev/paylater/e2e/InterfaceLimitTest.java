package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** Fields of a payment up to their bounds are taken as they are; beyond, they are refused. */
@ExtendWith(RunningStack.class)
class InterfaceLimitTest {

    static final String ROWS = "limits.txt";

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;
    private static final String BASE = "{\"amount\": 6540, \"currency\": \"EUR\"}";
    private static final Pattern REPEATED = Pattern.compile("\\{x(\\d+)}");
    private static final Pattern ENTRIES = Pattern.compile("\\{k(\\d+)}");

    static Stream<Arguments> rows() {
        return InterfaceRows.of(ROWS).stream().map(r -> Arguments.of(r[0], r[1], r[2], r[3]));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void a_field_is_taken_within_its_bounds_and_refused_beyond(
            String row, String sent, String place, String refused) {
        var body = MerchantClient.with(BASE, filled(sent));
        var id = MERCHANT.post("/payments", body).expect(200).string("payment_id");
        if (place.startsWith("/")) {
            var json = JsonMapper.shared();
            assertThat(MERCHANT.payment(id).json().at(place))
                    .as(row)
                    .isEqualTo(json.readTree(body).at(place));
        }
        for (var wrong : refused.split(" ;; ", -1)) {
            var answer = MERCHANT.post("/payments", merged(filled(wrong)));
            assertThat(answer.status()).as(wrong + ": " + answer.text()).isEqualTo(422);
            assertThat(answer.errorCode()).isIn("IR_05", "IR_06");
        }
    }

    /** Numbers beyond int64 must reach the service as they are. */
    private static String merged(String fields) {
        return fields.contains("\"amount\":")
                ? "{\"currency\": \"EUR\", " + fields + "}"
                : MerchantClient.with(BASE, fields);
    }

    private static String filled(String template) {
        var id = UUID.randomUUID().toString().replace("-", "").substring(0, 30);
        var text = template.replace("{id}", id);
        text = REPEATED.matcher(text).replaceAll(m -> "x".repeat(Integer.parseInt(m.group(1))));
        return ENTRIES.matcher(text)
                .replaceAll(
                        m ->
                                IntStream.range(0, Integer.parseInt(m.group(1)))
                                        .mapToObj(i -> "\"k" + i + "\": \"v\"")
                                        .collect(Collectors.joining(", ")));
    }
}
