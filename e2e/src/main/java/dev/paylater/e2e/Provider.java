package dev.paylater.e2e;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The provider's side: the simulator's ledger, which nobody else can write. */
public final class Provider {

    public static final String BASE = "http://127.0.0.1:" + (8090 + Script.PORT_OFFSET);

    private static final Merchant ANYBODY = new Merchant("");

    private Provider() {}

    /** What the provider has accepted for a payment, in order. */
    public static JsonNode entriesOf(String paymentId) {
        return ANYBODY.get(BASE + "/simulator/ledger?merchant_reference=" + paymentId)
                .expect(200)
                .json()
                .path("entries");
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

    /** Does at the provider's page what a customer would; returns where they are sent. */
    public static Answer decide(String pageUrl, String decision) {
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
}
