package dev.paylater.e2e.console;

import static dev.paylater.e2e.console.Scene.Form.to;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.ProviderLedger;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** What a merchant does to its endpoints for webhooks. */
final class WebhookTasks {

    private static final String HOME = "/console/webhooks";

    private final Shop shop;

    WebhookTasks(Shop shop) {
        this.shop = shop;
    }

    Map<String, Supplier<Scene>> all() {
        return Map.ofEntries(
                entry("add an endpoint", this::add),
                entry("test an endpoint", this::test),
                entry("switch an endpoint", this::disable),
                entry("new secret", this::newSecret),
                entry("delete an endpoint", this::delete),
                entry("send a delivery again", this::resend),
                entry("send all that failed again", this::resendFailed));
    }

    private static String newHook() {
        return "h" + UUID.randomUUID();
    }

    private Scene add() {
        var url = Shop.hook(newHook());
        return Scene.looking(
                        HOME,
                        person -> {
                            person.goesTo("Webhooks");
                            person.types("url", url);
                            person.types("events", "refund.succeeded");
                            person.clicksOn("form", "Add");
                            assertThat(person.awaits("whsec_")).contains(url);
                            assertThat(shop.hasEndpoint(url)).isTrue();
                        })
                .sending(to(HOME, "url", url))
                .changing(() -> shop.hasEndpoint(url));
    }

    /** An act on an endpoint of its own. */
    private Scene act(String endpoint, String way, String word, Scene.Deed deed) {
        var page = HOME + "/" + endpoint;
        return Scene.at(page, way, deed)
                .behind(page)
                .sending(to(page + "/" + word, "enabled", "false"))
                .changing(() -> shop.endpoint(endpoint));
    }

    private Scene test() {
        var hook = newHook();
        var endpoint = shop.newEndpoint(hook);
        return act(
                        endpoint,
                        "form[action$='/test']",
                        "test",
                        person -> {
                            person.opens(HOME);
                            person.clicksOn("tbody", Shop.hook(hook));
                            person.clicksOn("main", "Send a test");
                            Shop.await(() -> !shop.arrived(hook, "test").isEmpty());
                        })
                .changing(() -> shop.arrived(hook, "test").size());
    }

    private Scene disable() {
        var endpoint = shop.newEndpoint(newHook());
        return act(
                endpoint,
                "form[action$='/switch']",
                "switch",
                person -> {
                    person.opens(HOME + "/" + endpoint);
                    person.clicksOn("main", "Disable");
                    person.awaits("Enable");
                    assertThat(isEnabled(endpoint)).isFalse();
                    person.clicksOn("main", "Enable");
                    person.awaits("Disable");
                    assertThat(isEnabled(endpoint)).isTrue();
                });
    }

    private boolean isEnabled(String endpoint) {
        return shop.merchant()
                .get("/webhook_endpoints/" + endpoint)
                .expect(200)
                .json()
                .path("enabled")
                .asBoolean();
    }

    private void confirm(Person person, String endpoint, String says) throws Exception {
        person.opens(HOME + "/" + endpoint);
        person.clicksOn(".head", says);
        person.types("reason", "by the test");
        person.clicksOn("form", says);
    }

    /** Webhooks sent after this carry two signatures: by the new secret and by the old one. */
    private Scene newSecret() {
        var hook = newHook();
        var endpoint = shop.newEndpoint(hook);
        return asked(
                        endpoint,
                        "new_secret",
                        person -> {
                            confirm(person, endpoint, "New secret");
                            person.awaits("whsec_");
                            shop.merchant()
                                    .post("/webhook_endpoints/" + endpoint + "/test", "{}")
                                    .expect(200);
                            Shop.await(() -> !shop.arrived(hook, "test").isEmpty());
                            assertThat(
                                            shop.arrived(hook, "test")
                                                    .getFirst()
                                                    .at("/headers/webhook-signature")
                                                    .asString()
                                                    .split(" ", -1))
                                    .hasSize(2);
                        })
                .changing(() -> shop.audited("rotateWebhookSecret", endpoint).size());
    }

    private Scene asked(String endpoint, String word, Scene.Deed deed) {
        var page = HOME + "/" + endpoint;
        return act(endpoint, "a[href$='/act/" + word + "']", word, deed)
                .behind(page, page + "/act/" + word);
    }

    private Scene delete() {
        var endpoint = shop.newEndpoint(newHook());
        return asked(
                endpoint,
                "delete",
                person -> {
                    confirm(person, endpoint, "Delete");
                    person.awaits("Add an endpoint");
                    assertThat(shop.merchant().get("/webhook_endpoints/" + endpoint).status())
                            .isEqualTo(404);
                });
    }

    private Scene resend() {
        var hook = newHook();
        var endpoint = shop.newEndpoint(hook);
        var id = shop.pay("", "manual");
        Shop.await(() -> !shop.arrived(hook, id).isEmpty());
        var delivery =
                shop.merchant()
                        .get("/webhook_deliveries?limit=1&endpoint_id=" + endpoint)
                        .expect(200)
                        .json()
                        .at("/data/0/id")
                        .asString();
        return act(
                        endpoint,
                        "form[action$='/resend']",
                        "deliveries/" + delivery + "/resend",
                        person -> {
                            person.opens(HOME + "/" + endpoint);
                            var before = shop.arrived(hook, id).size();
                            person.clicks("form[action$='/resend'] button");
                            Shop.await(() -> shop.arrived(hook, id).size() > before);
                        })
                .changing(() -> shop.audited("resendWebhookDelivery", delivery).size());
    }

    /** One that answers 410 is given up, and disabled until somebody enables it again. */
    private Scene resendFailed() {
        var hook = newHook();
        var endpoint = shop.newEndpoint(hook);
        ProviderLedger.tell("/hooks", "{\"name\": \"%s\", \"status\": 410}".formatted(hook))
                .expect(200);
        var id = shop.pay("", "manual");
        Shop.await(() -> !isEnabled(endpoint));
        ProviderLedger.tell("/hooks", "{\"name\": \"%s\", \"status\": 200}".formatted(hook))
                .expect(200);
        shop.merchant().post("/webhook_endpoints/" + endpoint, "{\"enabled\": true}").expect(200);
        return asked(
                        endpoint,
                        "resend_failed",
                        person -> {
                            var before = shop.arrived(hook, id).size();
                            confirm(person, endpoint, "Send all that failed again");
                            person.awaits("Deliveries");
                            Shop.await(() -> shop.arrived(hook, id).size() > before);
                        })
                .changing(() -> shop.arrived(hook, id).size());
    }
}
