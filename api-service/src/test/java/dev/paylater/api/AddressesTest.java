package dev.paylater.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.paylater.api.json.Json;
import dev.paylater.kit.security.CustomerAddresses;
import dev.paylater.schemas.ConfirmPayment;
import dev.paylater.schemas.UpdatePayment;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of address at every place where one is given. */
class AddressesTest {

    private static final RunningApi API = RunningApi.shared();
    private static final String ACCOUNTS = "/admin/merchants/merchant_sandbox/connector_accounts";
    private static final String PROFILES = "/admin/merchants/merchant_sandbox/profiles";

    private static final Map<String, String> TAKEN =
            Map.of(
                    "http://127.0.0.1:9/plain?a=b",
                    "http://127.0.0.1:9/plain?a=b",
                    "http://127.0.0.1:9/شكرا?x=ü",
                    "http://127.0.0.1:9/%D8%B4%D9%83%D8%B1%D8%A7?x=%C3%BC",
                    "https://münchen.example/дякую/🛒",
                    "https://xn--mnchen-3ya.example/"
                            + "%D0%B4%D1%8F%D0%BA%D1%83%D1%8E/%F0%9F%9B%92",
                    "https://shop.example:65535/a|b[c]",
                    "https://shop.example:65535/a%7Cb%5Bc%5D");

    private static final List<String> REFUSED =
            List.of(
                    "",
                    "shop.example",
                    "ftp://shop.example/",
                    "https://",
                    "https://user@shop.example/",
                    "https://shop.example:0/",
                    "https://shop.example:99999/",
                    "https://shop.example/a b",
                    "https://shop.example/%zz",
                    "https://shop.example\\evil",
                    "https://shop_1.example/",
                    "https://shop.example/" + "ü".repeat(400));

    enum Place {
        RETURN_URL_ON_CREATE("return_url") {
            @Override
            RunningApi.Reply give(String url) {
                return API.post(
                        "/payments",
                        "{\"amount\": 1, \"currency\": \"EUR\", \"return_url\": " + url + "}");
            }
        },
        RETURN_URL_ON_UPDATE("return_url") {
            @Override
            RunningApi.Reply give(String url) {
                return API.post("/payments/" + payment(), "{\"return_url\": " + url + "}");
            }
        },
        RETURN_URL_ON_CONFIRM("return_url") {
            @Override
            RunningApi.Reply give(String url) {
                return API.post(
                        "/payments/" + payment() + "/confirm", "{\"return_url\": " + url + "}");
            }
        },
        RETURN_URL_BY_BROWSER("return_url") {
            @Override
            RunningApi.Reply give(String url) {
                var payment = API.create("");
                return API.postAs(
                        RunningApi.PUBLISHABLE,
                        "/payments/" + payment.path("payment_id").asString() + "/confirm",
                        "{\"client_secret\": "
                                + payment.path("client_secret")
                                + ", \"return_url\": "
                                + url
                                + "}");
            }
        },
        ENDPOINT("url") {
            @Override
            RunningApi.Reply give(String url) {
                return API.post("/webhook_endpoints", "{\"url\": " + url + "}");
            }
        },
        PROFILE("webhook_url") {
            @Override
            RunningApi.Reply give(String url) {
                return API.administer(PROFILES, "{\"webhook_url\": " + url + "}");
            }
        },
        ACCOUNT("base_url") {
            @Override
            RunningApi.Reply give(String url) {
                return API.administer(
                        ACCOUNTS,
                        "{\"connector\": \"sandbox\", \"credentials\": {\"api_key\": \"k\"},"
                                + " \"enabled\": false, \"base_url\": "
                                + url
                                + "}");
            }
        };

        final String field;

        Place(String field) {
            this.field = field;
        }

        abstract RunningApi.Reply give(String url);
    }

    static Stream<Arguments> taken() {
        return Stream.of(Place.values())
                .flatMap(
                        place ->
                                TAKEN.entrySet().stream()
                                        .map(
                                                url ->
                                                        Arguments.of(
                                                                place,
                                                                url.getKey(),
                                                                url.getValue())));
    }

    static Stream<Arguments> refused() {
        return Stream.of(Place.values())
                .flatMap(place -> REFUSED.stream().map(url -> Arguments.of(place, url)));
    }

    @ParameterizedTest
    @MethodSource("taken")
    void an_address_is_kept_in_ascii(Place place, String given, String kept) {
        var answer = place.give(Json.text(given));
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        switch (place) {
            case RETURN_URL_ON_UPDATE ->
                    assertThat(API.orchestrator.received(UpdatePayment.class).getLast().getTerms())
                            .containsEntry("return_url", Json.text(kept));
            case RETURN_URL_ON_CONFIRM, RETURN_URL_BY_BROWSER ->
                    assertThat(API.orchestrator.received(ConfirmPayment.class).getLast().getTerms())
                            .containsEntry("return_url", Json.text(kept));
            case RETURN_URL_ON_CREATE, ENDPOINT, PROFILE, ACCOUNT ->
                    assertThat(answer.json().path(place.field).asString()).isEqualTo(kept);
        }
        if (place == Place.ENDPOINT) {
            API.send(
                    API.request("/webhook_endpoints/" + answer.json().path("id").asString())
                            .header("api-key", RunningApi.SECRET)
                            .DELETE());
        }
    }

    @ParameterizedTest
    @MethodSource("refused")
    void an_address_that_cannot_be_called_is_refused_when_it_is_given(Place place, String given) {
        var answer = place.give(Json.text(given));
        assertThat(answer.status()).as(answer.body()).isEqualTo(422);
        assertThat(answer.code()).isEqualTo("IR_05");
        assertThat(answer.json().at("/error/param").asString()).isEqualTo(place.field);
    }

    @Test
    void a_customer_who_has_paid_is_sent_to_an_address_of_any_language() {
        for (var url : TAKEN.entrySet()) {
            var id =
                    API.create(", \"return_url\": " + Json.text(url.getKey()))
                            .path("payment_id")
                            .asString();
            var answer = API.get(wayOut(id));
            assertThat(answer.status()).isEqualTo(302);
            assertThat(answer.header("location")).startsWith(url.getValue());
        }
    }

    @Test
    void an_address_that_was_stored_before_is_followed_in_ascii_or_not_at_all() {
        var id = API.create("").path("payment_id").asString();
        store(id, "\"https://shop.example/ü\"");
        assertThat(API.get(wayOut(id)).header("location"))
                .startsWith("https://shop.example/%C3%BC?payment_id=");
        store(id, "\"https://shop.example:99999/\"");
        var outcome = API.get(wayOut(id));
        assertThat(outcome.header("location")).isEmpty();
        assertThat(outcome.header("content-type")).startsWith("text/html");
    }

    private static void store(String id, String returnUrl) {
        API.bean(MongoDatabase.class)
                .getCollection("payments")
                .updateOne(
                        new Document("_id", "merchant_sandbox/" + id),
                        new Document("$set", new Document("payment.terms.return_url", returnUrl)));
    }

    private static String wayOut(String id) {
        var address = API.bean(CustomerAddresses.class).wayOut(id, "merchant_sandbox", "none");
        return address.substring(address.indexOf("/payments/"));
    }

    private static String payment() {
        return API.create("").path("payment_id").asString();
    }
}
