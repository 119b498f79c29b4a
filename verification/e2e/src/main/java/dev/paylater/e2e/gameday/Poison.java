package dev.paylater.e2e.gameday;

import dev.paylater.e2e.NoiseProducer;
import dev.paylater.e2e.Script;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Somebody writes what is no message to a topic of commands. */
final class Poison implements Trouble {

    private static final String TOPIC = "payments.commands";
    private static final String NOISE = "this is no message";

    @Override
    public String name() {
        return "poison";
    }

    @Override
    public String meaning() {
        return "a record of noise on " + TOPIC;
    }

    @Override
    public Alert alert() {
        return new Alert("PaylaterDeadLetter", Map.of("topic", TOPIC));
    }

    @Override
    public void begin() throws ExecutionException, InterruptedException {
        try (var producer = new NoiseProducer()) {
            var noise = NOISE.getBytes(StandardCharsets.UTF_8);
            var _ = producer.send(new ProducerRecord<>(TOPIC, noise)).get();
        }
    }

    @Override
    public List<Step> runbook() {
        return List.of(
                new Step("./paylater dlq list: it is noise, which stays where it is", this::look));
    }

    private void look() {
        var letters = Script.succeed("dlq", "list");
        if (!letters.contains(TOPIC)) {
            throw new AssertionError("No dead letter of " + TOPIC + ":\n" + letters);
        }
    }

    @Override
    public boolean isOver(Prometheus prometheus) {
        return prometheus.value("sum(increase(paylater_dead_letters_total[1m]))").orElse(1) == 0;
    }
}
