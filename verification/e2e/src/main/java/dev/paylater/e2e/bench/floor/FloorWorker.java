package dev.paylater.e2e.bench.floor;

import org.apache.kafka.clients.producer.ProducerRecord;

/** Stands where the provider is called, and calls nobody. */
final class FloorWorker implements Runnable {

    private final FloorKafka kafka;

    FloorWorker(FloorKafka kafka) {
        this.kafka = kafka;
    }

    @Override
    public void run() {
        var producer = kafka.producer();
        kafka.follow(
                FloorProcess.WORK,
                records ->
                        records.forEach(
                                work -> {
                                    var _ =
                                            producer.send(
                                                    new ProducerRecord<>(
                                                            FloorProcess.COMMANDS,
                                                            null,
                                                            work.key(),
                                                            work.value(),
                                                            Core.DONE));
                                }));
    }
}
