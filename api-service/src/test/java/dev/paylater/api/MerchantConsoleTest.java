package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Updates;
import dev.paylater.api.key.KeyKind;
import dev.paylater.schemas.AcceptDispute;
import dev.paylater.schemas.CancelPayment;
import dev.paylater.schemas.CapturePayment;
import dev.paylater.schemas.ChallengeDispute;
import dev.paylater.schemas.ReserveRefund;
import dev.paylater.schemas.UpdatePayment;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Merchants in the console: what a key may do there, and that nobody sees another one's. */
class MerchantConsoleTest {

    private static final RunningApi API = RunningApi.shared();
    private static final String ANY = "";
    private static final String PAYMENT = "/console/payments/{merchantId}/{paymentId}";
    private static final String ENDPOINT = "/console/webhooks/{endpointId}";
    private static final List<String> SCOPES =
            List.of("payments.read", "payments.write", "refunds.write", "disputes", "webhooks");

    /** The scope that each page and act asks for; ANY: each signed-in merchant may. */
    private static final Map<String, String> NEEDED =
            Map.ofEntries(
                    Map.entry("GET /console", ANY),
                    Map.entry("GET /console/sessions", ANY),
                    Map.entry("POST /console/sessions/{sessionId}/end", ANY),
                    Map.entry("POST /console/sign_out", ANY),
                    Map.entry("GET /console/payments", "payments.read"),
                    Map.entry("GET /console/payments.csv", "payments.read"),
                    Map.entry("POST /console/payment_filters", "payments.read"),
                    Map.entry("POST /console/payment_filters/remove", "payments.read"),
                    Map.entry("GET " + PAYMENT, "payments.read"),
                    Map.entry("GET " + PAYMENT + "/live", "payments.read"),
                    Map.entry("GET " + PAYMENT + "/act/{action}", "payments.read"),
                    Map.entry("POST " + PAYMENT + "/capture", "payments.write"),
                    Map.entry("POST " + PAYMENT + "/cancel", "payments.write"),
                    Map.entry("POST " + PAYMENT + "/approve", "payments.write"),
                    Map.entry("POST " + PAYMENT + "/reject", "payments.write"),
                    Map.entry("POST " + PAYMENT + "/refund", "refunds.write"),
                    Map.entry("POST " + PAYMENT + "/sync", "payments.read"),
                    Map.entry("POST " + PAYMENT + "/deliveries/{deliveryId}/resend", "webhooks"),
                    Map.entry("GET /console/refunds", "payments.read"),
                    Map.entry("GET /console/routing", "payments.read"),
                    Map.entry("GET /console/customers", "payments.read"),
                    Map.entry("GET /console/mandates", "payments.read"),
                    Map.entry("GET /console/mandates/{mandateId}/revoke", "payments.write"),
                    Map.entry("POST /console/mandates/{mandateId}/revoke", "payments.write"),
                    Map.entry("GET /console/links", "payments.read"),
                    Map.entry("GET /console/links/{linkId}/deactivate", "payments.write"),
                    Map.entry("POST /console/links/{linkId}/deactivate", "payments.write"),
                    Map.entry("GET /console/disputes", "disputes"),
                    Map.entry("GET /console/disputes/{disputeId}/evidence", "disputes"),
                    Map.entry("POST /console/disputes/{disputeId}/evidence", "disputes"),
                    Map.entry("GET /console/disputes/{disputeId}/accept", "disputes"),
                    Map.entry("POST /console/disputes/{disputeId}/accept", "disputes"),
                    Map.entry("GET /console/webhooks", "webhooks"),
                    Map.entry("POST /console/webhooks", "webhooks"),
                    Map.entry("GET " + ENDPOINT, "webhooks"),
                    Map.entry("GET " + ENDPOINT + "/act/{action}", "webhooks"),
                    Map.entry("POST " + ENDPOINT + "/new_secret", "webhooks"),
                    Map.entry("POST " + ENDPOINT + "/delete", "webhooks"),
                    Map.entry("POST " + ENDPOINT + "/switch", "webhooks"),
                    Map.entry("POST " + ENDPOINT + "/test", "webhooks"),
                    Map.entry("POST " + ENDPOINT + "/resend_failed", "webhooks"),
                    Map.entry("POST " + ENDPOINT + "/deliveries/{deliveryId}/resend", "webhooks"));

