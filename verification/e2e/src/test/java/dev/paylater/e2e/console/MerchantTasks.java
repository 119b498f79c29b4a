package dev.paylater.e2e.console;

import static dev.paylater.e2e.console.Scene.Form.to;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.MerchantClient;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** What only merchants have: refunds, customers, disputes, mandates and links. */
final class MerchantTasks {

    private final Shop shop;

    MerchantTasks(Shop shop) {
        this.shop = shop;
    }

    Map<String, Supplier<Scene>> all() {
        return Map.ofEntries(
                entry("refunds", this::refunds),
                entry("customers", this::customers),
                entry("disputes", this::disputes),
                entry("accept a dispute", this::accept),
                entry("send evidence", this::challenge),
                entry("mandates", this::mandates),
                entry("revoke a mandate", this::revoke),
                entry("links", this::links),
                entry("deactivate a link", this::deactivate));
    }

    /** A list that has what was just made. */
    private static Scene list(String name, String address, String id) {
        return Scene.looking(
                address,
                person -> {
                    person.goesTo(name);
                    person.awaits(id);
                });
    }

    private Scene refunds() {
        var id = shop.pay("", "automatic");
        var refund =
                shop.merchant()
                        .post("/refunds", "{\"payment_id\": \"" + id + "\", \"amount\": 500}")
                        .expect(200);
        return list("Refunds", "/console/refunds", refund.string("refund_id"));
    }

    private Scene customers() {
        var id = "cus_" + UUID.randomUUID();
        shop.merchant().post("/customers", "{\"customer_id\": \"" + id + "\"}").expect(200);
        return list("Customers", "/console/customers", id);
    }

    private Scene disputes() {
        return list("Disputes", "/console/disputes", shop.disputed());
    }

    /** An act on a row of a list, which a page asks about first. */
    private static Scene act(String list, String id, String word, Scene.Deed deed) {
        var page = list + "/" + id + "/" + word;
        return Scene.at(list, "a[href='" + page + "']", deed).behind(page).sending(to(page));
    }

    private Scene accept() {
        var id = shop.disputed();
        return act(
                        "/console/disputes",
                        id,
                        "accept",
                        person -> {
                            person.opens("/console/disputes");
                            person.clicksOn("tbody", "Accept " + id);
                            person.types("reason", "she is right");
                            person.clicksOn("form", "Accept");
                            assertThat(person.address()).isEqualTo("/console/disputes");
                            Shop.await(() -> shop.disputeStatus(id).equals("dispute_accepted"));
                        })
                .changing(() -> shop.disputeStatus(id));
    }

    private Scene challenge() {
        var id = shop.disputed();
        return act(
                        "/console/disputes",
                        id,
                        "evidence",
                        person -> {
                            person.opens("/console/disputes");
                            person.clicksOn("tbody", "Send evidence " + id);
                            person.types("shipping_tracking_number", "JD0146");
                            person.types("reason", "it was delivered");
                            person.clicksOn("form", "Send evidence");
                            assertThat(person.address()).isEqualTo("/console/disputes");
                            Shop.await(() -> shop.disputeStatus(id).equals("dispute_challenged"));
                        })
                .changing(() -> shop.disputeStatus(id));
    }

    private Scene mandates() {
        return list("Mandates", "/console/mandates", shop.mandate());
    }

    private Scene revoke() {
        var id = shop.mandate();
        return act(
                        "/console/mandates",
                        id,
                        "revoke",
                        person -> {
                            person.opens("/console/mandates");
                            person.clicksOn("tbody", "Revoke " + id);
                            person.types("reason", "the customer left");
                            person.clicksOn("form", "Revoke");
                            assertThat(person.address()).isEqualTo("/console/mandates");
                            assertThat(shop.mandateStatus(id)).isEqualTo("revoked");
                        })
                .changing(() -> shop.mandateStatus(id));
    }

    private Scene links() {
        var id = shop.linked().json().at("/payment_link/payment_link_id").asString();
        return list("Links", "/console/links", id);
    }

    private Scene deactivate() {
        var link = shop.linked().json().path("payment_link");
        var id = link.path("payment_link_id").asString();
        var address = link.path("link").asString();
        return act(
                        "/console/links",
                        id,
                        "deactivate",
                        person -> {
                            person.opens("/console/links");
                            person.clicksOn("tbody", "Deactivate " + id);
                            person.types("reason", "sold out");
                            person.clicksOn("form", "Deactivate");
                            assertThat(person.address()).isEqualTo("/console/links");
                            assertThat(isPayable(address)).isFalse();
                        })
                .changing(() -> isPayable(address));
    }

    private static boolean isPayable(String link) {
        return !MerchantClient.NOBODY.get(link).text().contains("This link has expired");
    }
}
