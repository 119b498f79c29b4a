package dev.paylater.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.MerchantLimits.Urgency;
import dev.paylater.api.key.ApiKey;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.settings.MerchantLimitSettings;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MerchantLimitsTest {

    private final AtomicLong time = new AtomicLong();
    private final MerchantLimits limits =
            new MerchantLimits(new MerchantLimitSettings(100, Map.of("large", 1_000)), time::get);

    @Test
    void a_merchant_that_calls_without_end_takes_nothing_from_another() {
        assertThat(passed(key("greedy", "key_1"), Urgency.CONTINUE, 1_000)).isEqualTo(200);
        assertThat(passed(key("modest", "key_9"), Urgency.READ, 100)).isEqualTo(100);
        time.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertThat(passed(key("greedy", "key_1"), Urgency.CONTINUE, 1_000)).isEqualTo(100);
    }

    @Test
    void another_key_of_the_merchant_gives_it_nothing_more() {
        assertThat(passed(key("greedy", "key_1"), Urgency.CONTINUE, 150)).isEqualTo(150);
        assertThat(passed(key("greedy", "key_2"), Urgency.CONTINUE, 150)).isEqualTo(50);
    }

    @Test
    void writes_come_before_reads_and_confirms_and_captures_before_creates() {
        var key = key("busy", "key_1");
        assertThat(passed(key, Urgency.READ, 1_000)).isEqualTo(100);
        assertThat(passed(key, Urgency.CREATE, 1_000)).isEqualTo(50);
        assertThat(passed(key, Urgency.CONTINUE, 1_000)).isEqualTo(50);

        // However much is read, at the rate of the contract every capture gets through.
        var captured = 0;
        var read = 0;
        for (var tenth = 0; tenth < 100; tenth++) {
            time.addAndGet(TimeUnit.MILLISECONDS.toNanos(100));
            read += passed(key, Urgency.READ, 100);
            captured += passed(key, Urgency.CONTINUE, 10);
        }
        assertThat(captured).isEqualTo(1_000);
        assertThat(read).isZero();
    }

    @Test
    void who_has_a_contract_for_more_may_send_more() {
        assertThat(passed(key("large", "key_1"), Urgency.CONTINUE, 5_000)).isEqualTo(2_000);
        time.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertThat(passed(key("large", "key_1"), Urgency.CONTINUE, 5_000)).isEqualTo(1_000);
    }

    @Test
    void whoever_floods_with_the_publishable_key_stops_no_server_of_the_shop() {
        var publishable = key("shop", "key_pk", KeyKind.PUBLISHABLE);
        assertThat(passed(publishable, Urgency.CONTINUE, 10_000)).isEqualTo(200);
        assertThat(passed(key("shop", "key_1"), Urgency.CONTINUE, 200)).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /payments/pay_1, true, READ",
        "GET, /payments/list, false, READ",
        "POST, /refunds/list, false, READ",
        "POST, /payments, false, CREATE",
        "POST, /refunds, false, CREATE",
        "POST, /payments/pay_1/confirm, true, CONTINUE",
        "POST, /payments/pay_1/capture, true, CONTINUE",
        "DELETE, /customers/cus_1, true, CONTINUE"
    })
    void what_can_wait_is_told_by_method_and_path(
            String method, String path, boolean continues, Urgency urgency) {
        assertThat(MerchantLimits.urgency(method, path, continues)).isEqualTo(urgency);
    }

    private int passed(ApiKey key, Urgency urgency, int requests) {
        var passed = 0;
        for (var i = 0; i < requests; i++) {
            if (catchThrowableOfType(ApiException.class, () -> limits.pass(key, urgency)) == null) {
                passed++;
            }
        }
        return passed;
    }

    private static ApiKey key(String merchantId, String id) {
        return key(merchantId, id, KeyKind.SECRET);
    }

    private static ApiKey key(String merchantId, String id, KeyKind kind) {
        return new ApiKey(id, merchantId, kind, null, "", "", null, null, null, null, null, 1L);
    }
}
