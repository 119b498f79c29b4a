package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Merchants and their accounts in the console; which role may do what is ConsoleTest's. */
class ConsoleAccountsTest {

    private static final RunningApi API = RunningApi.shared();

    private final String merchant = "merchant_" + UUID.randomUUID().toString().replace("-", "");
    private final String account = "mca_" + UUID.randomUUID().toString().replace("-", "");
    private final String address = "/console/merchants/" + merchant + "/accounts";

    @BeforeEach
    void a_merchant_with_an_account() {
        API.administer("/admin/merchants", "{\"merchant_id\": \"" + merchant + "\"}");
        var created =
                API.administer(
                        "/admin/merchants/" + merchant + "/connector_accounts",
                        """
                        {"merchant_connector_id": "%s", "connector": "klarna",
                         "credentials": {"username": "shop", "password": "s3cret-of-klarna"}}
                        """
                                .formatted(account));
        assertThat(created.status()).as(created.body()).isEqualTo(200);
    }

    @AfterEach
    void the_other_service_is_away_again() {
        API.answerOfPeers = null;
    }

    @Test
    void everybody_sees_the_accounts_and_nobody_the_credentials() {
        var reader = ConsoleClient.as(API, "read_only");
        assertThat(reader.get("/console/merchants").body())
                .contains("href=\"" + address + "\"", "aria-current=\"page\"");
        assertThat(reader.get(address).body())
                .contains(account, "klarna", "Enabled")
                .doesNotContain("s3cret-of-klarna", "/verify", "sealed:");
        assertThat(reader.get("/console/merchants/unknown/accounts").status()).isEqualTo(404);
    }

    @Test
    void an_operator_has_the_provider_asked_and_reads_what_it_says() {
        var operator = ConsoleClient.as(API, "operator");
        assertThat(operator.get(address).body()).contains(address + "/" + account + "/verify");
        API.answerOfPeers =
                "{\"status\": \"refused\", \"message\": \"The <b>password</b> is wrong\"}";
        var page = operator.submit(address + "/" + account + "/verify");

        assertThat(page.status()).as(page.body()).isEqualTo(200);
        assertThat(page.body())
                .contains(">Refused<", "The &lt;b&gt;password&lt;/b&gt; is wrong", account);
        var line =
                API.inspectAs(RunningApi.ADMIN, "/audit_log?limit=1&merchant_id=" + merchant)
                        .items()
                        .get(0);
        assertThat(line.path("action").asString()).isEqualTo("verifyConnectorAccount");
        assertThat(line.path("outcome").asString()).isEqualTo("done");
    }
}
