package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.api.audit.AuditLine;
import dev.paylater.api.audit.AuditLog;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The audit log in the console; who may open it is ConsoleTest's. */
class ConsoleAuditTest {

    private static final RunningApi API = RunningApi.shared();

    private final ConsoleClient support = ConsoleClient.as(API, "support");
    private final String unique = UUID.randomUUID().toString().replace("-", "");

    private static int rows(RunningApi.Reply page) {
        return page.body().split("<summary>", -1).length - 1;
    }

    @Test
    void it_says_who_did_what_to_what_and_what_came_of_it() {
        var merchant = "merchant_" + unique;
        API.administer("/admin/merchants", "{\"merchant_id\": \"" + merchant + "\"}");
        API.administer("/admin/merchants/" + merchant + "/api_keys", "{\"kind\": \"publishable\"}");
        var page = support.get("/console/audit_log?merchant_id=" + merchant + "&actor=&from=");

        assertThat(page.status()).isEqualTo(200);
        assertThat(rows(page)).isEqualTo(3);
        assertThat(page.body())
                .contains(
                        "createMerchant",
                        "issueApiKey",
                        merchant,
                        ">Requested<",
                        ">Done 200<",
                        "Request</dt>");
        assertThat(support.get("/console").body()).contains("href=\"/console/audit_log\"");
        assertThat(ConsoleClient.as(API, "read_only").get("/console").body())
                .doesNotContain("audit_log");
    }

    @Test
    void a_hundred_lines_are_a_page_and_the_next_goes_on_with_the_same_filters() {
        var log = API.bean(AuditLog.class);
        for (var i = 0; i < 101; i++) {
            log.append(
                    AuditLine.requested(
                            "act" + unique, "key_" + i, "<b>Eve</b>", "::1", "req", null, null));
        }
        var first = support.get("/console/audit_log?action=act" + unique);
        assertThat(rows(first)).isEqualTo(100);
        assertThat(first.body()).contains("&lt;b&gt;Eve").doesNotContain("<b>Eve");
        var next =
                first.body()
                        .replaceAll("(?s).*rel=\"next\" href=\"([^\"]+)\".*", "$1")
                        .replace("&amp;", "&");
        var second = support.get(next);
        assertThat(rows(second)).isEqualTo(1);
        assertThat(second.body()).contains("key_0<").doesNotContain("rel=\"next\"");
    }

    @Test
    void a_time_that_is_none_is_said_on_the_page() {
        var page = support.get("/console/audit_log?from=yesterday");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body())
                .contains("must be a day or a time in UTC", "value=\"yesterday\"")
                .doesNotContain("<tbody>");
    }
}
