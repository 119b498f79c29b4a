package dev.paylater.e2e;

import static dev.paylater.e2e.PaymentSpecimens.json;
import static java.util.Map.entry;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A merchant's webhook endpoints, what reaches them, and the log of what was sent. */
final class WebhookSpecimens {

    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;

    /** Has no payments here, so that its endpoints are sent nothing. */
    private static final MerchantClient OWNER = MerchantClient.OTHER;

    private static final String MOST =
            """
            "events": ["payment.*"], "description": "shop", "enabled": false, "ordered": true,
            "payload": "thin", "api_version": "2026-11-01", "metadata": {"a": "b"}
            """;

    private static final String LATER = "\"api_version\": \"2027-01-01\"";

    static final Map<String, Function<Caller, JsonNode>> ALL =
            Map.ofEntries(
                    entry("endpoint", c -> json(c.get(OWNER, path(made(c, "x", MOST))))),
                    entry("endpoint with keys", c -> made(c, "x", "\"signature\": \"v1a\"")),
                    entry("endpoint of a profile", WebhookSpecimens::ofProfile),
                    entry("endpoint with secret", c -> made(c, "x", "")),
                    entry("endpoint changed", WebhookSpecimens::changed),
                    entry("endpoint of a later version", c -> asked(c, OWNER, "x", LATER).json()),
                    entry("endpoint to a later version", WebhookSpecimens::toLater),
                    entry("endpoints", c -> endpoints(c)),
                    entry("endpoint list", WebhookSpecimens::endpointList),
                    entry("delivery list", WebhookSpecimens::deliveryList),
                    entry("endpoint deleted", c -> json(OWNER.delete(path(made(c, "x", ""))))),
                    entry("secret rotated", c -> operated(c, "rotate_secret")),
                    entry("endpoint tested", c -> operated(c, "test")),
                    entry("resent since", WebhookSpecimens::resentSince),
                    entry("hook", c -> arrived(c, "")),
                    entry("hook thin", c -> arrived(c, "\"payload\": \"thin\"")),
                    entry("hook signed by key", c -> arrived(c, "\"signature\": \"v1a\"")),
                    entry("delivery", WebhookSpecimens::delivery),
                    entry("delivery resent", WebhookSpecimens::resent),
                    entry("deliveries by endpoint", WebhookSpecimens::ofEndpoint),
                    entry("deliveries by payment", WebhookSpecimens::ofPayment),
                    entry("deliveries by status", c -> counted(c, "&status=failed")),
                    entry("deliveries by limit", c -> counted(c, "&limit=1")),
                    entry("deliveries by cursor", WebhookSpecimens::afterFirst));

    private WebhookSpecimens() {}

    private static String path(JsonNode endpoint) {
        return "/webhook_endpoints/" + endpoint.path("id").asString();
    }

    private static JsonNode made(Caller caller, String hook, String fields) {
        return made(caller, OWNER, hook, fields);
    }

    private static JsonNode made(Caller caller, MerchantClient as, String hook, String fields) {
        return json(asked(caller, as, hook, fields));
    }

    private static ApiAnswer asked(Caller caller, MerchantClient as, String hook, String fields) {
        var url = "{\"url\": \"" + ProviderLedger.BASE + "/hooks/" + hook + "\"}";
        return caller.post(as, "/webhook_endpoints", MerchantClient.with(url, fields));
    }

    private static JsonNode toLater(Caller caller) {
        var path = path(made(Caller.COMPLETE, "x", ""));
        return caller.post(OWNER, path, "{" + LATER + "}").json();
    }

    private static JsonNode ofProfile(Caller caller) {
        var provider = RecordedProvider.get();
        var fields = "\"profile_id\": \"" + provider.profile() + "\"";
        var endpoint = made(caller, provider.merchant(), "x", fields);
        return Seen.text(endpoint.path("profile_id").asString("all").substring(0, 3));
    }

    private static JsonNode changed(Caller caller) {
        var endpoint = made(Caller.COMPLETE, "x", "");
        var url = "{\"url\": \"" + ProviderLedger.BASE + "/hooks/y\"}";
        json(caller.post(OWNER, path(endpoint), MerchantClient.with(url, MOST)));
        return json(OWNER.get(path(endpoint)));
    }

    private static JsonNode endpoints(Caller caller) {
        made(Caller.COMPLETE, "x", "");
        return ListSpecimens.items(caller.get(OWNER, "/webhook_endpoints")).path(0);
    }

    private static JsonNode endpointList(Caller caller) {
        made(Caller.COMPLETE, "x", "");
        return json(caller.get(OWNER, "/webhook_endpoints"));
    }

    private static JsonNode deliveryList(Caller caller) {
        Sent.all();
        return json(caller.get(Sent.TO, "/webhook_deliveries?limit=1&" + Sent.query()));
    }

