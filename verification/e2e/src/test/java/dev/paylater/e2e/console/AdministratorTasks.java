package dev.paylater.e2e.console;

import static dev.paylater.e2e.console.Scene.Form.to;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.NoiseProducer;
import dev.paylater.e2e.StoredDocuments;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.bson.Document;

/** What only administrators have: what is wrong now, who did what, and the configuration. */
final class AdministratorTasks {

    private static final String TOPIC = "payments.commands";
    private static final String LETTERS = "/console/dead_letters/" + TOPIC + ".dlt/";

    private final Shop shop;

    AdministratorTasks(Shop shop) {
        this.shop = shop;
    }

    Map<String, Supplier<Scene>> all() {
        return Map.ofEntries(
                entry("attention", this::attention),
                entry("dead letters", this::deadLetters),
                entry("audit log", this::auditLog),
                entry("reconciliation", this::reconciliation),
                entry("services", this::services),
                entry("connectors", this::connectors),
                entry("accounts", this::accounts),
                entry("verify", this::verify),
                entry("try a routing", this::tryRouting),
                entry("change a routing", this::changeRouting),
                entry("keys", this::keys),
                entry("issue a key", this::issue),
                entry("rotate a key", () -> ended("Rotate")),
                entry("revoke a key", () -> ended("Revoke")));
    }

    /** The console redirects a person who may not see this page to their own first page. */
    private Scene attention() {
        var dispute = shop.disputed();
        var id = shop.merchant().get("/disputes/" + dispute).expect(200).string("payment_id");
        return Scene.at(
                Scene.ANYWHERE,
                "nav a[href='/console']",
                person -> {
                    person.goesTo("Attention");
                    person.clicksOn("[aria-labelledby=dispute]", id);
                    assertThat(person.address()).isEqualTo(shop.page(id));
                });
    }

