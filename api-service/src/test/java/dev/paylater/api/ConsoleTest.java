package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Updates;
import dev.paylater.api.key.KeyKind;
import dev.paylater.schemas.ApprovePayment;
import dev.paylater.schemas.CancelPayment;
import dev.paylater.schemas.CapturePayment;
import dev.paylater.schemas.RejectPayment;
import dev.paylater.schemas.SettleUnwantedMoney;
import dev.paylater.schemas.SyncPayment;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The console: who sees and does what, and that no other site does it for them. */
class ConsoleTest {

    private static final RunningApi API = RunningApi.shared();
    private static final Set<String> EVERYBODY =
            Set.of("owner", "operator", "support", "read_only");
    private static final Set<String> SUPPORT = Set.of("owner", "operator", "support");
    private static final Set<String> OPERATORS = Set.of("owner", "operator");
    private static final String PAYMENT = "/console/payments/{merchantId}/{paymentId}";

    private static final String ACCOUNTS = "/console/merchants/{merchantId}/accounts";
    private static final String KEYS = "/console/merchants/{merchantId}/keys";
    private static final String RULE =
            "/console/merchants/{merchantId}/profiles/{profileId}/routing";
    private static final String LETTERS = "/console/dead_letters/{topic}/{partition}";

    private static final Map<String, Set<String>> ALLOWED =
            Map.ofEntries(
                    Map.entry("GET /console", EVERYBODY),
                    Map.entry("GET /console/sessions", EVERYBODY),
                    Map.entry("POST /console/sessions/{sessionId}/end", EVERYBODY),
                    Map.entry("POST /console/sign_out", EVERYBODY),
                    Map.entry("GET /console/payments", SUPPORT),
                    Map.entry("GET /console/payments.csv", SUPPORT),
                    Map.entry("POST /console/payment_filters", SUPPORT),
                    Map.entry("POST /console/payment_filters/remove", SUPPORT),
                    Map.entry("GET " + PAYMENT, SUPPORT),
                    Map.entry("GET " + PAYMENT + "/live", SUPPORT),
                    Map.entry("GET " + PAYMENT + "/act/{action}", SUPPORT),
                    Map.entry("POST " + PAYMENT + "/capture", OPERATORS),
                    Map.entry("POST " + PAYMENT + "/cancel", OPERATORS),
                    Map.entry("POST " + PAYMENT + "/approve", OPERATORS),
                    Map.entry("POST " + PAYMENT + "/reject", OPERATORS),
                    Map.entry("POST " + PAYMENT + "/refund", OPERATORS),
                    Map.entry("POST " + PAYMENT + "/sync", SUPPORT),
                    Map.entry("GET " + PAYMENT + "/unwanted_money/{attemptId}", OPERATORS),
                    Map.entry("POST " + PAYMENT + "/unwanted_money/settle", OPERATORS),
                    Map.entry("GET /console/audit_log", SUPPORT),
                    Map.entry("GET /console/merchants", EVERYBODY),
                    Map.entry("GET " + ACCOUNTS, EVERYBODY),
                    Map.entry("POST " + ACCOUNTS + "/{accountId}/verify", OPERATORS),
                    Map.entry("GET /console/routing", EVERYBODY),
                    Map.entry("GET " + RULE, OPERATORS),
                    Map.entry("POST " + RULE, OPERATORS),
                    Map.entry("GET /console/keys", SUPPORT),
                    Map.entry("POST " + KEYS, Set.of("owner")),
                    Map.entry("GET " + KEYS + "/{keyId}/act/{action}", Set.of("owner")),
                    Map.entry("POST " + KEYS + "/{keyId}/rotate", Set.of("owner")),
                    Map.entry("POST " + KEYS + "/{keyId}/revoke", Set.of("owner")),
                    Map.entry("GET /console/reconciliations", SUPPORT),
                    Map.entry("GET /console/connectors", SUPPORT),
                    Map.entry("GET /console/services", SUPPORT),
                    Map.entry("GET /console/dead_letters", OPERATORS),
                    Map.entry("GET " + LETTERS, OPERATORS),
                    Map.entry("GET " + LETTERS + "/replay", OPERATORS),
                    Map.entry("POST " + LETTERS + "/replay", OPERATORS),
                    Map.entry("POST " + PAYMENT + "/contact", SUPPORT),
                    Map.entry("GET " + PAYMENT + "/exchanges/{exchangeId}", SUPPORT),
                    Map.entry("POST " + PAYMENT + "/exchanges/{exchangeId}", SUPPORT),
                    Map.entry("POST " + PAYMENT + "/deliveries/{deliveryId}/resend", SUPPORT));

