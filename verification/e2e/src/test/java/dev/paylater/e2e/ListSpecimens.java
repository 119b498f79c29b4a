package dev.paylater.e2e;

import static dev.paylater.e2e.PaymentSpecimens.json;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Lists of few things that are known, narrowed by a filter each: what is found are their names. */
final class ListSpecimens {

    private static final MerchantClient MERCHANT = MerchantClient.SANDBOX;
    private static final String ALWAYS = "\"start_time\": \"2026-01-01T00:00:00Z\"";

    static final Map<String, Function<Caller, JsonNode>> ALL = all();

    private ListSpecimens() {}

    private static Map<String, Function<Caller, JsonNode>> all() {
        var all = new HashMap<String, Function<Caller, JsonNode>>();
        all.put("payments", c -> json(c.get("/payments/list?limit=1")));
        Map.ofEntries(
                        Map.entry("customer", ""),
                        Map.entry("status", "&status=succeeded"),
                        Map.entry("connector", "&connector=sandbox"),
                        Map.entry("currency", "&currency=EUR"),
                        Map.entry("type", "&payment_method_type=invoice"),
                        Map.entry("profile", "&profile_id=pro_nobody"),
                        Map.entry("reference", "&merchant_order_reference_id={reference}"),
                        Map.entry("amount", "&amount=6540"),
                        Map.entry("least amount", "&amount_gte=6000"),
                        Map.entry("most amount", "&amount_lte=6000"),
                        Map.entry("words", "&q={reference}"),
                        Map.entry("cursor", "&starting_after={unpaid}"),
                        Map.entry("end", "&ending_before={paid}"),
                        Map.entry("limit", "&limit=1"),
                        Map.entry("created", "&created={paid at}"),
                        Map.entry("created_lt", "&created_lt={unpaid at}"),
                        Map.entry("created_gt", "&created_gt={paid at}"),
                        Map.entry("created_lte", "&created_lte={paid at}"),
                        Map.entry("created_gte", "&created_gte={unpaid at}"),
                        Map.entry("created.lt", "&created.lt={unpaid at}"),
                        Map.entry("created.gt", "&created.gt={paid at}"),
                        Map.entry("created.lte", "&created.lte={paid at}"),
                        Map.entry("created.gte", "&created.gte={unpaid at}"))
                .forEach((name, query) -> all.put("payments by " + name, c -> payments(c, query)));
        all.put("refunds", c -> refundsAnswered(c, ""));
        Map.ofEntries(
                        Map.entry("payment", ""),
                        Map.entry("id", "\"refund_id\": \"{smaller}\""),
                        Map.entry("profile", "\"profile_id\": \"pro_nobody\""),
                        Map.entry("limit", "\"limit\": 1"),
                        Map.entry("offset", "\"offset\": 1"),
                        Map.entry("least", "\"amount_filter\": {\"start_amount\": 600}"),
                        Map.entry("most", "\"amount_filter\": {\"end_amount\": 600}"),
                        Map.entry("connector", "\"connector\": [\"klarna\"]"),
                        Map.entry("account", "\"merchant_connector_id\": [\"mca_nobody\"]"),
                        Map.entry("currency", "\"currency\": [\"USD\"]"),
                        Map.entry("status", "\"refund_status\": [\"failed\"]"),
                        Map.entry("end", "\"end_time\": \"2026-01-02T00:00:00Z\""))
                .forEach((name, filter) -> all.put("refunds by " + name, c -> refunds(c, filter)));
        Map.of(
                        "payment", "?payment_id={payment}",
                        "status", "?payment_id={payment}&dispute_status=dispute_won",
                        "stage", "?payment_id={payment}&dispute_stage=pre_dispute",
                        "limit", "?limit=1")
                .forEach((name, query) -> all.put("disputes by " + name, c -> disputes(c, query)));
        all.put("customers", c -> items(c.get("/customers?limit=1")).path(0));
        all.put("customers by limit", c -> Seen.size(items(c.get("/customers?limit=1"))));
        all.put("customer list", ListSpecimens::customerList);
        all.put("dispute list", ListSpecimens::disputeList);
        all.put("customers by cursor", ListSpecimens::customersAfterFirst);
        all.put("link list", ListSpecimens::linkList);
        all.put("links by limit", c -> Seen.size(linkList(c).path("data")));
        all.put("links by cursor", ListSpecimens::linksAfterFirst);
        return all;
    }

    /** Two payments of a customer, the paid one older. */
    private static final class Payments {
        static final String CUSTOMER = "cus_" + UUID.randomUUID();
        static final String REFERENCE = "order-" + UUID.randomUUID();
        static final JsonNode PAID =
                make(
                        MerchantClient.body("", "automatic"),
                        "\"merchant_order_reference_id\"",
                        REFERENCE);
        static final JsonNode UNPAID =
                make("{\"amount\": 500, \"currency\": \"USD\"}", "\"description\"", "unpaid");

