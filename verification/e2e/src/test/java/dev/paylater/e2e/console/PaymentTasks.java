package dev.paylater.e2e.console;

import static dev.paylater.e2e.console.Scene.Form.to;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.ProviderLedger;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/** The tasks that begin on the page of one payment. */
final class PaymentTasks {

    private static final String LINES =
            """
            "order_details": [
              {"product_name": "Mug", "product_id": "mug", "quantity": 3, "amount": 1500},
              {"product_name": "Lamp", "quantity": 1, "amount": 5040}]
            """;

    private static final int SETTLED = 3;

    private final Shop shop;

    /** They take seconds to come to be: for those who settle one, and for who may not. */
    private final Queue<CompletableFuture<String>> unwanted = new ConcurrentLinkedQueue<>();

    PaymentTasks(Shop shop) {
        this.shop = shop;
        for (var i = 0; i < SETTLED; i++) {
            unwanted.add(shop.unwanted());
        }
    }

    Map<String, Supplier<Scene>> all() {
        return Map.ofEntries(
                entry("find a payment", this::find),
                entry("follow a payment", this::follow),
                entry("capture", this::capture),
                entry("cancel", this::cancel),
                entry("refund by amount", this::refund),
                entry("refund by lines", this::refundLines),
                entry("approve", () -> decide("Approve", "approved", "authorize 6540")),
                entry("reject", () -> decide("Reject", "rejected", "authorize 6540", "void 6540")),
                entry("ask the provider", this::sync),
                entry("send again", this::resend),
                entry("contact details", this::contact),
                entry("exchange", this::exchange),
                entry("settle", this::settle));
    }

    private Scene find() {
        var order = "order-" + UUID.randomUUID();
        var id = shop.pay("", "manual", "\"merchant_order_reference_id\": \"" + order + "\"");
        return Scene.looking(
                "/console/payments",
                person -> {
                    person.goesTo("Payments");
                    person.types("find", order);
                    person.clicksOn("search", "Show");
                    person.clicksOn("tbody", id);
                    assertThat(person.address()).isEqualTo(shop.page(id));
                    assertThat(person.awaits("Where the money is")).contains(order, "65.40 EUR");
                });
    }

    private Scene follow() {
        var id = shop.pay("", "manual");
        return Scene.at(
                shop.page(id),
                "[data-live]",
                person -> {
                    person.opens(shop.page(id));
                    person.awaits("Held, not captured");
                    shop.merchant().post("/payments/" + id + "/capture", "{}").expect(200);
                    person.awaits("Charged 65.40 EUR");
                });
    }

    /** An act that a page asks about first. */
    private Scene act(String id, String word, Scene.Deed deed) {
        return Scene.at(shop.page(id), "a[href$='/act/" + word + "']", deed)
                .behind(shop.page(id) + "/act/" + word)
                .sending(to(shop.page(id) + "/" + word, "amount", "12.50"))
                .changing(() -> shop.money(id));
    }

    private void begin(Person person, String id, String says) throws Exception {
        person.opens(shop.page(id));
        person.clicksOn(".head", says);
        person.types("reason", "asked on the phone");
    }

    private static void confirm(Person person, String says) throws Exception {
        person.clicksOn("form", says);
        person.awaits("The page shows the payment as it is now.");
    }

    private Scene capture() {
        var id = shop.pay("", "manual");
        return act(
                id,
                "capture",
                person -> {
                    begin(person, id, "Capture");
                    person.types("amount", "12.50");
                    confirm(person, "Capture");
                    shop.awaitLedger(id, "authorize 6540", "capture 1250", "void 5290");
                });
    }

    private Scene cancel() {
        var id = shop.pay("", "manual");
        return act(
                id,
                "cancel",
                person -> {
                    begin(person, id, "Cancel");
                    confirm(person, "Cancel");
                    shop.awaitLedger(id, "authorize 6540", "void 6540");
                });
    }

    private Scene refund() {
        var id = shop.pay("", "automatic");
        return act(
                id,
                "refund",
                person -> {
                    begin(person, id, "Refund");
                    person.types("amount", "5,00");
                    confirm(person, "Refund");
                    shop.awaitLedger(id, "authorize 6540", "capture 6540", "refund 500");
                });
    }

    /**
     * Administrators do not see what was ordered: to them lines without an amount are no refund.
     */
    private Scene refundLines() {
        var id = shop.pay("", "automatic", LINES);
        return Scene.at(
                        shop.page(id) + "/act/refund",
                        "#line0",
                        person -> {
                            begin(person, id, "Refund");
                            person.types("line0", "1");
                            confirm(person, "Refund");
                            shop.awaitLedger(id, "authorize 6540", "capture 6540", "refund 500");
                        })
                .sending(to(shop.page(id) + "/refund", "line0", "1").refusedWith(400, 403))
                .changing(() -> shop.money(id));
    }

