package dev.paylater.e2e;

import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The samples of readers of events: each sees a payment and its refund come to their ends. */
@ExtendWith(RunningStack.class)
class EventSamplesTest {

    private static final Map<String, String> WHERE =
            Map.of(
                    "KAFKA",
                    "127.0.0.1:" + (9092 + Script.PORT_OFFSET),
                    "REGISTRY",
                    "http://127.0.0.1:%d/apis/ccompat/v7".formatted(8085 + Script.PORT_OFFSET));

    @TempDir private Path folder;

    @Test
    void plain_java_reads_events() throws Exception {
        seesAll(Sample.java("events-java", "dev.paylater.samples.ReadEvents", folder, WHERE));
    }

    @Test
    void a_listener_of_spring_reads_events() throws Exception {
        seesAll(
                Sample.java(
                        "events-spring",
                        "dev.paylater.samples.spring.ListenToEvents",
                        folder,
                        WHERE));
    }

    @Test
    void node_reads_events() throws Exception {
        seesAll(Sample.node("events-node", "read.mjs", folder, WHERE));
    }

    private static void seesAll(Sample reader) throws Exception {
        try (reader) {
            var payment =
                    MerchantClient.SANDBOX.pay("", "automatic").expect(200).string("payment_id");
            var refund =
                    MerchantClient.SANDBOX
                            .post(
                                    "/refunds",
                                    "{\"payment_id\": \"%s\", \"amount\": 540}".formatted(payment))
                            .expect(200)
                            .string("refund_id");
            var huge =
                    MerchantClient.SANDBOX
                            .post(
                                    "/payments",
                                    "{\"amount\": 9007199254740993, \"currency\": \"EUR\"}")
                            .expect(200)
                            .string("payment_id");
            var subject = "merchant_sandbox/" + payment;
            reader.await("merchant_sandbox/" + huge + " #1 payment_created: ");
            reader.await(subject + " #1 payment_created: ");
            reader.await(Pattern.compile(subject + " #\\d+ authorization_approved: succeeded"));
            reader.await(
                    Pattern.compile(subject + "/" + refund + " #\\d+ refund_succeeded: succeeded"));
        }
    }
}
