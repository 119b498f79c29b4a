package dev.paylater.e2e.console;

import static dev.paylater.e2e.console.Scene.Form.to;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.e2e.StoredDocuments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** The list of payments, and sessions. */
final class ListTasks {

    private static final String LIST = "/console/payments";
    private static final int MORE_THAN_A_PAGE = 103;

    private final Shop shop;

    ListTasks(Shop shop) {
        this.shop = shop;
    }

    Map<String, Supplier<Scene>> all() {
        return Map.ofEntries(
                entry("list with filters", this::list),
                entry("saved filter", this::save),
                entry("csv", this::csv),
                entry("own sessions", this::ownSession),
                entry("sessions of others", this::othersSession),
                entry("sign in and out", this::signOut));
    }

    private void narrow(Person person, String status) throws Exception {
        person.goesTo("Payments");
        if (!person.actor().isMerchant()) {
            person.types("merchant_id", shop.id());
        }
        person.chooses("status", status);
    }

    private static String rows(Person person) throws Exception {
        return person.browser()
                .evaluate("String(document.querySelectorAll('tbody tr').length)")
                .asString();
    }

    /** So many on a day long ago, of their own, that there are two pages of them. */
    private Scene list() {
        var id = shop.pay("", "manual");
        var customer = "cus_" + UUID.randomUUID();
        return Scene.looking(
                LIST,
                person -> {
                    var day = "2026-01-1" + List.of(Actor.values()).indexOf(person.actor());
                    try (var store = new StoredDocuments()) {
                        store.multiply(
                                id,
                                customer,
                                MORE_THAN_A_PAGE,
                                i -> Instant.parse(day + "T10:00:00Z").plusSeconds(i));
                        narrow(person, "requires_capture");
                        person.types("created.gte", day);
                        person.types("created.lte", day + " 10:30");
                        person.clicksOn("search", "Show");
                        assertThat(rows(person)).isEqualTo("100");
                        person.clicksOn("main", "Older payments");
                        assertThat(rows(person)).isEqualTo("3");
                        assertThat(person.sees("[rel=next]")).isFalse();
                        person.types("created.gte", "last week");
                        person.clicksOn("search", "Show");
                        person.awaits("must be a day or a time in UTC");
                        assertThat(person.sees("[id='created.gte'][aria-invalid]")).isTrue();
                    } finally {
                        try (var store = new StoredDocuments()) {
                            store.remove(customer);
                        }
                    }
                });
    }

    private Scene save() {
        var name = "Failed " + UUID.randomUUID().toString().substring(0, 8);
        return Scene.looking(
                        LIST,
                        person -> {
                            narrow(person, "failed");
                            person.types("created.gte", "2026-01-31");
                            person.clicksOn("search", "Show");
                            var filtered = person.address();
                            person.types("name", name);
                            person.clicksOn(".save", "Save");
                            person.goesTo("Payments");
                            person.clicksOn(".saved", name);
                            assertThat(filtered).contains("created.gte=2026-01-31");
                            assertThat(person.address()).contains("created.gte=2026-01-31");
                            assertThat(person.sees("[name=status] [value=failed]:checked"))
                                    .isTrue();
                            person.clicksOn(".saved", "Remove " + name);
                            assertThat(person.reads()).doesNotContain(name);
                        })
                .sending(
                        to(LIST.replace("payments", "payment_filters"), "name", name),
                        to(LIST.replace("payments", "payment_filters/remove"), "name", name));
    }

    private Scene csv() {
        var order = "order-" + UUID.randomUUID();
        var id = shop.pay("", "manual", "\"merchant_order_reference_id\": \"" + order + "\"");
        return Scene.looking(
                LIST,
                person -> {
                    person.opens(LIST);
                    person.types("find", order);
                    person.clicksOn("search", "Show");
                    var file = person.downloads().resolve("payments.csv");
                    person.browser().click("a[href*='payments.csv']");
                    Shop.await(() -> read(file).contains(id));
                    assertThat(read(file)).startsWith("payment_id,").contains(",65.40,EUR,");
                    Files.delete(file);
                });
    }

    /** The text of the file that the browser has downloaded; empty before that. */
    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String end(Shop.Session session) {
        return "/console/sessions/" + session.id() + "/end";
    }

    private static Scene.Deed ends(Shop.Session session) {
        return person -> {
            person.opens("/console/sessions");
            assertThat(session.goesOn()).isTrue();
            person.clicks("form[action='" + end(session) + "'] button");
            assertThat(session.goesOn()).isFalse();
            assertThat(person.sees("form[action='" + end(session) + "']")).isFalse();
        };
    }

    private Scene ownSession() {
        return Scene.at(
                "/console/sessions",
                "form[action$='/end']",
                person -> ends(Shop.Session.begin(person.actor().signIn(shop))).by(person));
    }

    /** To whom it is not theirs it is as if there were none. */
    private Scene othersSession() {
        var session = Shop.Session.begin("role=read_only");
        return Scene.at("/console/sessions", "form[action='" + end(session) + "']", ends(session))
                .sending(to(end(session)).refusedWith(404))
                .changing(session::goesOn);
    }

    private Scene signOut() {
        return Scene.at(
                "/console/sessions",
                "header .person",
                person -> {
                    person.opens("/console/sessions");
                    person.clicksOn("header", "Sign out");
                    assertThat(person.address()).isEqualTo("/console/sign_in");
                    person.opens("/console/payments?status=failed");
                    assertThat(person.address())
                            .isEqualTo(
                                    "/console/sign_in?next=%2Fconsole%2Fpayments%3Fstatus%3Dfailed");
                    person.signsIn();
                });
    }
}
