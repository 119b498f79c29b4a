package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Keys of a merchant in the console; which role may do what is ConsoleTest's. */
class ConsoleKeysTest {

    private static final RunningApi API = RunningApi.shared();

    private final ConsoleClient owner = ConsoleClient.as(API, "owner");
    private final String merchant = "merchant_" + UUID.randomUUID().toString().replace("-", "");
    private final String address = "/console/merchants/" + merchant + "/keys";

    @BeforeEach
    void a_merchant() {
        API.administer("/admin/merchants", "{\"merchant_id\": \"" + merchant + "\"}");
    }

    private RunningApi.Reply page() {
        return owner.get("/console/keys?merchant_id=" + merchant);
    }

    private RunningApi.Reply issue(String formId, String... more) {
        var fields = new String[more.length + 8];
        System.arraycopy(
                new String[] {
                    "form_id", formId, "kind", "secret", "name", "<b>till</b>", "reason", "new till"
                },
                0,
                fields,
                0,
                8);
        System.arraycopy(more, 0, fields, 8, more.length);
        return owner.submit(address, fields);
    }

    private static String text(RunningApi.Reply page) {
        assertThat(page.status()).as(page.body()).isEqualTo(200);
        return page.body().replaceAll("(?s).*<p class=\"id\">(sk_[^<]+)</p>.*", "$1");
    }

    private JsonNode only() {
        return API.inspectAs(RunningApi.ADMIN, "/admin/merchants/" + merchant + "/api_keys")
                .items()
                .get(0);
    }

    private JsonNode latestAct() {
        return API.inspectAs(RunningApi.ADMIN, "/audit_log?limit=1&merchant_id=" + merchant)
                .items()
                .get(0);
    }

    @Test
    void an_owner_issues_a_key_whose_text_is_shown_once_and_which_may_what_was_chosen() {
        var formId = ConsoleClient.formId(page());
        var answer =
                issue(formId, "scope.payments.read", "yes", "allowed_addresses", "127.0.0.0/8 ::1");
        var text = text(answer);

        assertThat(API.getAs(text, "/payments/list").status()).isEqualTo(200);
        assertThat(API.getAs(text, "/disputes/list").status()).isEqualTo(403);
        assertThat(page().body())
                .doesNotContain(text, "<b>till")
                .contains("&lt;b&gt;till", "payments.read", "127.0.0.0/8, ::1", ">Valid<");
        assertThat(latestAct().path("action").asString()).isEqualTo("issueApiKey");
        assertThat(latestAct().path("after").path("reason").asString()).isEqualTo("new till");
        assertThat(latestAct().toString()).doesNotContain(text);

        var again = issue(formId);
        assertThat(again.status()).isEqualTo(400);
        assertThat(again.body()).contains("was sent already");
    }

    @Test
    void what_is_no_key_is_said_and_nothing_is_issued() {
        var formId = ConsoleClient.formId(page());
        assertThat(issue(formId, "allowed_addresses", "everywhere").status()).isEqualTo(422);
        assertThat(
                        owner.submit(address, "form_id", formId, "kind", "admin", "reason", "r")
                                .status())
                .isEqualTo(422);
        assertThat(owner.submit(address, "form_id", formId, "kind", "secret").status())
                .isEqualTo(422);
        assertThat(page().body()).contains("No key yet");
    }

    @Test
    void a_key_is_rotated_and_revoked_after_a_question_and_with_a_reason() {
        var old = text(issue(ConsoleClient.formId(page())));
        var key = address + "/" + only().path("key_id").asString();
        var question = owner.get(key + "/act/rotate");
        assertThat(question.body()).contains("stays valid for a day", merchant);

        var formId = ConsoleClient.formId(question);
        assertThat(owner.submit(key + "/rotate", "form_id", formId).status()).isEqualTo(422);
        var successor = text(owner.submit(key + "/rotate", "form_id", formId, "reason", "yearly"));
        assertThat(API.getAs(successor, "/payments/list").status()).isEqualTo(200);
        assertThat(API.getAs(old, "/payments/list").status()).isEqualTo(200);
        assertThat(page().body()).contains(">Rotated<");

        var revoke = ConsoleClient.formId(owner.get(key + "/act/revoke"));
        assertThat(
                        owner.submit(key + "/revoke", "form_id", revoke, "reason", "leaked")
                                .header("location"))
                .isEqualTo("/console/keys?merchant_id=" + merchant);
        assertThat(API.getAs(old, "/payments/list").status()).isEqualTo(401);
        assertThat(latestAct().path("after").path("reason").asString()).isEqualTo("leaked");
    }

    @Test
    void support_reads_the_list_and_is_offered_nothing() {
        issue(ConsoleClient.formId(page()));
        var support = ConsoleClient.as(API, "support");
        assertThat(support.get("/console/keys?merchant_id=" + merchant).body())
                .contains(">Valid<")
                .doesNotContain("Issue a key", "/act/");
        assertThat(support.get("/console").body()).contains("href=\"/console/keys\"");
        assertThat(ConsoleClient.as(API, "read_only").get("/console").body())
                .doesNotContain("/console/keys");
        assertThat(owner.get("/console/keys?merchant_id=unknown").status()).isEqualTo(404);
    }
}