    /** A letter of noise, which comes back when it is replayed. */
    private Scene deadLetters() {
        var key = shop.id() + "/pay_" + UUID.randomUUID();
        var letter =
                new ProducerRecord<>(
                        TOPIC + ".dlt", null, key.getBytes(UTF_8), "noise".getBytes(UTF_8));
        letter.headers().add("message-id", key.getBytes(UTF_8));
        letter.headers().add("dlt-original-topic", TOPIC.getBytes(UTF_8));
        letter.headers().add("dlt-reason", ("of the test " + key).getBytes(UTF_8));
        int partition;
        long offset;
        try (var producer = new NoiseProducer()) {
            var sent = producer.send(letter).get();
            partition = sent.partition();
            offset = sent.offset();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        var page = LETTERS + partition;
        var about = "a[href='" + shop.page(key.substring(key.indexOf('/') + 1)) + "']";
        return Scene.looking(
                        "/console/dead_letters",
                        person -> {
                            person.goesTo("Dead letters");
                            person.clicks("a[href^='" + page + "?from=']");
                            while (!person.sees(about)) {
                                person.clicksOn("main", "Newer letters");
                            }
                            person.clicksOn("tbody", "Replay letter " + offset);
                            person.types("reason", "by the test");
                            person.clicksOn("form", "Replay");
                            person.awaits("Put back: 1.");
                            Shop.await(() -> count(key) == 2);
                        })
                .behind("/console/dead_letters", page, page + "/replay?offset=" + offset)
                .sending(to(page + "/replay", "offset", String.valueOf(offset)))
                .changing(() -> count(key));
    }

    private static long count(String key) {
        return Letters.of(TOPIC + ".dlt").filter(key::equals).count();
    }

    private Scene auditLog() {
        return Scene.looking(
                "/console/audit_log",
                person -> {
                    person.goesTo("Audit log");
                    person.types("merchant_id", shop.id());
                    person.types("action", "createMerchant");
                    person.types("from", "2026-01-01");
                    person.clicksOn("search", "Show");
                    assertThat(person.awaits("createMerchant")).contains("Done 200", shop.id());
                    person.types("to", "2026-01-01 10:00");
                    person.clicksOn("search", "Show");
                    person.awaits("No line found");
                });
    }

    private Scene reconciliation() {
        var at = Instant.now();
        try (var store = new StoredDocuments()) {
            store.database()
                    .getCollection("reconciliations")
                    .insertOne(
                            new Document("_id", at + " " + shop.id() + "/")
                                    .append("at", Date.from(at))
                                    .append("merchant_id", shop.id())
                                    .append("merchant_connector_id", shop.accountId())
                                    .append("payments", 7L)
                                    .append("count", 0L)
                                    .append("differences", List.of()));
        }
        return looks("Reconciliation", "/console/reconciliations", shop.accountId());
    }

    private Scene services() {
        return looks("Services", "/console/services", "orchestrator");
    }

    private static Scene looks(String name, String address, String shown) {
        return Scene.looking(
                address,
                person -> {
                    person.goesTo(name);
                    person.awaits(shown);
                });
    }

    private Scene connectors() {
        return Scene.looking(
                "/console/connectors",
                person -> {
                    person.goesTo("Connectors");
                    person.types("merchant_id", shop.id());
                    person.clicksOn("main", "Show");
                    person.awaits("Attempts a day");
                });
    }

    private String accountsPage() {
        return "/console/merchants/" + shop.id() + "/accounts";
    }

    private Scene accounts() {
        return Scene.looking(
                        "/console/merchants",
                        person -> {
                            person.goesTo("Merchants");
                            person.clicksOn("tbody", shop.id());
                            assertThat(person.awaits(shop.accountId()))
                                    .contains("Enabled", "sandbox")
                                    .doesNotContain("sandbox_" + shop.id());
                        })
                .behind("/console/merchants", accountsPage());
    }

    private Scene verify() {
        return Scene.at(
                        accountsPage(),
                        "form[action$='/verify']",
                        person -> {
                            person.opens(accountsPage());
                            person.clicksOn("tbody", "Verify " + shop.accountId());
                            person.awaits("Verified: " + shop.accountId());
                            assertThat(person.reads()).contains("Accepted");
                        })
                .sending(to(accountsPage() + "/" + shop.accountId() + "/verify"));
    }

    private Scene tryRouting() {
        return Scene.looking(
                "/console/routing",
                person -> {
                    person.goesTo("Routing");
                    if (!person.actor().isMerchant()) {
                        person.types("merchant_id", shop.id());
                        person.clicksOn("main", "Show");
                    }
                    person.types("amount", "65.40");
                    person.types("currency", "EUR");
                    person.types("country", "DE");
                    person.clicksOn("main", "Try");
                    assertThat(person.awaits("is tried when no call")).contains(shop.accountId());
                });
    }

    private Scene changeRouting() {
        var profile = shop.newProfile();
        var page = "/console/merchants/" + shop.id() + "/profiles/" + profile + "/routing";
        return Scene.at(
                        "/console/routing?merchant_id=" + shop.id(),
                        "a[href='" + page + "']",
                        person -> {
                            person.opens("/console/routing?merchant_id=" + shop.id());
                            person.clicksOn("tbody", "Change " + profile);
                            var kind = person.actor() == Actor.OWNER ? "single" : "priority";
                            person.chooses("kind", kind);
                            person.chooses("target1", "sandbox");
                            person.types("reason", "by the test");
                            person.clicksOn("form", "Change");
                            person.awaits("Rules of the profiles");
                            assertThat(shop.routing(profile)).contains(kind, "sandbox");
                        })
                .behind(page)
                .sending(to(page, "kind", "single", "target1", "sandbox"))
                .changing(() -> shop.routing(profile));
    }

    private String keysPage() {
        return "/console/keys?merchant_id=" + shop.id();
    }

    private Scene keys() {
        var id = shop.newKey().string("key_id");
        return Scene.looking(
                        "/console/keys",
                        person -> {
                            person.goesTo("Keys");
                            person.types("merchant_id", shop.id());
                            person.clicksOn("main", "Show");
                            person.awaits(id);
                        })
                .behind("/console/keys", keysPage());
    }

    private Scene issue() {
        return Scene.at(
                        keysPage(),
                        "#issue",
                        person -> {
                            person.opens(keysPage());
                            person.types("name", "Reports");
                            person.ticks("scope.payments.read");
                            person.types("reason", "for the reports");
                            person.clicksOn("form", "Issue");
                            var clerk = new MerchantClient(shown(person));
                            clerk.get("/payments/list?limit=1").expect(200);
                            clerk.post("/payments", "{\"amount\": 1, \"currency\": \"EUR\"}")
                                    .expect(403);
                        })
                .sending(
                        to(
                                "/console/merchants/" + shop.id() + "/keys",
                                "kind",
                                "secret",
                                "name",
                                "Forged"))
                .changing(() -> shop.keysWith("Forged"));
    }

    private static String shown(Person person) throws Exception {
        person.awaits("The new key, shown this once");
        return person.browser()
                .evaluate("document.querySelector('.calm .id').textContent")
                .asString();
    }

    private Scene ended(String says) {
        var key = shop.newKey();
        var id = key.string("key_id");
        var old = new MerchantClient(key.string("api_key"));
        var word = says.toLowerCase(java.util.Locale.ROOT);
        var path = "/console/merchants/" + shop.id() + "/keys/" + id;
        return Scene.at(
                        keysPage(),
                        "a[href='" + path + "/act/" + word + "']",
                        person -> {
                            person.opens(keysPage());
                            person.clicksOn("tbody", says + " " + id);
                            person.types("reason", "it leaked");
                            person.clicksOn("form", says);
                            if (says.equals("Rotate")) {
                                new MerchantClient(shown(person))
                                        .get("/payments/list?limit=1")
                                        .expect(200);
                            } else {
                                person.awaits("Issue a key");
                                Shop.await(() -> old.get("/payments/list?limit=1").status() == 401);
                            }
                        })
                .behind(path + "/act/" + word)
                .sending(to(path + "/" + word))
                .changing(() -> shop.keysWith(id));
    }
}
