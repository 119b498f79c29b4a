package dev.paylater.api.rotation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class ResealedTest {

    private static final Sealer OLD = Fixtures.sealer(1);
    private static final Sealer ROTATED = Fixtures.sealer(2, 1);
    private static final Sealer NEW = Fixtures.sealer(2);

    private static Resealed reseal(BsonDocument document, SealedCollection kind) {
        return Resealed.of(document, kind, ROTATED);
    }

    @Test
    void a_payment_is_readable_without_the_old_key_afterwards_and_nothing_else_has_changed() {
        var payment = Fixtures.payment("p", OLD).toBsonDocument();
        var before = payment.clone();

        var resealed = reseal(payment, SealedCollection.PAYMENTS);

        assertThat(resealed.rewritten()).isEqualTo(3);
        assertThat(resealed.unreadable()).isZero();
        var terms = payment.getDocument("payment").getDocument("terms");
        assertThat(opened(terms.getString("ssn").getValue(), "ssn")).isEqualTo("111");
        var event = payment.getArray("journal").get(0).asDocument().getDocument("event");
        assertThat(
                        opened(
                                event.getDocument("d")
                                        .getDocument("terms")
                                        .getString("ssn")
                                        .getValue(),
                                "ssn"))
                .isEqualTo("111");
        var metadata =
                payment.getDocument("payment")
                        .getArray("captures")
                        .get(0)
                        .asDocument()
                        .getDocument("details")
                        .getString("metadata")
                        .getValue();
        assertThat(metadata).startsWith("{\"a\":1,\"ssn\":\"sealed:").endsWith("\"}");
        assertThat(opened(metadata.substring("{\"a\":1,\"ssn\":".length()), "metadata"))
                .isEqualTo("222");
        assertThat(withoutSealed(payment)).isEqualTo(withoutSealed(before));
        assertThat(payment.toJson()).hasSameSizeAs(before.toJson());
    }

    private static String opened(String json, String field) {
        var sealed = json.substring(1, json.indexOf('"', 1));
        return NEW.open(sealed, Fixtures.of("p", field));
    }

    private static String withoutSealed(BsonDocument document) {
        return document.toJson().replaceAll("sealed:[A-Za-z0-9_-]{30,}", "");
    }

    @Test
    void what_is_under_the_new_key_already_stays() {
        var payment = Fixtures.payment("p", NEW).toBsonDocument();
        var before = payment.clone();
        assertThat(reseal(payment, SealedCollection.PAYMENTS).rewritten()).isZero();
        assertThat(payment).isEqualTo(before);
    }

    @Test
    void an_account_and_a_refund_are_bound_to_themselves_and_to_the_payment() {
        var account =
                new Document("_id", "mca")
                        .append("merchant_id", "m")
                        .append(
                                "credentials",
                                OLD.seal("{}", new SealedPlace("m", "mca", "credentials")))
                        .append(
                                "webhook_secret",
                                OLD.seal("s", new SealedPlace("m", "mca", "webhook_secret")))
                        .toBsonDocument();
        assertThat(reseal(account, SealedCollection.ACCOUNTS).rewritten()).isEqualTo(2);
        assertThat(
                        NEW.open(
                                account.getString("webhook_secret").getValue(),
                                new SealedPlace("m", "mca", "webhook_secret")))
                .isEqualTo("s");
        var refund =
                new Document("_id", "m/r")
                        .append("merchant_id", "m")
                        .append("payment_id", "p")
                        .append(
                                "details",
                                new Document(
                                        "split_refunds",
                                        '"'
                                                + OLD.seal("{}", Fixtures.of("p", "split_refunds"))
                                                + '"'))
                        .toBsonDocument();
        assertThat(reseal(refund, SealedCollection.REFUNDS).rewritten()).isEqualTo(1);
    }

    @Test
    void an_exchange_with_a_provider_is_bound_to_its_payment_and_sealed_as_a_whole() {
        var exchange =
                new Document("_id", "e")
                        .append("merchant_id", "m")
                        .append("payment_id", "p")
                        .append("result", "declined")
                        .append("exchange", OLD.seal("{}", Fixtures.of("p", "exchange")))
                        .toBsonDocument();
        assertThat(reseal(exchange, SealedCollection.EXCHANGES).rewritten()).isEqualTo(1);
        assertThat(
                        NEW.open(
                                exchange.getString("exchange").getValue(),
                                Fixtures.of("p", "exchange")))
                .isEqualTo("{}");
    }

    @Test
    void a_text_that_does_not_open_is_counted_and_left_as_it_is() {
        var moved = Fixtures.payment("p", OLD);
        moved.get("payment", Document.class).append("payment_id", "other");
        var payment = moved.toBsonDocument();
        var before = payment.clone();
        var resealed = reseal(payment, SealedCollection.PAYMENTS);
        assertThat(resealed.rewritten()).isZero();
        assertThat(resealed.unreadable()).isEqualTo(3);
        assertThat(payment).isEqualTo(before);
    }
}