    private static JsonNode operated(Caller caller, String operation) {
        var path = path(made(Caller.COMPLETE, "x", ""));
        return json(caller.post(OWNER, path + "/" + operation, "{}"));
    }

    private static JsonNode resentSince(Caller caller) {
        var endpoint = made(Caller.COMPLETE, "x", "");
        var since = "{\"since\": \"2026-01-01T00:00:00Z\"}";
        return caller.post(OWNER, path(endpoint) + "/resend_failed", since).json();
    }

    /**
     * The first webhook of its own payment that arrives at an endpoint of its own. All rows share
     * the merchant, so that webhooks of other rows' payments, refunds and disputes arrive there
     * too.
     */
    private static JsonNode arrived(Caller caller, String fields) {
        var hook = "h" + UUID.randomUUID();
        var endpoint = made(caller, MERCHANT, hook, fields);
        try {
            var payment = json(MERCHANT.pay("", "automatic")).path("payment_id").asString();
            var list = ProviderLedger.BASE + "/simulator/hooks?name=" + hook;
            var answer =
                    MerchantClient.await(
                            () -> MerchantClient.NOBODY.get(list).expect(200),
                            PATIENCE,
                            hooks -> of(payment, hooks).findAny().isPresent());
            return of(payment, answer).findFirst().orElseThrow();
        } finally {
            json(MERCHANT.delete(path(endpoint)));
        }
    }

    private static Stream<JsonNode> of(String payment, ApiAnswer hooks) {
        return hooks.json()
                .path("hooks")
                .valueStream()
                .filter(hook -> hook.path("body").asString().contains('"' + payment + '"'));
    }

    /** What an endpoint was sent of a payment, beside another endpoint and another payment. */
    private static final class Sent {
        static final MerchantClient TO = RecordedProvider.get().merchant();
        static final JsonNode ENDPOINT = made(Caller.COMPLETE, TO, "sent", "");
        static final String PAYMENT;

        static {
            made(Caller.COMPLETE, TO, "other", "");
            PAYMENT = pay();
            pay();
            MerchantClient.await(
                    () -> TO.get("/webhook_deliveries?limit=100").expect(200),
                    PATIENCE,
                    answer -> hasOthers(ListSpecimens.items(answer)));
        }

        private static String pay() {
            return json(TO.pay("", "automatic")).path("payment_id").asString();
        }

        /** Until then, a list of the first payment alone looks like the list of all. */
        private static boolean hasOthers(JsonNode list) {
            return list.valueStream()
                            .anyMatch(one -> !one.path("payment_id").asString().equals(PAYMENT))
                    && list.valueStream()
                            .anyMatch(one -> !one.path("endpoint_id").equals(ENDPOINT.path("id")));
        }

        /** Of the first payment at the endpoint. */
        static String query() {
            return "endpoint_id=%s&payment_id=%s"
                    .formatted(ENDPOINT.path("id").asString(), PAYMENT);
        }

        static JsonNode all() {
            return ListSpecimens.items(
                    MerchantClient.await(
                            () -> TO.get("/webhook_deliveries?limit=100&" + query()).expect(200),
                            PATIENCE,
                            answer -> areDelivered(ListSpecimens.items(answer))));
        }

        private static boolean areDelivered(JsonNode list) {
            return list.size() > 1
                    && list.valueStream()
                            .allMatch(one -> one.path("status").asString().equals("delivered"));
        }
    }

    private static JsonNode ofEndpoint(Caller caller) {
        Sent.all();
        var id = Sent.ENDPOINT.path("id").asString();
        return Seen.only(deliveries(caller, "endpoint_id=" + id), "endpoint_id", id);
    }

    private static JsonNode ofPayment(Caller caller) {
        Sent.all();
        return Seen.only(
                deliveries(caller, "payment_id=" + Sent.PAYMENT), "payment_id", Sent.PAYMENT);
    }

    private static JsonNode counted(Caller caller, String query) {
        Sent.all();
        return Seen.size(deliveries(caller, Sent.query() + query));
    }

    private static JsonNode deliveries(Caller caller, String query) {
        return ListSpecimens.items(caller.get(Sent.TO, "/webhook_deliveries?" + query));
    }

    private static JsonNode afterFirst(Caller caller) {
        var all = Sent.all();
        var first = all.at("/0/id").asString();
        var page = deliveries(caller, Sent.query() + "&starting_after=" + first);
        var names = Map.of(first, "first", all.at("/1/id").asString(), "second");
        return ListSpecimens.names(page, "id", names);
    }

    private static JsonNode delivery(Caller caller) {
        return json(
                caller.get(Sent.TO, "/webhook_deliveries/" + Sent.all().at("/0/id").asString()));
    }

    /** Another one than is looked at as delivered, since this one is pending again. */
    private static JsonNode resent(Caller caller) {
        var path = "/webhook_deliveries/" + Sent.all().at("/1/id").asString() + "/resend";
        return json(caller.post(Sent.TO, path, "{}"));
    }
}