    private static final Map<String, ConsoleClient> clients = new TreeMap<>();
    private static final Map<String, String> keys = new TreeMap<>();

    @BeforeAll
    static void a_session_for_each_scope() {
        for (var scope : SCOPES) {
            var key = issue("merchant_sandbox", scope);
            keys.put(scope, key);
            clients.put(scope, ConsoleClient.with(API, key));
        }
    }

    private static String issue(String merchantId, String scope) {
        return API.administer(
                        "/admin/merchants/" + merchantId + "/api_keys",
                        "{\"kind\": \"secret\", \"name\": \"%s only\", \"scopes\": [\"%s\"]}"
                                .formatted(scope, scope))
                .json()
                .path("api_key")
                .asString();
    }

    private static ConsoleClient client(String scope) {
        return Objects.requireNonNull(clients.get(scope));
    }

    private static ConsoleClient merchant() {
        return ConsoleClient.as(API, "merchant");
    }

    private static Stream<Endpoint> endpoints() {
        return Endpoint.of(API)
                .filter(Endpoint::isOfConsole)
                .filter(endpoint -> endpoint.kinds().contains(KeyKind.SECRET));
    }

    @Test
    void every_page_and_act_of_merchants_has_a_row() {
        assertThat(endpoints().map(Endpoint::name))
                .containsExactlyInAnyOrderElementsOf(NEEDED.keySet());
    }

    static Stream<Arguments> matrix() {
        return endpoints()
                .flatMap(
                        endpoint ->
                                SCOPES.stream()
                                        .map(
                                                scope ->
                                                        Arguments.of(
                                                                endpoint.name(), scope, endpoint)));
    }

