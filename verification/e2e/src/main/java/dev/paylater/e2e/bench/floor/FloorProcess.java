package dev.paylater.e2e.bench.floor;

import java.io.IOException;

/** One of the three processes of the floor: {@code edge PORT}, {@code core} or {@code worker}. */
public final class FloorProcess {

    static final String COMMANDS = "floor.commands";
    static final String WORK = "floor.work";
    static final String REPLIES = "floor.replies";
    static final String READY = "ready";

    private FloorProcess() {}

    public static void main(String[] args) throws IOException {
        var kafka = FloorKafka.fromEnvironment(System.getenv());
        Runnable role =
                switch (args[0]) {
                    case "edge" -> new Edge(kafka, Integer.parseInt(args[1]));
                    case "core" -> new Core(kafka, System.getenv("FLOOR_MONGODB"));
                    case "worker" -> new FloorWorker(kafka);
                    default -> throw new IllegalArgumentException("No role " + args[0]);
                };
        role.run();
    }
}
