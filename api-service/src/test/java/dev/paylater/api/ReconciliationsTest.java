package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.stream.StreamSupport;
import org.bson.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Reports of nightly reconciliations, as paylater-ops writes them. */
class ReconciliationsTest {

    private static final RunningApi API = RunningApi.shared();
    private static final String LIST = "/admin/reconciliations";

    @BeforeAll
    static void two_nights() {
        var reports = API.bean(MongoDatabase.class).getCollection("reconciliations");
        reports.insertMany(
                List.of(
                        report("2026-01-10T03:00:00Z", "lamps", "mca_1", 0),
                        report("2026-01-11T03:00:00Z", "chairs", "mca_2", 0),
                        report("2026-01-11T03:00:00Z", "lamps", "", 3)));
    }

    private static Document report(String at, String merchantId, String account, long count) {
        return new Document("_id", at + " " + merchantId + "/" + account)
                .append("at", Date.from(Instant.parse(at)))
                .append("merchant_id", merchantId)
                .append("merchant_connector_id", account)
                .append("payments", 7L)
                .append("count", count)
                .append(
                        "differences",
                        count == 0
                                ? List.of()
                                : List.of(
                                        new Document("payment", merchantId + "/pay_1")
                                                .append("rule", "stuck")
                                                .append("what", "is processing")
                                                .append("advice", "Ask the provider")));
    }

    @Test
    void reports_are_listed_newest_first_page_by_page_and_by_merchant() {
        assertThat(ids(""))
                .containsExactly(
                        "2026-01-11T03:00:00Z lamps/",
                        "2026-01-11T03:00:00Z chairs/mca_2",
                        "2026-01-10T03:00:00Z lamps/mca_1");
        assertThat(ids("?limit=1")).containsExactly("2026-01-11T03:00:00Z lamps/");
        assertThat(ids("?starting_after=2026-01-11T03:00:00Z%20chairs%2Fmca_2"))
                .containsExactly("2026-01-10T03:00:00Z lamps/mca_1");
        assertThat(ids("?merchant_id=chairs")).containsExactly("2026-01-11T03:00:00Z chairs/mca_2");

        var shown = API.inspectAs(RunningApi.ADMIN, LIST + "?limit=1").items().path(0);
        assertThat(shown.path("at").asString()).isEqualTo("2026-01-11T03:00:00.000Z");
        assertThat(shown.path("merchant_id").asString()).isEqualTo("lamps");
        assertThat(shown.path("merchant_connector_id").isNull()).isTrue();
        assertThat(shown.path("payments").longValue()).isEqualTo(7);
        assertThat(shown.path("count").longValue()).isEqualTo(3);
        assertThat(shown.path("more").longValue()).isEqualTo(2);
        assertThat(shown.at("/differences/0/payment").asString()).isEqualTo("lamps/pay_1");
        assertThat(shown.at("/differences/0/rule").asString()).isEqualTo("stuck");
        assertThat(shown.at("/differences/0/what").asString()).isEqualTo("is processing");
        assertThat(shown.at("/differences/0/advice").asString()).isEqualTo("Ask the provider");
    }

    private static List<String> ids(String query) {
        var items = API.inspectAs(RunningApi.ADMIN, LIST + query).items();
        return StreamSupport.stream(items.spliterator(), false)
                .map(each -> each.path("reconciliation_id").asString())
                .toList();
    }
}
