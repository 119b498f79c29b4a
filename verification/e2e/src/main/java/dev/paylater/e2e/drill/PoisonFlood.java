package dev.paylater.e2e.drill;

import dev.paylater.e2e.NoiseProducer;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Records of noise on every topic that moves payments. */
final class PoisonFlood implements Hindrance {

    private static final List<String> TOPICS =
            List.of("payments.commands", "refunds.commands", "connectors.sandbox");
    private static final int A_SECOND = 400;
    private static final int LONGEST = 300;

    @Override
    public String name() {
        return "poison";
    }

    @Override
    public String meaning() {
        return A_SECOND + " records of noise a second on " + String.join(", ", TOPICS);
    }

    @Override
    public void play(SteadyLoad load, Duration length) throws InterruptedException {
        var random = new SplittableRandom(43);
        try (var producer = new NoiseProducer()) {
            for (var second = 0; second < length.toSeconds(); second++) {
                for (var i = 0; i < A_SECOND; i++) {
                    var noise = new byte[1 + random.nextInt(LONGEST)];
                    random.nextBytes(noise);
                    var topic = TOPICS.get(i % TOPICS.size());
                    // Without a key: they reach every partition.
                    var _ = producer.send(new ProducerRecord<>(topic, noise));
                }
                Thread.sleep(Duration.ofSeconds(1));
            }
        }
    }
}
