package dev.paylater.benchmarks;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.document.PaymentRenderer;
import dev.paylater.api.document.PaymentView;
import dev.paylater.api.form.OpenApi;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.ClientSecrets;
import dev.paylater.api.key.EphemeralKeys;
import dev.paylater.api.key.PaymentLinks;
import dev.paylater.api.key.Pepper;
import dev.paylater.api.settings.ServiceUrls;
import dev.paylater.kit.security.CustomerAddresses;
import dev.paylater.kit.security.KeyRing;
import dev.paylater.kit.security.Sealer;
import java.nio.ByteBuffer;
import java.util.Base64;
import org.openjdk.jmh.annotations.Benchmark;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** A stored payment to the answer that a merchant gets. */
public class AnswerBenchmark extends MicroBenchmark {

    private static final KeyRing KEY =
            KeyRing.parse("a key", "1:" + Base64.getEncoder().encodeToString(new byte[32]));
    private static final Sealing SEALING = new Sealing(Sealer.of(KEY));
    private static final String PUBLIC_URL = "http://127.0.0.1:8080";

    private final PaymentRenderer renderer = renderer();
    private final ByteBuffer stored =
            dev.paylater.orchestrator.mongo.PaymentDocument.reply(Samples.succeeded());
    private final PaymentDocument document = PaymentDocument.read(stored.duplicate());

    private static PaymentRenderer renderer() {
        var pepper = new Pepper(KEY);
        var addresses = new ServiceUrls(PUBLIC_URL, PUBLIC_URL, "1");
        try (var context = new AnnotationConfigApplicationContext()) {
            context.registerBean(OpenApi.class);
            context.registerBean(Sealing.class, () -> SEALING);
            context.registerBean(ClientSecrets.class, () -> new ClientSecrets(pepper));
            context.registerBean(EphemeralKeys.class, () -> new EphemeralKeys(pepper));
            context.registerBean(PaymentLinks.class, () -> new PaymentLinks(pepper, addresses));
            context.registerBean(
                    CustomerAddresses.class, () -> new CustomerAddresses(PUBLIC_URL, KEY));
            context.scan("dev.paylater.api.document");
            context.refresh();
            return context.getBean(PaymentRenderer.class);
        }
    }

    @Benchmark
    public PaymentDocument read() {
        return PaymentDocument.read(stored.duplicate());
    }

    @Benchmark
    public byte[] render() {
        return Json.write(json -> renderer.write(PaymentView.plain(document, Samples.NOW), json));
    }
}