    /** The page, the act, and the act without a form that was shown: all are refused alike. */
    @ParameterizedTest(name = "{0} with {1}")
    @MethodSource("matrix")
    void only_a_key_with_the_scope_gets_in(String name, String scope, Endpoint endpoint) {
        var client =
                name.endsWith("sign_out")
                        ? ConsoleClient.with(API, Objects.requireNonNull(keys.get(scope)))
                        : client(scope);
        var path =
                endpoint.path()
                        .replace("{merchantId}", "merchant_sandbox")
                        .replaceAll("\\{\\w+}", "x");
        var answer = endpoint.verb().equals("GET") ? client.get(path) : client.submit(path);
        var needed = NEEDED.getOrDefault(name, "nothing has it");
        if (needed.equals(ANY) || needed.equals(scope)) {
            assertThat(answer.status()).isNotIn(401, 403, 500);
        } else {
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.body()).contains("This key lacks the scope " + needed);
        }
    }

    static Stream<Arguments> ofAdministrators() {
        return Endpoint.of(API)
                .filter(Endpoint::isOfConsole)
                .filter(endpoint -> endpoint.kinds().equals(List.of(KeyKind.ADMIN)))
                .map(endpoint -> Arguments.of(endpoint.name(), endpoint));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ofAdministrators")
    void what_is_for_administrators_refuses_a_merchants_session(String name, Endpoint endpoint) {
        var path =
                endpoint.path()
                        .replace("{merchantId}", "merchant_sandbox")
                        .replaceAll("\\{\\w+}", "x");
        var merchant = merchant();
        var answer = endpoint.verb().equals("GET") ? merchant.get(path) : merchant.submit(path);
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body()).contains("This page is for administrators");
    }

    @Test
    void what_is_for_merchants_refuses_an_administrators_session() {
        var owner = ConsoleClient.as(API, "owner");
        for (var path :
                List.of(
                        "/console/refunds",
                        "/console/customers",
                        "/console/links",
                        "/console/disputes",
                        "/console/mandates",
                        "/console/webhooks")) {
            var answer = owner.get(path);
            assertThat(answer.status()).as(path).isEqualTo(403);
            assertThat(owner.get("/console").body()).doesNotContain("href=\"" + path + "\"");
        }
    }

    static Stream<String> acts() {
        return endpoints().filter(at -> at.verb().equals("POST")).map(Endpoint::path);
    }

    @ParameterizedTest
    @MethodSource("acts")
    void a_forged_form_changes_nothing(String pattern) {
        var path = pattern.replace("{merchantId}", "merchant_sandbox").replaceAll("\\{\\w+}", "x");
        var merchant = merchant();
        assertThat(merchant.submitRaw(path, "").status()).isEqualTo(403);
        assertThat(
                        merchant.submitRaw(
                                        path,
                                        "form_token=" + merchant.formToken,
                                        "sec-fetch-site",
                                        "cross-site")
                                .status())
                .isEqualTo(403);
    }

    private static String address(JsonNode payment) {
        return "/console/payments/merchant_sandbox/" + payment.path("payment_id").asString();
    }

    @Test
    void a_merchant_sees_its_own_payments_and_nobody_elses() {
        var order = "order-" + UUID.randomUUID();
        var more = "\"merchant_order_reference_id\": \"" + order + "\"";
        var own = API.create(", " + more);
        var others =
                API.postAs(
                                RunningApi.OTHER_SECRET,
                                "/payments",
                                "{\"amount\": 100, \"currency\": \"EUR\", " + more + "}")
                        .json()
                        .path("payment_id")
                        .asString();
        var merchant = merchant();
        assertThat(merchant.get("/console").header("location")).isEqualTo("/console/payments");
        for (var query :
                List.of(
                        "find=" + order,
                        "find=" + order + "&merchant_id=merchant_other",
                        "merchant_order_reference_id=" + order,
                        "merchant_id=merchant_other")) {
            assertThat(merchant.get("/console/payments?" + query).body())
                    .as(query)
                    .contains(address(own))
                    .doesNotContain(others, "merchant_other/");
            assertThat(merchant.get("/console/payments.csv?" + query).body())
                    .doesNotContain(others);
        }
        assertThat(merchant.get("/console/payments?find=" + others).body())
                .contains("No payment found");
        var stranger = "/console/payments/merchant_other/" + others;
        for (var path : List.of(stranger, stranger + "/act/sync")) {
            assertThat(merchant.get(path).status()).as(path).isEqualTo(404);
        }
        for (var act :
                List.of(
                        "capture",
                        "cancel",
                        "approve",
                        "reject",
                        "refund",
                        "sync",
                        "deliveries/x/resend")) {
            assertThat(merchant.submit(stranger + "/" + act).status()).as(act).isEqualTo(404);
        }
        assertThat(ConsoleClient.with(API, RunningApi.OTHER_SECRET).get(stranger).status())
                .isEqualTo(200);
    }

    @Test
    void what_a_merchant_reads_has_no_line_in_the_audit_log_and_what_it_does_has_one() {
        var payment = API.create(", \"confirm\": true");
        var id = payment.path("payment_id").asString();
        var merchant = merchant();
        merchant.get(address(payment));
        var form = merchant.get(address(payment) + "/act/capture");
        assertThat(opened(id)).isEmpty();

        var done =
                merchant.submit(
                        address(payment) + "/capture",
                        "amount",
                        "12.50",
                        "reason",
                        "parcel one",
                        "form_id",
                        ConsoleClient.formId(form));
        assertThat(done.header("location")).isEqualTo(address(payment) + "?done=capture");
        assertThat(API.orchestrator.received(CapturePayment.class))
                .filteredOn(command -> command.getPaymentId().equals(id))
                .extracting(CapturePayment::getAmountToCapture)
                .containsExactly(1250L);
        var line =
                API.inspectAs(RunningApi.ADMIN, "/audit_log?limit=1&action=capturePayment")
                        .items()
                        .path(0);
        assertThat(line.path("actor").asString()).isEqualTo("key_sk_sandbox");
        assertThat(line.at("/after/reason").asString()).isEqualTo("parcel one");
    }

    private static List<JsonNode> opened(String paymentId) {
        return API.inspectAs(RunningApi.ADMIN, "/audit_log?limit=100&action=inspectPayment")
                .items()
                .valueStream()
                .filter(line -> line.path("resource_id").asString("").equals(paymentId))
                .toList();
    }

    @Test
    void a_key_sees_the_buttons_that_it_may_use() {
        var payment = API.create(", \"confirm\": true");
        var attempt =
                new Document("attempt_id", "a_1")
                        .append("number", 1L)
                        .append("stage", new Document("t", "started").append("d", new Document()));
        API.store(
                payment,
                Updates.combine(
                        Updates.set("attempt_statuses", List.of("started")),
                        Updates.set("payment.attempts", List.of(attempt))));
        var reader = client("payments.read");
        assertThat(reader.get(address(payment)).body())
                .contains("/act/sync")
                .doesNotContain("/act/capture", "/act/cancel", "/act/refund", "id=\"webhooks\"");
        assertThat(reader.get(address(payment) + "/act/capture").status()).isEqualTo(403);
        assertThat(
                        reader.submit(
                                        address(payment) + "/cancel",
                                        "reason",
                                        "r",
                                        "form_id",
                                        ConsoleClient.formId(
                                                reader.get(address(payment) + "/act/sync")))
                                .status())
                .isEqualTo(403);
        assertThat(API.orchestrator.received(CancelPayment.class))
                .noneMatch(
                        command ->
                                command.getPaymentId()
                                        .equals(payment.path("payment_id").asString()));
        var page = client("webhooks").get("/console/webhooks").body();
        assertThat(page)
                .contains("href=\"/console/webhooks\"", "href=\"/console/sessions\"")
                .doesNotContain("href=\"/console/payments\"", "href=\"/console/disputes\"");
        assertThat(client("webhooks").get("/console").header("location"))
                .isEqualTo("/console/webhooks");
    }

    @Test
    void a_session_ends_with_its_key() {
        var issued =
                API.administer(
                                "/admin/merchants/merchant_sandbox/api_keys",
                                "{\"kind\": \"secret\", \"name\": \"Shop\"}")
                        .json();
        var shop = ConsoleClient.with(API, issued.path("api_key").asString());
        assertThat(shop.get("/console/payments").body())
                .contains("Shop (merchant_sandbox)")
                .doesNotContain("id=\"merchant_id\"");
        API.administer(
                "/admin/merchants/merchant_sandbox/api_keys/%s/revoke"
                        .formatted(issued.path("key_id").asString()),
                "{}");
        assertThat(shop.get("/console/payments").status()).isEqualTo(303);
    }

    /** Two lines of an order: 3 mugs for 10.00 together, and a lamp. */
    private static JsonNode paid() {
        var payment =
                API.create(
                        """
                        , "order_details": [
                          {"product_name": "<b>Mug", "product_id": "mug", "quantity": 3,
                           "amount": 1000, "total_tax_amount": 160},
                          {"product_name": "Lamp", "quantity": 1, "amount": 5600},
                          {"product_name": "Voucher", "quantity": 1, "amount": -60}]
                        """);
        API.store(
                payment,
                Updates.combine(
                        Updates.set("status", "succeeded"),
                        Updates.set("amount_received", 6540L),
                        Updates.set("amount_refunded", 0L),
                        Updates.set("amount_capturable", 0L)));
        return payment;
    }

    @Test
    void a_refund_by_line_names_the_pieces_and_their_amount() {
        var payment = paid();
        var merchant = merchant();
        var form = merchant.get(address(payment) + "/act/refund");
        assertThat(form.body())
                .contains("&lt;b&gt;Mug", "3.33 EUR each", "max=\"3\"", "Lamp", "name=\"line1\"")
                .doesNotContain("<b>", "Voucher");

        merchant.submit(
                address(payment) + "/refund",
                "line0",
                "2",
                "line1",
                "1",
                "reason",
                "came back",
                "form_id",
                ConsoleClient.formId(form));
        assertThat(API.orchestrator.received(ReserveRefund.class))
                .filteredOn(
                        command ->
                                command.getPaymentId()
                                        .equals(payment.path("payment_id").asString()))
                .singleElement()
                .satisfies(
                        command -> {
                            assertThat(command.getAmount()).isEqualTo(666 + 5600);
                            assertThat(command.getReason()).isEqualTo("came back");
                            assertThat(command.getDetails()).containsKey("order_details");
                        });
        var line =
                API.inspectAs(RunningApi.ADMIN, "/audit_log?limit=1&action=createRefund")
                        .items()
                        .path(0);
        assertThat(line.at("/after/amount").longValue()).isEqualTo(6266);
    }

    @Test
    void a_refund_of_more_pieces_than_there_are_or_of_lines_and_an_amount_is_refused() {
        var payment = paid();
        var merchant = merchant();
        var formId = ConsoleClient.formId(merchant.get(address(payment) + "/act/refund"));
        for (var fields :
                List.of(
                        List.of("line0", "4"),
                        List.of("line0", "-1"),
                        List.of("line0", "1.5"),
                        List.of("line0", "1", "amount", "3"),
                        List.of("line2", "1"),
                        List.of())) {
            var all =
                    Stream.concat(fields.stream(), Stream.of("reason", "r", "form_id", formId))
                            .toArray(String[]::new);
            assertThat(merchant.submit(address(payment) + "/refund", all).status())
                    .as(fields.toString())
                    .isBetween(400, 422);
        }
        assertThat(API.orchestrator.received(ReserveRefund.class))
                .noneMatch(
                        command ->
                                command.getPaymentId()
                                        .equals(payment.path("payment_id").asString()));
    }

    @Test
    void the_lines_of_an_order_are_not_shown_to_operators() {
        assertThat(ConsoleClient.as(API, "operator").get(address(paid()) + "/act/refund").body())
                .contains("value=\"65.40\"")
                .doesNotContain("Mug", "Lamp");
    }

    @Test
    void an_endpoint_is_added_switched_given_a_new_secret_and_deleted() {
        var client = ConsoleClient.with(API, RunningApi.OTHER_SECRET);
        var url = "http://127.0.0.1:9/" + UUID.randomUUID();
        var made =
                client.submit(
                        "/console/webhooks",
                        "url",
                        url,
                        "events",
                        "payment.*, refund.succeeded",
                        "payload",
                        "thin",
                        "ordered",
                        "true",
                        "form_id",
                        ConsoleClient.formId(client.get("/console/webhooks")));
        assertThat(made.body())
                .contains("shown this once", "whsec_", url, "payment.*, refund.succeeded")
                .contains("thin, in order");
        var list = client.get("/console/webhooks").body();
        assertThat(list).contains(url).doesNotContain("whsec_");
        var endpoint =
                list.replaceAll(
                        "(?s).*href=\"(/console/webhooks/we_[^\"]+)\"><bdi>"
                                + Pattern.quote(url)
                                + ".*",
                        "$1");
        assertThat(client.get(endpoint).body())
                .contains(url, "<em>Send a test</em> makes one", "Disable");
        assertThat(merchant().get(endpoint).status()).isEqualTo(404);
        assertThat(merchant().submit(endpoint + "/switch", "enabled", "false").status())
                .isEqualTo(404);

        client.submit(endpoint + "/switch", "enabled", "false");
        assertThat(client.get(endpoint).body()).contains("Enable");
        var ask = client.get(endpoint + "/act/new_secret");
        assertThat(client.submit(endpoint + "/new_secret").status()).isBetween(400, 422);
        assertThat(
                        client.submit(
                                        endpoint + "/new_secret",
                                        "reason",
                                        "it leaked",
                                        "form_id",
                                        ConsoleClient.formId(ask))
                                .body())
                .contains("whsec_");
        var rotated =
                API.inspectAs(RunningApi.ADMIN, "/audit_log?limit=1&action=rotateWebhookSecret")
                        .items()
                        .path(0);
        assertThat(rotated.at("/after/reason").asString()).isEqualTo("it leaked");
        assertThat(rotated.toString()).doesNotContain("whsec_");

        client.submit(
                endpoint + "/delete",
                "reason",
                "gone",
                "form_id",
                ConsoleClient.formId(client.get(endpoint + "/act/delete")));
        assertThat(client.get("/console/webhooks").body()).doesNotContain(url);
        assertThat(client.get(endpoint).status()).isEqualTo(404);
    }

    @Test
    void disputes_are_listed_by_deadline_and_accepted() {
        var payment = API.create("");
        var id = payment.path("payment_id").asString();
        var dispute = "dp_" + UUID.randomUUID();
        API.store(
                payment,
                Updates.set(
                        "payment.disputes",
                        List.of(
                                new Document("dispute_id", dispute)
                                        .append("dispute_status", "dispute_opened")
                                        .append("dispute_stage", "dispute")
                                        .append("amount", 77L)
                                        .append("currency", "EUR")
                                        .append("connector_reason", "<i>not mine")
                                        .append("created_at", Date.from(Instant.now()))
                                        .append(
                                                "challenge_required_by",
                                                Date.from(
                                                        Instant.ofEpochMilli(
                                                                4_000_000_000_000L))))));
        var client = client("disputes");
        assertThat(client.get("/console/disputes").body())
                .contains(dispute, id, "0.77 EUR", "&lt;i&gt;not mine", "2 Oct 2096")
                .doesNotContain("<i>", address(payment));
        assertThat(merchant().get("/console/disputes").body()).contains(address(payment));
        var accept = "/console/disputes/" + dispute + "/accept";
        var form = client.get(accept);
        assertThat(form.body()).contains("0.77 EUR", "cannot be undone");
        client.submit(accept, "reason", "true", "form_id", ConsoleClient.formId(form));
        assertThat(API.orchestrator.received(AcceptDispute.class))
                .anyMatch(command -> command.getDisputeId().equals(dispute));
        assertThat(ConsoleClient.with(API, RunningApi.OTHER_SECRET).get(accept).status())
                .isEqualTo(404);
    }

    @Test
    void evidence_is_sent_once_with_a_reason_and_is_not_in_the_audit_log() {
        var payment = API.create("");
        var dispute = "dp_" + UUID.randomUUID();
        API.store(
                payment,
                Updates.set(
                        "payment.disputes",
                        List.of(
                                new Document("dispute_id", dispute)
                                        .append("dispute_status", "dispute_opened")
                                        .append("dispute_stage", "dispute")
                                        .append("amount", 77L)
                                        .append("currency", "EUR")
                                        .append("created_at", Date.from(Instant.now())))));
        var client = client("disputes");
        var evidence = "/console/disputes/" + dispute + "/evidence";
        assertThat(client.get("/console/disputes").body()).contains("href=\"" + evidence + "\"");
        var form = client.get(evidence);
        assertThat(form.body())
                .contains(
                        dispute, "0.77 EUR", "name=\"shipping_tracking_number\" maxlength=\"255\"")
                .contains("<textarea id=\"receipt\"", "Proof of shipping.");
        var formId = ConsoleClient.formId(form);
        for (var fields :
                List.of(
                        List.of("receipt", "x", "form_id", formId),
                        List.of("reason", "r", "form_id", formId),
                        List.of("reason", "r", "receipt", "x".repeat(4001), "form_id", formId))) {
            assertThat(client.submit(evidence, fields.toArray(String[]::new)).status())
                    .as(fields.toString().substring(0, 20))
                    .isBetween(400, 422);
        }
        assertThat(challenges(dispute)).isEmpty();

        for (var time = 0; time < 2; time++) {
            client.submit(
                    evidence,
                    "receipt",
                    "Signed by Ada",
                    "shipping_carrier",
                    "Post",
                    "reason",
                    "it was delivered",
                    "form_id",
                    formId);
        }
        assertThat(challenges(dispute))
                .isNotEmpty()
                .allSatisfy(
                        command ->
                                assertThat(command.getReplyTo().getCorrelationId())
                                        .isEqualTo(formId))
                .allSatisfy(
                        command ->
                                assertThat(command.getDetails().toString())
                                        .contains("evidence")
                                        .doesNotContain("by Ada"));
        var line =
                API.inspectAs(RunningApi.ADMIN, "/audit_log?limit=1&action=challengeDispute")
                        .items()
                        .path(0);
        assertThat(line.at("/after/reason").asString()).isEqualTo("it was delivered");
        assertThat(line.toString()).doesNotContain("by Ada", "\"Post\"");
        assertThat(ConsoleClient.with(API, RunningApi.OTHER_SECRET).get(evidence).status())
                .isEqualTo(404);
    }

    private static List<ChallengeDispute> challenges(String disputeId) {
        return API.orchestrator.received(ChallengeDispute.class).stream()
                .filter(command -> command.getDisputeId().equals(disputeId))
                .toList();
    }

    @Test
    void links_are_listed_and_ended_with_a_reason() {
        var order = "order-" + UUID.randomUUID();
        var payment =
                API.create(
                        ", \"payment_link\": true, \"merchant_order_reference_id\": \"<i>"
                                + order
                                + "\"");
        var id = payment.at("/payment_link/payment_link_id").asString();
        var deactivate = "/console/links/" + id + "/deactivate";
        assertThat(client("payments.read").get("/console/links").body())
                .contains(id, "&lt;i&gt;" + order, "65.40 EUR", "Active", address(payment))
                .doesNotContain("<i>", deactivate);
        var other = ConsoleClient.with(API, RunningApi.OTHER_SECRET);
        assertThat(other.get("/console/links").body()).doesNotContain(id);
        assertThat(other.get(deactivate).status()).isEqualTo(404);

        var merchant = merchant();
        assertThat(merchant.get("/console/links").body()).contains(deactivate);
        var form = merchant.get(deactivate);
        assertThat(merchant.submit(deactivate, "form_id", ConsoleClient.formId(form)).status())
                .isBetween(400, 422);
        merchant.submit(deactivate, "reason", "sold out", "form_id", ConsoleClient.formId(form));
        assertThat(API.orchestrator.received(UpdatePayment.class))
                .filteredOn(
                        command ->
                                command.getPaymentId()
                                        .equals(payment.path("payment_id").asString()))
                .anySatisfy(
                        command ->
                                assertThat(command.getTerms().get("payment_link_config"))
                                        .contains("expires_in"));
        var line =
                API.inspectAs(RunningApi.ADMIN, "/audit_log?limit=1&action=deactivatePaymentLink")
                        .items()
                        .path(0);
        assertThat(line.path("resource_id").asString()).isEqualTo(id);
        assertThat(line.at("/after/reason").asString()).isEqualTo("sold out");
    }

    @Test
    void a_link_that_was_paid_by_is_used_and_cannot_be_ended() {
        var payment = API.create(", \"payment_link\": true");
        API.store(payment, Updates.set("status", "succeeded"));
        var id = payment.at("/payment_link/payment_link_id").asString();
        assertThat(merchant().get("/console/links").body().split("<tr>", -1))
                .filteredOn(row -> row.contains(id))
                .singleElement()
                .satisfies(
                        row ->
                                assertThat(row)
                                        .contains(">Used<")
                                        .doesNotContain("Active", "deactivate"));
    }

    @Test
    void customers_mandates_and_refunds_are_lists_of_the_merchants_own() {
        var customer = "cus_" + UUID.randomUUID();
        API.post(
                "/customers",
                "{\"customer_id\": \"%s\", \"name\": \"<b>Ada\", \"email\": \"ada@example.com\"}"
                        .formatted(customer));
        var merchant = merchant();
        assertThat(merchant.get("/console/customers").body())
                .contains(customer, "&lt;b&gt;Ada", "ada@example.com")
                .doesNotContain("<b>");
        assertThat(
                        ConsoleClient.with(API, RunningApi.OTHER_SECRET)
                                .get("/console/customers")
                                .body())
                .doesNotContain(customer);
        assertThat(merchant.get("/console/mandates").status()).isEqualTo(200);
        assertThat(merchant.get("/console/customers?after=nobody").status()).isEqualTo(404);

        StoredRefund.of("pay_listed", "ref_listed").with("reason", "<u>").store(API);
        StoredRefund.of("pay_listed", "ref_of_another").of("merchant_other").store(API);
        assertThat(merchant.get("/console/refunds").body())
                .contains("ref_listed", "65.40 EUR", "Given back", "&lt;u&gt;")
                .contains("/console/payments/merchant_sandbox/pay_listed")
                .doesNotContain("<u>", "ref_of_another");
    }
}
