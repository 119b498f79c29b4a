package dev.paylater.api.rotation;

import dev.paylater.kit.security.KeyRing;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.kit.security.Sealer;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.Document;

/** Sealers whose keys follow from their ids, and documents as the services store them. */
final class Fixtures {

    private Fixtures() {}

    /** The first id is the one for new texts. */
    static Sealer sealer(int... ids) {
        return Sealer.of(
                KeyRing.parse(
                        "PAYLATER_ENCRYPTION_KEY",
                        IntStream.of(ids)
                                .mapToObj(id -> id + ":" + secret(id))
                                .collect(Collectors.joining(","))));
    }

    private static String secret(int id) {
        var bytes = new byte[32];
        bytes[7] = (byte) id;
        return Base64.getEncoder().encodeToString(bytes);
    }

    static SealedPlace of(String paymentId, String field) {
        return new SealedPlace("m", paymentId, field);
    }

    /** With its social security number in its terms, its journal and a capture's metadata. */
    static Document payment(String paymentId, Sealer sealer) {
        var terms = terms(paymentId, sealer);
        var metadata =
                "{\"a\":1,\"ssn\":\"%s\"}".formatted(sealer.seal("222", of(paymentId, "metadata")));
        return new Document("_id", "m/" + paymentId)
                .append("version", 3L)
                .append("writer", "w:1")
                .append("sequence", 5L)
                .append(
                        "payment",
                        new Document("merchant_id", "m")
                                .append("payment_id", paymentId)
                                .append("terms", terms)
                                .append(
                                        "captures",
                                        List.of(
                                                new Document(
                                                        "details",
                                                        new Document("metadata", metadata)))))
                .append(
                        "journal",
                        List.of(
                                new Document("sequence", 1L)
                                        .append(
                                                "event",
                                                new Document("t", "payment_created")
                                                        .append(
                                                                "d",
                                                                new Document("terms", terms)))));
    }

    private static Document terms(String paymentId, Sealer sealer) {
        return new Document("ssn", '"' + sealer.seal("111", of(paymentId, "ssn")) + '"')
                .append("description", "\"sealed:AAAA\"")
                .append("email", "\"a@b.c\"");
    }
}