    private static final Map<String, ConsoleClient> clients = new TreeMap<>();

    @BeforeAll
    static void somebody_of_each_role() {
        EVERYBODY.forEach(role -> clients.put(role, ConsoleClient.as(API, role)));
    }

    private static ConsoleClient client(String role) {
        return Objects.requireNonNull(clients.get(role));
    }

    private static Stream<Endpoint> endpoints() {
        return Endpoint.of(API)
                .filter(Endpoint::isOfConsole)
                .filter(endpoint -> endpoint.kinds().contains(KeyKind.ADMIN));
    }

    static Stream<Arguments> matrix() {
        return endpoints()
                .flatMap(
                        endpoint ->
                                EVERYBODY.stream()
                                        .map(
                                                role ->
                                                        Arguments.of(
                                                                endpoint.name(), role, endpoint)));
    }

    @Test
    void every_page_and_act_has_a_row() {
        assertThat(endpoints().map(Endpoint::name))
                .containsExactlyInAnyOrderElementsOf(ALLOWED.keySet());
    }

    @ParameterizedTest(name = "{0} as {1}")
    @MethodSource("matrix")
    void only_the_roles_that_may_get_in(String name, String role, Endpoint endpoint) {
        var client = name.endsWith("sign_out") ? ConsoleClient.as(API, role) : client(role);
        var path = endpoint.path().replaceAll("\\{\\w+}", "x");
        var answer = endpoint.verb().equals("GET") ? client.get(path) : client.submit(path);

        if (ALLOWED.getOrDefault(name, Set.of()).contains(role)) {
            assertThat(answer.status()).isNotIn(401, 403, 500);
        } else {
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.body()).contains("This key lacks the scope ");
            assertThat(latestLine(answer).path("outcome").asString()).isEqualTo("refused");
        }
    }

    private static JsonNode latestLine(RunningApi.Reply answer) {
        var line = API.inspectAs(RunningApi.ADMIN, "/audit_log?limit=1").json().at("/data/0");
        assertThat(line.path("request_id").asString()).isEqualTo(answer.header("x-request-id"));
        return line;
    }

    static Stream<String> acts() {
        return endpoints().filter(at -> at.verb().equals("POST")).map(Endpoint::path);
    }

    @ParameterizedTest
    @MethodSource("acts")
    void a_form_of_another_site_or_session_changes_nothing(String pattern) {
        var path = pattern.replaceAll("\\{\\w+}", "x");
        var owner = client("owner");
        var others = "form_token=" + client("operator").formToken;

        refuses(owner.submitRaw(path, ""));
        refuses(owner.submitRaw(path, others));
        refuses(
                owner.submitRaw(
                        path, "form_token=" + owner.formToken, "sec-fetch-site", "cross-site"));
    }

    private static void refuses(RunningApi.Reply answer) {
        assertThat(answer.status()).isEqualTo(403);
        assertThat(latestLine(answer).path("outcome").asString()).isEqualTo("refused");
    }

    @Test
    void nobody_is_led_to_sign_in_and_back_to_the_page_they_wanted() {
        var answer =
                API.send(
                        API.request("/console/payments?status=failed")
                                .header("accept", "text/html")
                                .GET());
        assertThat(answer.status()).isEqualTo(303);
        assertThat(answer.header("location"))
                .isEqualTo("/console/sign_in?next=%2Fconsole%2Fpayments%3Fstatus%3Dfailed");
        assertThat(API.get("/console/sign_in?next=/console/payments").body())
                .contains("name=\"next\" value=\"/console/payments\"");

        var signedIn = ConsoleClient.signIn(API, "role=support&next=%2Fconsole%2Fpayments");
        assertThat(signedIn.header("location")).isEqualTo("/console/payments");
        assertThat(signedIn.header("set-cookie")).contains("HttpOnly", "SameSite=Lax", "Path=/");
        assertThat(
                        ConsoleClient.signIn(API, "role=owner&next=https://evil.example")
                                .header("location"))
                .isEqualTo("/console");
        assertThat(ConsoleClient.signIn(API, "role=owner&next=//evil.example").header("location"))
                .isEqualTo("/console");
    }

    @Test
    void an_admin_key_opens_the_console_until_it_is_revoked_and_a_browsers_key_does_not() {
        var issued =
                API.administer("/admin/keys", "{\"name\": \"Grace\", \"role\": \"support\"}")
                        .json();
        var grace = ConsoleClient.with(API, issued.path("api_key").asString());

        assertThat(grace.get("/console/payments").body()).contains("Grace (support)");
        API.administer("/admin/keys/" + issued.path("key_id").asString() + "/revoke", "{}");
        assertThat(grace.get("/console/payments").status()).isEqualTo(303);
        assertThat(ConsoleClient.signIn(API, "key=" + RunningApi.PUBLISHABLE).status())
                .isEqualTo(401);
        assertThat(ConsoleClient.signIn(API, "key=wrong").status()).isEqualTo(401);
        assertThat(ConsoleClient.signIn(API, "role=bootstrap").status()).isEqualTo(401);
    }

    @Test
    void a_session_that_is_ended_is_over_at_once() {
        var support = ConsoleClient.as(API, "support");
        support.submit("/console/sign_out");
        assertThat(support.get("/console").status()).isEqualTo(303);

        var stolen = ConsoleClient.as(API, "support");
        var list = client("owner").get("/console/sessions").body();
        var id = list.replaceAll("(?s).*?/console/sessions/([0-9a-f]{64})/end.*", "$1");
        assertThat(client("operator").submit("/console/sessions/" + id + "/end").status())
                .isEqualTo(404);
        assertThat(client("owner").submit("/console/sessions/" + id + "/end").status())
                .isEqualTo(303);
        assertThat(stolen.get("/console").status()).isEqualTo(303);
    }

    @Test
    void no_page_allows_inline_style_or_script() {
        var id = captured();
        for (var path :
                List.of(
                        "/console",
                        "/console/payments",
                        "/console/sessions",
                        address(id) + "/act/refund")) {
            var page = client("owner").get(path);
            assertThat(page.status()).as(path).isEqualTo(200);
            assertThat(page.header("content-security-policy"))
                    .contains("default-src 'none'", "style-src 'self'", "form-action 'self'")
                    .doesNotContain("unsafe", "nonce", "script-src");
            assertThat(page.body()).doesNotContain("<style", "style=", "<script");
        }
    }

    /** A payment of which 6540 are captured and 1000 refunded, with a text that is markup. */
    private static String captured() {
        var payment =
                API.create(
                        ", \"merchant_order_reference_id\": \"<b>4711</b>"
                                + UUID.randomUUID()
                                + "\"");
        var now = Date.from(Instant.now());
        var attempt =
                new Document("attempt_id", "a_1")
                        .append("number", 1L)
                        .append("connector", "klarna")
                        .append("amount", 6540L)
                        .append("data", new Document("transaction_id", "psp_" + UUID.randomUUID()))
                        .append(
                                "stage",
                                new Document("t", "authorized").append("d", new Document()));
        var event =
                new Document("sequence", 1L)
                        .append("at", now)
                        .append("cause", "c")
                        .append(
                                "event",
                                new Document("t", "authorization_declined")
                                        .append(
                                                "d",
                                                new Document(
                                                        "error",
                                                        new Document("code", "x")
                                                                .append(
                                                                        "message",
                                                                        "<script>alert(1)</script>"))));
        API.store(
                payment,
                Updates.combine(
                        Updates.set("status", "succeeded"),
                        Updates.set("amount_received", 6540L),
                        Updates.set("amount_refunded", 1000L),
                        Updates.set("amount_capturable", 0L),
                        Updates.set("attempt_statuses", List.of("charged")),
                        Updates.set("payment.attempts", List.of(attempt)),
                        Updates.set("journal", List.of(event))));
        return payment.path("payment_id").asString();
    }

    private static String address(String paymentId) {
        return "/console/payments/merchant_sandbox/" + paymentId;
    }

    @Test
    void the_story_says_where_the_money_is_and_escapes_what_others_wrote() {
        var page = client("support").get(address(captured())).body();

        assertThat(page)
                .contains(
                        "Charged <strong>55.40 EUR</strong>", "Refunded <strong>10.00 EUR</strong>")
                .contains(
                        "The provider declined",
                        "&lt;script&gt;alert(1)&lt;/script&gt;",
                        "&lt;b&gt;4711")
                .doesNotContain("<script>", "<b>4711");
    }

    @Test
    void a_role_sees_the_buttons_that_it_may_use() {
        var address = address(captured());
        assertThat(client("operator").get(address).body()).contains(address + "/act/refund");
        assertThat(client("support").get(address).body())
                .contains(address + "/act/sync")
                .doesNotContain("/act/refund", "/act/capture", "/act/cancel");
        assertThat(client("support").get(address + "/act/refund").status()).isEqualTo(403);
    }

    @Test
    void a_capture_is_made_once_however_often_its_form_is_sent_and_its_reason_is_kept() {
        var id = API.create(", \"confirm\": true").path("payment_id").asString();
        var owner = client("owner");
        var form = owner.get(address(id) + "/act/capture");
        var formId = ConsoleClient.formId(form);
        assertThat(form.body()).contains("value=\"65.40\"");

        for (var time = 0; time < 2; time++) {
            var answer =
                    owner.submit(
                            address(id) + "/capture",
                            "amount",
                            "40,00",
                            "reason",
                            "asked on the phone",
                            "form_id",
                            formId);
            assertThat(answer.status()).as(answer.body()).isEqualTo(303);
            assertThat(answer.header("location")).isEqualTo(address(id) + "?done=capture");
        }
        assertThat(
                        API.orchestrator.received(CapturePayment.class).stream()
                                .filter(capture -> capture.getPaymentId().equals(id))
                                .map(
                                        capture ->
                                                capture.getAmountToCapture()
                                                        + " "
                                                        + capture.getReplyTo().getCorrelationId())
                                .distinct())
                .containsExactly("4000 " + formId);
        var line =
                API.inspectAs(RunningApi.ADMIN, "/audit_log?limit=1&action=capturePayment")
                        .json()
                        .at("/data/0");
        assertThat(line.path("outcome").asString()).isEqualTo("done");
        assertThat(line.path("resource_id").asString()).isEqualTo(id);
        assertThat(line.path("actor_name").asString()).isEqualTo("Local owner");
        assertThat(line.at("/after/reason").asString()).isEqualTo("asked on the phone");
    }

    @Test
    void nothing_is_done_without_a_reason_an_amount_or_a_fresh_form() {
        var id = API.create(", \"confirm\": true").path("payment_id").asString();
        var owner = client("owner");
        var formId = ConsoleClient.formId(owner.get(address(id) + "/act/capture"));
        for (var fields :
                List.of(
                        List.of("amount", "1", "form_id", formId),
                        List.of("reason", "r", "form_id", formId),
                        List.of("amount", "0", "reason", "r", "form_id", formId),
                        List.of("amount", "1.234", "reason", "r", "form_id", formId),
                        List.of("amount", "1", "reason", "r"),
                        List.of(
                                "amount",
                                "1",
                                "reason",
                                "r",
                                "form_id",
                                "01ARZ3NDEKTSV4RRFFQ69G5FAV"))) {
            var answer = owner.submit(address(id) + "/capture", fields.toArray(String[]::new));
            assertThat(answer.status()).as(fields.toString()).isBetween(400, 422);
            assertThat(answer.body()).contains("That did not work", "href=\"" + address(id));
        }
        assertThat(API.orchestrator.received(CapturePayment.class))
                .noneMatch(capture -> capture.getPaymentId().equals(id));
    }

    @Test
    void a_payment_in_review_is_approved_or_rejected_with_the_reason_and_no_other_is() {
        var operator = client("operator");
        var approved = inReview();
        var rejected = inReview();
        assertThat(operator.get(address(approved)).body()).contains("/act/approve", "/act/reject");
        assertThat(client("support").get(address(approved)).body())
                .doesNotContain("/act/approve", "/act/reject");

        var approval = ConsoleClient.formId(operator.get(address(approved) + "/act/approve"));
        assertThat(
                        operator.submit(
                                        address(approved) + "/approve",
                                        "reason",
                                        "known customer",
                                        "form_id",
                                        approval)
                                .status())
                .isEqualTo(303);
        var rejection = ConsoleClient.formId(operator.get(address(rejected) + "/act/reject"));
        assertThat(
                        operator.submit(
                                        address(rejected) + "/reject",
                                        "reason",
                                        "no such street",
                                        "form_id",
                                        rejection)
                                .status())
                .isEqualTo(303);

        assertThat(API.orchestrator.received(ApprovePayment.class))
                .extracting(ApprovePayment::getPaymentId)
                .contains(approved)
                .doesNotContain(rejected);
        assertThat(API.orchestrator.received(RejectPayment.class))
                .filteredOn(reject -> reject.getPaymentId().equals(rejected))
                .extracting(RejectPayment::getReason)
                .containsExactly("no such street");
        assertThat(operator.get(address(captured()) + "/act/approve").status()).isEqualTo(404);
    }

    private static String inReview() {
        var payment = API.create(", \"confirm\": true");
        API.store(payment, Updates.set("status", "requires_merchant_action"));
        return payment.path("payment_id").asString();
    }

    @Test
    void a_payment_is_cancelled_and_a_refusal_of_a_refund_is_shown_with_a_way_back() {
        var id = API.create(", \"confirm\": true").path("payment_id").asString();
        var operator = client("operator");
        var formId = ConsoleClient.formId(operator.get(address(id) + "/act/cancel"));
        var cancelled =
                operator.submit(address(id) + "/cancel", "reason", "twice", "form_id", formId);
        assertThat(cancelled.status()).isEqualTo(303);
        assertThat(
                        API.orchestrator.received(CancelPayment.class).stream()
                                .filter(cancel -> cancel.getPaymentId().equals(id))
                                .map(CancelPayment::getCancellationReason))
                .containsExactly("twice");

        var paid = captured();
        var refund = ConsoleClient.formId(operator.get(address(paid) + "/act/refund"));
        var refused =
                operator.submit(
                        address(paid) + "/refund",
                        "amount",
                        "55.40",
                        "reason",
                        "broken",
                        "form_id",
                        refund);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body()).contains("refund is not possible", address(paid));
    }

    @Test
    void support_asks_the_provider_and_sends_a_webhook_again() {
        var id = captured();
        var support = client("support");
        var formId = ConsoleClient.formId(support.get(address(id) + "/act/sync"));
        support.submit(address(id) + "/sync", "reason", "customer waits", "form_id", formId);
        assertThat(API.orchestrator.received(SyncPayment.class))
                .anyMatch(sync -> sync.getPaymentId().equals(id));

        var endpoint =
                API.post("/webhook_endpoints", "{\"url\": \"http://127.0.0.1:9/\"}")
                        .json()
                        .path("id")
                        .asString();
        StoredDelivery.of("whd_" + id)
                .ofPayment(id)
                .with("endpoint_id", endpoint)
                .failed()
                .store(API);
        var sent = support.submit(address(id) + "/deliveries/whd_" + id + "/resend");
        assertThat(sent.status()).isEqualTo(303);
        assertThat(API.get("/webhook_deliveries/whd_" + id).json().path("status").asString())
                .isEqualTo("pending");
    }

    @Test
    void a_payment_is_found_by_whatever_somebody_has_of_it() {
        var email = UUID.randomUUID() + "@example.com";
        var order = "order-" + UUID.randomUUID();
        var payment =
                API.create(
                        ", \"email\": \"%s\", \"merchant_order_reference_id\": \"%s\""
                                .formatted(email, order));
        var transaction = "psp_" + UUID.randomUUID();
        API.store(
                payment,
                Updates.set(
                        "payment.attempts",
                        List.of(
                                new Document("attempt_id", "a_1")
                                        .append("number", 1L)
                                        .append("data", new Document("transaction_id", transaction))
                                        .append(
                                                "stage",
                                                new Document("t", "started")
                                                        .append("d", new Document())))));
        var id = payment.path("payment_id").asString();
        for (var known : List.of(id, order, transaction, email)) {
            var found = client("support").get("/console/payments?find=" + known).body();
            assertThat(found).as(known).contains(address(id));
            assertThat(found.split("<tr>", -1)).hasSize(3);
        }
        assertThat(client("support").get("/console/payments?find=nothing-like-it").body())
                .contains("No payment found");
        assertThat(
                        client("support")
                                .get("/console/payments?find=" + order + "&status=failed")
                                .body())
                .contains("No payment found");
    }

    @Test
    void a_page_has_100_rows_and_leads_to_older_ones_and_a_file_has_no_formulas() {
        var customer = "list-" + UUID.randomUUID();
        var template =
                API.bean(MongoDatabase.class)
                        .getCollection("payments")
                        .find(
                                new Document(
                                        "_id",
                                        "merchant_sandbox/"
                                                + API.create("").path("payment_id").asString()))
                        .first();
        for (var i = 0; i < 101; i++) {
            var id = "pay_" + UUID.randomUUID().toString().replace("-", "").substring(0, 26);
            var copy = Document.parse(Objects.requireNonNull(template).toJson());
            copy.put("_id", "merchant_hundred/" + id);
            var payment = copy.get("payment", Document.class);
            payment.put("merchant_id", "merchant_hundred");
            payment.put("payment_id", id);
            payment.get("intent", Document.class).put("customer_id", customer);
            copy.put("connector", "=cmd()");
            API.bean(MongoDatabase.class).getCollection("payments").insertOne(copy);
        }
        var path = "/console/payments?merchant_id=merchant_hundred&status=&find=";
        var page = client("support").get(path).body();
        assertThat(page.split("<tr>", -1)).hasSize(102);
        assertThat(page).contains("Older payments", "cursor=merchant_hundred%2F");

        var file = client("support").get(path.replace("payments?", "payments.csv?"));
        assertThat(file.header("content-type")).startsWith("text/csv");
        assertThat(file.body().lines()).hasSize(102);
        assertThat(file.body()).contains(",'=cmd(),").doesNotContain(",=");
    }

    @Test
    void the_list_is_narrowed_by_days_and_times_in_utc_as_people_type_them() {
        var order = "order-" + UUID.randomUUID();
        var payment = API.create(", \"merchant_order_reference_id\": \"" + order + "\"");
        var last = Date.from(Instant.parse("2026-01-31T23:59:59.999Z"));
        API.store(
                payment,
                Updates.combine(
                        Updates.set("created", last), Updates.set("payment.created", last)));
        var row = address(payment.path("payment_id").asString());
        var list = "/console/payments?find=" + order;
        for (var query :
                List.of(
                        "&created.gte=2026-01-31&created.lte=2026-01-31",
                        "&created.gte=2026-01-31T23:59&created.lte=",
                        "&created.gte=2026-01-31+23:59:59",
                        "&created.lte=2026-02-01T00:59:59.999%2B01:00")) {
            var page = client("support").get(list + query).body();
            assertThat(page).as(query).contains(row, "Created from (UTC)").doesNotContain("wrong");
        }
        for (var query : List.of("&created.gte=2026-02-01", "&created.lte=2026-01-31 23:59")) {
            assertThat(client("support").get(list + query.replace(" ", "+")).body())
                    .as(query)
                    .doesNotContain(row)
                    .contains("No payment found");
        }
    }

    @Test
    void a_time_that_is_none_is_complained_about_at_its_field() {
        for (var typed :
                List.of("yesterday", "2026-02-30", "31.1.2026", "%3Cb%3E", "12026-01-31")) {
            var page = client("support").get("/console/payments?created.lte=" + typed);
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.body())
                    .as(typed)
                    .contains(
                            "aria-invalid=\"true\" aria-describedby=\"created.lte.wrong\"",
                            "<p id=\"created.lte.wrong\" class=\"wrong\">This must be a day or a"
                                    + " time in UTC",
                            "Nothing is listed")
                    .doesNotContain("<b>", "created.gte.wrong", "Save this filter as");
        }
        assertThat(client("support").get("/console/audit_log?from=2026-01-31&to=2026-02-01").body())
                .doesNotContain("role=\"alert\"");
    }

    @Test
    void contact_details_are_opened_with_a_reason_that_the_audit_log_keeps() {
        var id =
                API.create(
                                ", \"ssn\": \"123-45\", \"email\": \"ada@example.com\","
                                    + " \"billing\": {\"address\": {\"first_name\": \"<i>Ada\"}}")
                        .path("payment_id")
                        .asString();
        var support = client("support");
        var page = support.get(address(id)).body();
        assertThat(page).contains("Open contact details").doesNotContain("ada@", ">Ada", ";Ada");

        assertThat(support.submit(address(id) + "/contact").status()).isEqualTo(422);
        var opened = support.submit(address(id) + "/contact", "reason", "parcel came back");
        assertThat(opened.body())
                .contains("ada@example.com", "billing.address.first_name", "&lt;i&gt;Ada")
                .doesNotContain("123-45", "<i>");
        var line = latestLine(opened);
        assertThat(line.path("action").asString()).isEqualTo("openContactDetails");
        assertThat(line.at("/after/reason").asString()).isEqualTo("parcel came back");
        assertThat(line.path("resource_id").asString()).isEqualTo(id);
    }

    @Test
    void what_somebody_has_to_look_at_is_on_the_first_page() {
        var payment = API.create("");
        var id = payment.path("payment_id").asString();
        var since = Date.from(Instant.now().minusSeconds(3600));
        API.store(
                payment,
                Updates.combine(
                        Updates.set("due", since),
                        Updates.set(
                                "payment.attempts",
                                List.of(
                                        new Document("attempt_id", "a_1")
                                                .append("connector", "alma")
                                                .append(
                                                        "unwanted",
                                                        new Document("amount", 1234L)
                                                                .append("since", since)))),
                        Updates.set(
                                "payment.disputes",
                                List.of(
                                        new Document("dispute_id", "dp_1")
                                                .append("dispute_status", "dispute_opened")
                                                .append("amount", 77L)
                                                .append("challenge_required_by", since)))));
        var page = client("support").get("/console").body();
        assertThat(page)
                .contains("id=\"unwanted_money\"", "12.34 EUR", "alma")
                .contains("id=\"overdue\"", "id=\"dispute\"", "0.77 EUR", address(id));
        assertThat(client("read_only").get("/console").body())
                .contains("Your role reads merchants")
                .doesNotContain(id);
    }

    @Test
    void unwanted_money_is_settled_for_the_attempt_and_amount_that_the_form_was_opened_with() {
        var payment = API.create("");
        var id = payment.path("payment_id").asString();
        API.store(
                payment,
                Updates.set(
                        "payment.attempts",
                        List.of(
                                new Document("attempt_id", id + "_1")
                                        .append("number", 1L)
                                        .append("connector", "alma")
                                        .append(
                                                "stage",
                                                new Document("t", "started")
                                                        .append("d", new Document()))
                                        .append(
                                                "unwanted",
                                                new Document("amount", 1234L)
                                                        .append("since", Date.from(Instant.now()))
                                                        .append(
                                                                "error",
                                                                new Document("code", "x")
                                                                        .append(
                                                                                "message",
                                                                                "<b>no"))))));
        var settle = address(id) + "/unwanted_money/" + id + "_1";
        assertThat(client("support").get(address(id)).body())
                .contains("Unwanted money", "12.34 EUR", "&lt;b&gt;no")
                .doesNotContain(settle);
        var operator = client("operator");
        assertThat(operator.get(address(id)).body()).contains("href=\"" + settle + "\"");
        var form = operator.get(settle);
        assertThat(form.body()).contains("12.34 EUR", "name=\"amount\" value=\"1234\"", id + "_1");

        var answer =
                operator.submit(
                        address(id) + "/unwanted_money/settle",
                        "attempt_id",
                        id + "_1",
                        "amount",
                        "1234",
                        "reason",
                        "voided in the portal",
                        "form_id",
                        ConsoleClient.formId(form));
        assertThat(answer.header("location"))
                .as(answer.body())
                .isEqualTo(address(id) + "?done=settle");
        assertThat(API.orchestrator.received(SettleUnwantedMoney.class))
                .filteredOn(command -> command.getPaymentId().equals(id))
                .singleElement()
                .satisfies(
                        command -> {
                            assertThat(command.getAttemptId()).isEqualTo(id + "_1");
                            assertThat(command.getAmount()).isEqualTo(1234);
                            assertThat(command.getReason()).isEqualTo("voided in the portal");
                            assertThat(command.getOperator()).startsWith("Local operator");
                        });
        var line =
                API.inspectAs(RunningApi.ADMIN, "/audit_log?limit=1&action=settleUnwantedMoney")
                        .json()
                        .at("/data/0");
        assertThat(line.at("/after/amount").longValue()).isEqualTo(1234);
        assertThat(line.at("/after/attempt_id").asString()).isEqualTo(id + "_1");
        assertThat(operator.get(address(id) + "/unwanted_money/other").status()).isEqualTo(404);
    }
}
