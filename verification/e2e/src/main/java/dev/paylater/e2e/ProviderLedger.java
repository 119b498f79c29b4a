package dev.paylater.e2e;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The provider's side: the simulator's ledger, which nobody else can write. */
public final class ProviderLedger {

    public static final String BASE = "http://127.0.0.1:" + (8090 + Script.PORT_OFFSET);

    /** The account of merchant_sandbox, by whatever name a provider calls its credentials. */
    private static final String ACCOUNT = "sandbox_merchant_sandbox";

    private static final MerchantClient ANYBODY = new MerchantClient("");

    private ProviderLedger() {}

    /** What the provider has accepted for a payment, in order. */
    public static JsonNode entriesOf(String paymentId) {
        return ANYBODY.get(ledgerAddress(paymentId)).expect(200).json().path("entries");
    }

    public static String ledgerAddress(String paymentId) {
        return BASE + "/simulator/ledger?merchant_reference=" + paymentId;
    }

    /** What the provider has accepted for a payment, in order, as "operation amount". */
    public static List<String> ledgerOf(String paymentId) {
        var entries = entriesOf(paymentId);
        var operations = new ArrayList<String>();
        entries.forEach(
                entry ->
                        operations.add(
                                entry.path("operation").asString("")
                                        + " "
                                        + entry.path("amount").asLong()));
        return operations;
    }

    /** Every request that the provider got for a payment, in order, as "METHOD path". */
    public static List<String> requestsOf(String paymentId) {
        var requests = new ArrayList<String>();
        ANYBODY.get(BASE + "/simulator/requests?merchant_reference=" + paymentId)
                .expect(200)
                .json()
                .path("requests")
                .forEach(
                        request ->
                                requests.add(
                                        request.path("method").asString("")
                                                + " "
                                                + request.path("path").asString("")));
        return requests;
    }

    /** Tells the simulator something, for example how to behave from now on. */
    public static ApiAnswer tell(String path, String body) {
        return ANYBODY.post(BASE + "/simulator" + path, body);
    }

    /** Does at the provider's page what a customer would; returns where they are sent. */
    public static ApiAnswer decide(String pageUrl, String decision) {
        return ANYBODY.get(withDecision(pageUrl, decision));
    }

    /** The address of the provider's page with its button pressed. */
    public static String withDecision(String pageUrl, String decision) {
        var separator = pageUrl.contains("?") ? "&" : "?";
        return pageUrl + separator + "decision=" + decision;
    }

    /** From now on, until its process ends; see the simulator's own interface. */
    public static void behave(String behaviour) {
        ANYBODY.post(BASE + "/simulator/behaviour", behaviour).expect(200);
    }

    public static void behaveWell() {
        ANYBODY.send(ANYBODY.request(BASE + "/simulator/behaviour").DELETE()).expect(200);
    }

    /** From now on every answer of this provider takes so much longer. */
    public static void slowDown(String connector, Duration latency) {
        ANYBODY.post(
                        BASE + "/simulator/behaviour",
                        "{\"connector\": \"%s\", \"latency_ms\": %d}"
                                .formatted(connector, latency.toMillis()))
                .expect(200);
    }

    public static void behaveNormally() {
        ANYBODY.send(ANYBODY.request(BASE + "/simulator/behaviour").DELETE()).expect(200);
    }

    /** How often the provider was asked about a payment, its pages not counted. */
    public static long questions(String paymentId) {
        return requestsOf(paymentId).stream().filter(request -> request.startsWith("GET ")).count();
    }

    /** The sandbox's own word on a dispute. */
    public static JsonNode dispute(String disputeId) {
        return ANYBODY.send(
                        ANYBODY.request(BASE + "/sandbox/v1/disputes/" + disputeId)
                                .header("Authorization", "Bearer " + ACCOUNT)
                                .GET())
                .expect(200)
                .json();
    }

    /** Mondu's own word on an order's invoices. */
    public static String monduInvoices(String order) {
        return ANYBODY.send(
                        ANYBODY.request(BASE + "/mondu/api/v1/orders/" + order + "/invoices")
                                .header("Api-Token", ACCOUNT)
                                .GET())
                .expect(200)
                .text();
    }

    /** Billie's own word on an order and its invoices. */
    public static String billieOrder(String order) {
        var api = BASE + "/billie/api/v2/";
        var token =
                ANYBODY.post(
                                api + "oauth/token",
                                """
                                {"grant_type": "client_credentials",
                                 "client_id": "%s", "client_secret": "%s"}
                                """
                                        .formatted(ACCOUNT, ACCOUNT))
                        .expect(200)
                        .string("access_token");
        return ANYBODY.send(
                        ANYBODY.request(api + "orders/" + order)
                                .header("Authorization", "Bearer " + token)
                                .GET())
                .expect(200)
                .text();
    }
}
