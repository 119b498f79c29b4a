package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/** Lists against the real store, among payments that are being made. */
@ExtendWith(RunningStack.class)
class PaymentListTest {

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;
    private static final int PAGES = 60;

    private final StoredDocuments store = new StoredDocuments();
    private final String customer = "cus_" + UUID.randomUUID().toString().substring(0, 8);

    @AfterEach
    void removeCopies() {
        store.remove(customer);
        store.close();
    }

    @Test
    @Covers({
        "GET /payments/list ?customer_id",
        "GET /payments/list ?starting_after",
        "GET /payments/list ?ending_before",
        "GET /payments/list ?limit",
        "GET /payments/list",
        "8 list endpoints"
    })
    void walking_a_list_meets_every_payment_once_while_others_are_made() {
        var model = newPayment(customer);
        var start = Instant.now().minus(Duration.ofMinutes(10));
        // Number 500 to 549 share one millisecond.
        var expected =
                store.multiply(
                        model,
                        customer,
                        1_000,
                        i -> start.plusMillis(i >= 500 && i < 550 ? 500 : i));
        var walking = new AtomicBoolean(true);
        var others =
                Crowd.start(
                        4,
                        4,
                        () -> {
                            while (walking.get()) {
                                newPayment(customer);
                            }
                            return true;
                        });
        var met = new ArrayList<String>();
        try {
            var cursor = "";
            while (true) {
                var page = page("limit=37&customer_id=" + customer + cursor);
                page.forEach(met::add);
                if (page.isEmpty()) {
                    break;
                }
                cursor = "&starting_after=" + met.getLast();
            }
        } finally {
            walking.set(false);
            others.forEach(Crowd::await);
        }
        assertThat(met).doesNotHaveDuplicates().containsAll(expected);
        var seeded = met.stream().filter(id -> id.startsWith("cpy_")).toList();
        assertThat(seeded).hasSize(1_000);
        assertThat(page("limit=5&customer_id=" + customer + "&ending_before=" + seeded.get(480)))
                .isEqualTo(seeded.subList(475, 480));
        assertThat(MERCHANT.get("/payments/list?starting_after=nobody").expect(404).errorCode())
                .isEqualTo("HE_02");
        for (var limit : new String[] {"0", "101", "-1"}) {
            assertThat(MERCHANT.get("/payments/list?limit=" + limit).expect(422).errorCode())
                    .isEqualTo("IR_06");
        }
        assertThat(page("")).hasSize(10);
    }

    @Test
    @Covers({
        "GET /payments/list ?created",
        "GET /payments/list ?created_lt",
        "GET /payments/list ?created_gt",
        "GET /payments/list ?created_lte",
        "GET /payments/list ?created_gte"
    })
    void a_list_is_narrowed_by_time() {
        var start = Instant.parse("2026-01-01T00:00:00Z");
        var ids = store.multiply(newPayment("nobody"), customer, 5, i -> start.plusSeconds(i));
        var newestFirst = ids.reversed();
        var of = "customer_id=" + customer + "&";
        var third = "2026-01-01T00:00:02.000Z";
        for (var dot : new String[] {"_", "."}) {
            assertThat(page(of + "created" + dot + "lt=" + third))
                    .isEqualTo(newestFirst.subList(3, 5));
            assertThat(page(of + "created" + dot + "lte=" + third))
                    .isEqualTo(newestFirst.subList(2, 5));
            assertThat(page(of + "created" + dot + "gt=" + third))
                    .isEqualTo(newestFirst.subList(0, 2));
            assertThat(page(of + "created" + dot + "gte=" + third))
                    .isEqualTo(newestFirst.subList(0, 3));
        }
        assertThat(page(of + "created=" + third)).isEqualTo(newestFirst.subList(2, 3));
        assertThat(MERCHANT.get("/payments/list?created_gt=yesterday").expect(422).errorCode())
                .isEqualTo("IR_05");
    }

    /** A measurement: it needs a machine that does nothing else. */
    @Test
    @EnabledIfSystemProperty(named = "paylater.e2e.measure", matches = "true")
    void a_page_of_a_hundred_among_a_hundred_thousand_takes_less_than_30_ms() {
        var start = Instant.parse("2026-02-01T00:00:00Z");
        store.multiply(newPayment("nobody"), customer, 100_000, i -> start.plusMillis(i / 2));
        for (var query : new String[] {"limit=100", "limit=100&customer_id=" + customer}) {
            var cursor = "";
            var millis = new double[PAGES];
            for (var i = -PAGES; i < PAGES; i++) {
                var begun = System.nanoTime();
                var page = page(query + cursor);
                if (i >= 0) {
                    millis[i] = (System.nanoTime() - begun) / 1e6;
                }
                assertThat(page).hasSize(100);
                cursor = "&starting_after=" + page.getLast();
            }
            Arrays.sort(millis);
            System.out.printf(
                    "%s: p50 %.1f ms, p95 %.1f ms%n",
                    query, millis[PAGES / 2], millis[PAGES * 95 / 100]);
            assertThat(millis[PAGES / 2]).isLessThan(30);
        }
    }

    @Test
    void a_filter_that_the_list_does_not_know_is_refused() {
        for (var path : List.of("/payments/list", "/disputes/list", "/customers")) {
            var answer = MERCHANT.get(path + "?limit=1&satus=failed").expect(422);
            assertThat(answer.errorCode()).as(path).isEqualTo("IR_05");
            assertThat(answer.json().at("/error/param").asString()).as(path).isEqualTo("satus");
        }
        assertThat(
                        MERCHANT.post(
                                        "/refunds/list?limit=1",
                                        "{\"start_time\": \"%s\"}"
                                                .formatted("2026-01-01T00:00:00Z"))
                                .expect(422)
                                .json()
                                .at("/error/param")
                                .asString())
                .isEqualTo("limit");
        var unknownInBody =
                "{\"start_time\": \"2026-01-01T00:00:00Z\", \"limit\": 1, \"satus\": [\"x\"]}";
        assertThat(MERCHANT.post("/refunds/list", unknownInBody).expect(422).errorCode())
                .isEqualTo("IR_05");
    }

    private static java.util.List<String> page(String query) {
        return MERCHANT.get("/payments/list?" + query)
                .expect(200)
                .json()
                .at("/0/data")
                .valueStream()
                .map(payment -> payment.path("payment_id").asString())
                .toList();
    }

    private static String newPayment(String customer) {
        return MERCHANT.post(
                        "/payments",
                        "{\"amount\": 100, \"currency\": \"EUR\", \"customer_id\": \"%s\"}"
                                .formatted(customer))
                .expect(200)
                .string("payment_id");
    }
}