        private static JsonNode make(String body, String name, String value) {
            var fields = "\"customer_id\": \"%s\", %s: \"%s\"".formatted(CUSTOMER, name, value);
            return json(MERCHANT.post("/payments", MerchantClient.with(body, fields)));
        }
    }

    private static JsonNode payments(Caller caller, String query) {
        var paid = Payments.PAID;
        var unpaid = Payments.UNPAID;
        var filled =
                query.replace("{reference}", Payments.REFERENCE)
                        .replace("{paid}", text(paid, "payment_id"))
                        .replace("{unpaid}", text(unpaid, "payment_id"))
                        .replace("{paid at}", text(paid, "created"))
                        .replace("{unpaid at}", text(unpaid, "created"));
        var list =
                json(caller.get("/payments/list?customer_id=" + Payments.CUSTOMER + filled))
                        .at("/0/data");
        return names(
                list,
                "payment_id",
                Map.of(text(paid, "payment_id"), "paid", text(unpaid, "payment_id"), "unpaid"));
    }

    /** Two refunds of a payment, the smaller one older. */
    private static final class Refunds {
        static final String PAYMENT = text(json(MERCHANT.pay("", "automatic")), "payment_id");
        static final String SMALLER = make(500);
        static final String GREATER = make(700);

        private static String make(long amount) {
            var refund =
                    SettlementSpecimens.refund(Caller.COMPLETE, PAYMENT, "\"amount\": " + amount);
            return refund.expect(200).string("refund_id");
        }
    }

    private static JsonNode refunds(Caller caller, String filter) {
        return names(
                refundsAnswered(caller, filter).path("data"),
                "refund_id",
                Map.of(Refunds.SMALLER, "smaller", Refunds.GREATER, "greater"));
    }

    private static JsonNode refundsAnswered(Caller caller, String filter) {
        var body = "{%s, \"payment_id\": \"%s\"}".formatted(ALWAYS, Refunds.PAYMENT);
        var filled = filter.replace("{smaller}", Refunds.SMALLER);
        return json(caller.post("/refunds/list", MerchantClient.with(body, filled)));
    }

    private static JsonNode disputes(Caller caller, String query) {
        var disputed = Specimens.get("disputed");
        var other = Specimens.get("disputed too");
        var filled = query.replace("{payment}", text(disputed, "payment_id"));
        return names(
                items(caller.get("/disputes/list" + filled)),
                "payment_id",
                Map.of(text(disputed, "payment_id"), "one", text(other, "payment_id"), "two"));
    }

    private static JsonNode disputeList(Caller caller) {
        Specimens.get("disputed");
        Specimens.get("disputed too");
        return json(caller.get("/disputes/list?limit=1"));
    }

    private static JsonNode customerList(Caller caller) {
        for (var i = 0; i < 2; i++) {
            json(MERCHANT.post("/customers", "{}"));
        }
        return json(caller.get("/customers?limit=1"));
    }

    /** Whether a page begins with what follows the first of all. */
    private static JsonNode customersAfterFirst(Caller caller) {
        for (var i = 0; i < 2; i++) {
            json(MerchantClient.OTHER.post("/customers", "{}"));
        }
        var all = items(MerchantClient.OTHER.get("/customers?limit=2"));
        var first = text(all.path(0), "customer_id");
        var second = text(all.path(1), "customer_id");
        var query = "/customers?limit=1&starting_after=" + first;
        var page = items(caller.get(MerchantClient.OTHER, query));
        return names(page, "customer_id", Map.of(first, "first", second, "second"));
    }

    private static JsonNode linkList(Caller caller) {
        newLinks();
        return json(caller.get("/payment_link/list?limit=1"));
    }

    private static void newLinks() {
        for (var i = 0; i < 2; i++) {
            json(
                    MERCHANT.post(
                            "/payments",
                            "{\"amount\": 500, \"currency\": \"EUR\", \"payment_link\": true}"));
        }
    }

    /** Whether a page begins with what follows the first of all. */
    private static JsonNode linksAfterFirst(Caller caller) {
        newLinks();
        var all = items(MERCHANT.get("/payment_link/list?limit=2"));
        var first = text(all.path(0), "payment_link_id");
        var second = text(all.path(1), "payment_link_id");
        var query = "/payment_link/list?limit=1&starting_after=" + first;
        var page = items(caller.get(query));
        return names(page, "payment_link_id", Map.of(first, "first", second, "second"));
    }

    /** Those of a list. */
    static JsonNode items(ApiAnswer list) {
        return json(list).path("data");
    }

    static JsonNode names(JsonNode list, String id, Map<String, String> names) {
        var found = JsonNodeFactory.instance.arrayNode();
        list.forEach(one -> found.add(names.getOrDefault(text(one, id), "another")));
        return found;
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asString("");
    }
}
