package dev.paylater.launcher.process;

import dev.paylater.ops.console.Console;
import dev.paylater.ops.console.UserProblem;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Starts and stops processes, and refuses clearly where it cannot. */
public final class Processes {
    private static final Duration UNTIL_KILLED = Duration.ofSeconds(10);

    private final Home home;
    private final Ports ports;
    private final Infrastructure infrastructure;
    private final PidFiles pidFiles;
    private final Apps apps;
    private final AotCache aotCache;
    private final Launches launches;
    private final Console console;

    public Processes(Home home, Ports ports, Map<String, String> environment, Console console)
            throws IOException {
        this(home, ports, environment, console, false);
    }

    private Processes(
            Home home,
            Ports ports,
            Map<String, String> environment,
            Console console,
            boolean recording)
            throws IOException {
        this.home = home;
        this.ports = ports;
        this.infrastructure = Infrastructure.of(home, ports);
        this.console = console;
        this.pidFiles = PidFiles.of(home);
        this.apps = new Apps(home);
        this.aotCache = new AotCache(home, recording);
        this.launches =
                new Launches(
                        home, ports, infrastructure, apps, new JvmOptions(environment, aotCache));
    }

    /** Processes that write a cache for faster starts when they end. */
    public static Processes inTraining(Home home, Ports ports, Console console) throws IOException {
        return new Processes(home, ports, Map.of(), console, true);
    }

    public boolean startAtFullSpeed(ProcessShape shape) throws IOException {
        return aotCache.isComplete(programs(shape));
    }

    public List<Program> adoptCaches(ProcessShape shape) throws IOException {
        return aotCache.adopt(programs(shape));
    }

    private List<Program> programs(ProcessShape shape) {
        return switch (shape) {
            case PROCESSES -> Arrays.stream(Service.values()).map(apps::program).toList();
            case ONE_PROCESS -> List.of(apps.program(Service.REGISTRY), apps.oneProcess());
        };
    }

    public PidFiles pidFiles() {
        return pidFiles;
    }

    public Infrastructure infrastructure() {
        return infrastructure;
    }

    public Readiness readiness() {
        return new Readiness(launches, infrastructure);
    }

    /**
     * Puts freshly built jars in place, unless something still runs from the old ones. A training
     * run takes them as they are, since the real stack may be running from them.
     */
    public void install(Service service) throws IOException {
        if (!infrastructure.isOwn(service)) {
            throw new UserProblem(
                    "%s is yours (%s), and is not started here."
                            .formatted(service.label(), infrastructure.shown().get(service)));
        }
        List<Instance> running = pidFiles.running();
        // These run from the one process's folder.
        List<Instance> inOneProcess = ProcessShape.sharing(running);
        boolean inUse =
                running.stream()
                        .filter(instance -> !inOneProcess.contains(instance))
                        .map(Instance::service)
                        .map(Apps::folder)
                        .anyMatch(Apps.folder(service)::equals);
        if (!inUse && !aotCache.isRecording()) {
            apps.install(service);
        }
    }

    /** Like {@link #install}, of the one process. */
    public void installOneProcess() throws IOException {
        boolean inUse = ProcessShape.of(pidFiles.running()) == ProcessShape.ONE_PROCESS;
        if (!inUse && !aotCache.isRecording()) {
            apps.installOneProcess();
        }
    }

    /** Starts these in one JVM; the port of each must be free, and none may run. */
    public List<Instance> startAsOne(Collection<Service> services) throws IOException {
        services.forEach(this::requireFreePorts);
        ProcessHandle process = launches.ofOneProcess(services).run(home.state());
        Instant startedAt = process.info().startInstant().orElseGet(Instant::now);
        List<Instance> started = new ArrayList<>();
        for (Service service : services) {
            var instance = new Instance(service, 1, process.pid(), ports.of(service), startedAt);
            pidFiles.write(instance);
            started.add(instance);
        }
        return started;
    }

    public Instance start(Service service, int number) throws IOException {
        Optional<Instance> known =
                pidFiles.all().stream()
                        .filter(each -> each.service() == service && each.number() == number)
                        .findFirst();
        if (known.isPresent() && known.get().isAlive()) {
            return known.get();
        }
        known.ifPresent(
                stale ->
                        console.say(
                                "%s (pid %s) is gone; starting it again."
                                        .formatted(stale.name(), stale.pid())));
        int port = choosePort(service, number, known);
        var planned = new Instance(service, number, 0, port, Instant.EPOCH);
        ProcessHandle process =
                launches.of(service, number, port, planned.name()).run(home.state());
        var started =
                new Instance(
                        service,
                        number,
                        process.pid(),
                        port,
                        process.info().startInstant().orElseGet(Instant::now));
        pidFiles.write(started);
        return started;
    }

    private int choosePort(Service service, int number, Optional<Instance> before) {
        if (number > 1) {
            Optional<Integer> again = before.map(Instance::port).filter(Ports::isFree);
            return again.isPresent() ? again.get() : Ports.anyFree();
        }
        requireFreePorts(service);
        return ports.of(service);
    }

    /** Names the process that holds a port which the service's first instance needs. */
    public void requireFreePorts(Service service) {
        int port = ports.of(service);
        requireFree(service, port);
        if (service == Service.KAFKA || service == Service.REGISTRY) {
            requireFree(service, ports.behind(service));
        } else if (service.mayHaveSeveralInstances()) {
            requireFree(service, Ports.management(port));
        }
    }

    public boolean isListening(Service service) {
        return Ports.isListening(ports.of(service));
    }

    private static void requireFree(Service service, int port) {
        if (Ports.isFree(port)) {
            return;
        }
        String owner =
                PortOwner.of(port)
                        .map(pid -> "process " + pid + commandOf(pid))
                        .orElse("another process");
        throw new UserProblem(
                "Port %s, which %s needs, is taken by %s.%nStop it, or move all ports: PAYLATER_PORT_OFFSET=10000 ./paylater up"
                        .formatted(port, service.label(), owner));
    }

    private static String commandOf(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().command())
                .map(command -> " (" + command + ")")
                .orElse("");
    }

    /** Asks each process to end, waits, then kills what is left. */
    public void stop(List<Instance> together, Duration patience)
            throws IOException, InterruptedException {
        List<ProcessHandle> asked =
                together.stream()
                        .map(Instance::process)
                        .flatMap(Optional::stream)
                        .distinct()
                        .toList();
        asked.forEach(ProcessHandle::destroy);
        Liveness.awaitEnd(asked, patience);
        for (Instance instance : together) {
            kill(instance);
            pidFiles.remove(instance);
        }
    }

    /** kill -9, at once. It stays on record, so that status shows what is missing. */
    public void kill(Instance instance) throws InterruptedException {
        Optional<ProcessHandle> process = instance.process();
        if (process.isPresent()) {
            process.get().destroyForcibly();
            Liveness.awaitEnd(List.of(process.get()), UNTIL_KILLED);
        }
    }
}