    private Scene decide(String says, String decision, String... entries) {
        var id = shop.pay("review", "manual");
        return act(
                id,
                says.toLowerCase(java.util.Locale.ROOT),
                person -> {
                    begin(person, id, says);
                    confirm(person, says);
                    assertThat(shop.merchant().payment(id).string("merchant_decision"))
                            .isEqualTo(decision);
                    shop.awaitLedger(id, entries);
                });
    }

    private Scene sync() {
        var id = shop.pay("", "manual");
        return act(
                id,
                "sync",
                person -> {
                    var before = ProviderLedger.questions(id);
                    begin(person, id, "Ask the provider");
                    confirm(person, "Ask the provider");
                    Shop.await(() -> ProviderLedger.questions(id) > before);
                });
    }

    private Scene resend() {
        var id = shop.pay("", "manual");
        Shop.await(() -> !shop.arrived(shop.id(), id).isEmpty());
        var delivery =
                shop.merchant()
                        .get(
                                "/webhook_deliveries?limit=1&payment_id=%s&endpoint_id=%s"
                                        .formatted(id, shop.endpointId()))
                        .expect(200)
                        .json()
                        .at("/data/0/id")
                        .asString();
        var way = "form[action$='/deliveries/" + delivery + "/resend']";
        return Scene.at(
                        shop.page(id),
                        way,
                        person -> {
                            person.opens(shop.page(id));
                            var before = shop.arrived(shop.id(), id).size();
                            person.clicks(way + " button");
                            person.awaits("The page shows the payment as it is now.");
                            Shop.await(() -> shop.arrived(shop.id(), id).size() > before);
                        })
                .sending(to(shop.page(id) + "/deliveries/" + delivery + "/resend"))
                .changing(() -> shop.audited("resendDelivery", delivery));
    }

    private Scene contact() {
        var id = shop.pay("", "manual");
        return Scene.at(
                        shop.page(id),
                        "form[action$='/contact']",
                        person -> {
                            person.opens(shop.page(id));
                            assertThat(person.reads()).doesNotContain("ada@example.com");
                            person.types("reason", "the parcel came back");
                            person.clicksOn("form", "Open contact details");
                            assertThat(person.awaits("ada@example.com")).contains("Main St 1");
                            var line = shop.audited("openContactDetails", id).getFirst();
                            assertThat(line.at("/after/reason").asString())
                                    .isEqualTo("the parcel came back");
                        })
                .sending(to(shop.page(id) + "/contact"))
                .changing(() -> shop.audited("openContactDetails", id));
    }

    private Scene exchange() {
        var id = shop.pay("declined", "manual");
        var exchanges = "/admin/payments/" + shop.id() + "/" + id + "/exchanges?reason=test";
        var found =
                MerchantClient.await(
                        () -> MerchantClient.inspect(exchanges),
                        Shop.SOON,
                        answer -> answer.json().at("/data/0/exchange_id").isString());
        var page =
                shop.page(id) + "/exchanges/" + found.json().at("/data/0/exchange_id").asString();
        return Scene.at(
                        shop.page(id),
                        "a[href*='/exchanges/']",
                        person -> {
                            person.opens(shop.page(id));
                            person.clicks("a[href*='/exchanges/']");
                            person.types("reason", "why was she declined");
                            person.clicksOn("form", "Open exchange");
                            assertThat(person.awaits("Answered by the provider"))
                                    .contains("POST http", "merchant_reference", id);
                            assertThat(shop.audited("openExchanges", id).toString())
                                    .contains("why was she declined");
                        })
                .behind(page)
                .sending(to(page))
                .changing(() -> shop.audited("openExchanges", id).size());
    }

    private Scene settle() {
        var id = Objects.requireNonNull(unwanted.poll()).join();
        var attempt = id + "_1";
        return Scene.at(
                        shop.page(id),
                        "a[href*='/unwanted_money/']",
                        person -> {
                            person.opens("/console");
                            person.clicksOn("[aria-labelledby=unwanted_money]", id);
                            person.clicks("a[href*='/unwanted_money/']");
                            person.types("reason", "given back in the portal");
                            person.clicksOn("form", "Settle");
                            person.awaits("The page shows the payment as it is now.");
                            assertThat(shop.hasUnwanted(id)).isFalse();
                            assertThat(person.sees("#unwanted")).isFalse();
                        })
                .behind(shop.page(id) + "/unwanted_money/" + attempt)
                .sending(
                        to(
                                shop.page(id) + "/unwanted_money/settle",
                                "attempt_id",
                                attempt,
                                "amount",
                                "6540"))
                .changing(() -> shop.hasUnwanted(id));
    }
}
