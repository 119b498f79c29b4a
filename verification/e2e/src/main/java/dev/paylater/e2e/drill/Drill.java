package dev.paylater.e2e.drill;

import dev.paylater.e2e.Script;
import dev.paylater.e2e.SystemProgram;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/**
 * Hinders the running system in one way after the other while purchases are made at a steady rate,
 * and prints how many were paid in each second, what was refused, and how long it took to heal.
 */
@Command(
        name = "drill",
        description = {
            "One fault at a time under steady load: what is paid meanwhile, and the time to heal.",
            "Starts the system when it is not up, and leaves it running. Exits with 1 when a"
                    + " purchase is never paid, or when books differ at the end."
        },
        mixinStandardHelpOptions = true)
public final class Drill implements SystemProgram {

    private static final Duration WARM_UP = Duration.ofSeconds(20);
    private static final Duration BEFORE = Duration.ofSeconds(10);

    /** After the fault; nothing that heals later is missed, as every purchase is waited for. */
    private static final Duration AFTERWARDS = Duration.ofSeconds(15);

    private static final Duration UNTIL_RECONCILED = Duration.ofMinutes(3);

    @Parameters(arity = "0..*", paramLabel = "FAULT", description = "default: all, one by one")
    private List<String> names = new ArrayList<>();

    @Option(names = "--rate", defaultValue = "20", description = "purchases a second, default 20")
    private int rate;

    @Option(names = "--seconds", defaultValue = "30", description = "of each fault, default 30")
    private int seconds;

    @Option(
            names = "--merchants",
            defaultValue = "10000",
            description = "that the fault 'merchants' makes, default 10000")
    private int merchants;

    @Option(names = "--list", description = "say what there is")
    private boolean list;

    @Override
    public Integer call() throws Exception {
        var faults = new LinkedHashMap<String, Hindrance>();
        all().forEach(fault -> faults.put(fault.name(), fault));
        if (list) {
            faults.forEach((name, fault) -> System.out.printf("%-12s %s%n", name, fault.meaning()));
            return 0;
        }
        if (!faults.keySet().containsAll(names)) {
            var known = String.join(", ", faults.keySet());
            throw new ParameterException(new CommandLine(this), "There are these faults: " + known);
        }
        if (!names.isEmpty()) {
            faults.keySet().retainAll(names);
        }
        var started = Script.run("up", "--processes");
        if (started.exitCode() != 0) {
            System.err.println("The system does not start:\n" + started.output());
            return 1;
        }
        var rows = new ArrayList<String>();
        var isWell = true;
        for (var fault : faults.values()) {
            var course = play(fault);
            isWell &= course.neverPaid() == 0;
            rows.add(course.row(fault.name()));
            System.out.println(rows.getLast());
        }
        System.out.println(Course.HEAD);
        rows.forEach(System.out::println);
        return reconciled() && isWell ? 0 : 1;
    }

    private List<Hindrance> all() {
        return List.of(
                new Suspended(
                        "slow-store",
                        "the store stands still for 0.4 s of every 0.5 s",
                        "store",
                        Duration.ofMillis(400),
                        Duration.ofMillis(100)),
                new Suspended(
                        "slow-broker",
                        "the broker acknowledges after 4 s",
                        "kafka",
                        Duration.ofSeconds(4),
                        Duration.ofMillis(500)),
                new PoisonFlood(),
                new HostileRequests(),
                new LargePayments(),
                new RegistryAway(),
                new CutOff(),
                new ManyMerchants(merchants),
                new RollingRestart());
    }

    private Course play(Hindrance fault) throws Exception {
        System.out.println(fault.name() + ": " + fault.meaning());
        var load = new SteadyLoad(rate);
        try {
            fault.prepare(load);
            Thread.sleep(WARM_UP);
            var since = System.nanoTime();
            Thread.sleep(BEFORE);
            var began = System.nanoTime();
            fault.play(load, Duration.ofSeconds(seconds));
            var ended = System.nanoTime();
            Thread.sleep(AFTERWARDS);
            var until = System.nanoTime();
            load.close();
            return new Course(since, began, ended, until, load.purchases());
        } finally {
            load.close();
            fault.cleanUp(load);
        }
    }

    private static boolean reconciled() {
        var end = System.nanoTime() + UNTIL_RECONCILED.toNanos();
        var result = Script.run("reconcile");
        while (result.exitCode() != 0 && System.nanoTime() < end) {
            result = Script.run("reconcile");
        }
        System.out.println(result.output().strip());
        return result.exitCode() == 0;
    }
}
