package dev.paylater.broker;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The broker as a process of its own, so that it can be killed like any other. */
@Command(name = "broker", mixinStandardHelpOptions = true)
final class BrokerMain implements Callable<Integer> {
    @Option(names = "--port", defaultValue = "9092", description = "where clients connect")
    private int port;

    @Option(names = "--data", required = true, description = "the folder that is kept")
    private Path data = Path.of("");

    public static void main(String[] args) {
        System.exit(new CommandLine(new BrokerMain()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        LocalBroker broker = LocalBroker.start(port, data);
        Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "broker-shutdown"));
        System.out.println("Kafka listens on 127.0.0.1:" + port);
        broker.awaitShutdown();
        return 0;
    }
}
