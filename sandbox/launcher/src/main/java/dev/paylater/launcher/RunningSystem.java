package dev.paylater.launcher;

import dev.paylater.launcher.process.Home;
import dev.paylater.launcher.process.Infrastructure;
import dev.paylater.launcher.process.Instance;
import dev.paylater.launcher.process.Ports;
import dev.paylater.launcher.process.ProcessShape;
import dev.paylater.launcher.process.Processes;
import dev.paylater.launcher.process.Readiness;
import dev.paylater.launcher.process.Service;
import dev.paylater.launcher.process.Startup;
import dev.paylater.ops.console.Console;
import dev.paylater.ops.console.UserProblem;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** One running system: where it lies, where it listens, and how it starts and stops as a whole. */
record RunningSystem(Home home, Ports ports, Processes processes, Console console) {
    /** First what takes payments in; Kafka and the store last: everybody writes to the end. */
    private static final List<List<Service>> STOP_ORDER =
            List.of(
                    List.of(Service.API),
                    List.of(Service.ORCHESTRATOR, Service.CONNECTOR, Service.REFUND),
                    List.of(Service.WEBHOOK),
                    List.of(Service.PROVIDER_SIMULATOR),
                    List.of(Service.KAFKA, Service.STORE, Service.REGISTRY));

    Infrastructure infrastructure() {
        return processes.infrastructure();
    }

    /** Fails when nobody is there, and says what to do about it. */
    void require(Service service) {
        if (infrastructure().isOwn(service)) {
            if (!processes.isListening(service)) {
                throw new UserProblem(
                        service.label() + " is not running. './paylater up' starts it.");
            }
        } else {
            requireAnswer(service, infrastructure().address(service));
        }
    }

    /** Of a server that its user runs. */
    void requireAnswer(Service service, String address) {
        try (Readiness readiness = processes.readiness()) {
            if (!readiness.answers(service, address)) {
                throw new UserProblem(
                        "No %s answers at the address that you named.".formatted(service.label()));
            }
        }
    }

    static RunningSystem fromEnvironment(Map<String, String> environment) throws IOException {
        Console console = Console.standard(environment);
        Home home = Home.fromEnvironment(environment);
        Ports ports = Ports.fromEnvironment(environment);
        return new RunningSystem(
                home, ports, new Processes(home, ports, environment, console), console);
    }

    /** No process starts where one of them could not: another program holds its port. */
    void start(Collection<Service> services, ProcessShape shape)
            throws IOException, InterruptedException {
        services.forEach(processes::requireFreePorts);
        switch (shape) {
            case PROCESSES -> startProcesses(services);
            case ONE_PROCESS -> startAsOne(services);
        }
    }

    private void startProcesses(Collection<Service> services)
            throws IOException, InterruptedException {
        try (Readiness readiness = processes.readiness()) {
            startTogether(services.stream().filter(Service::isInfrastructure).toList(), readiness);
            startTogether(
                    services.stream().filter(service -> !service.isInfrastructure()).toList(),
                    readiness);
        }
    }

    private void startTogether(List<Service> services, Readiness readiness)
            throws IOException, InterruptedException {
        if (services.isEmpty()) {
            return;
        }
        console.say(
                "Starting "
                        + services.stream().map(Service::label).collect(Collectors.joining(", ")));
        List<Instance> started = new ArrayList<>();
        for (Service service : services) {
            processes.install(service);
            started.add(processes.start(service, 1));
        }
        new Startup(home, console).await(started, readiness);
    }

    /** All at once: nothing asks the registry before it has something to write or to read. */
    private void startAsOne(Collection<Service> services) throws IOException, InterruptedException {
        List<Service> embedded =
                services.stream().filter(service -> service != Service.REGISTRY).toList();
        List<Instance> started = new ArrayList<>();
        if (services.contains(Service.REGISTRY)) {
            console.say("Starting " + Service.REGISTRY.label());
            processes.install(Service.REGISTRY);
            started.add(processes.start(Service.REGISTRY, 1));
        }
        if (!embedded.isEmpty()) {
            console.say(
                    "Starting in one process: "
                            + embedded.stream()
                                    .map(Service::label)
                                    .collect(Collectors.joining(", ")));
            processes.installOneProcess();
            started.addAll(processes.startAsOne(embedded));
        }
        awaitReady(started);
    }

    /** Of processes that another call has started, and that may still be starting. */
    void awaitReady(List<Instance> running) throws IOException, InterruptedException {
        try (Readiness readiness = processes.readiness()) {
            new Startup(home, console).await(running, readiness);
        }
    }

    void stop(Duration patience) throws IOException, InterruptedException {
        List<Instance> all = processes.pidFiles().all();
        List<Instance> asOne = ProcessShape.sharing(all);
        for (List<Service> services : STOP_ORDER) {
            if (services.equals(STOP_ORDER.getLast())) {
                // It stops its parts in this order by itself, and takes as long as they all do.
                stop(asOne, patience.multipliedBy(STOP_ORDER.size()));
            }
            stop(
                    all.stream()
                            .filter(each -> services.contains(each.service()))
                            .filter(each -> !asOne.contains(each))
                            .toList(),
                    patience);
        }
    }

    private void stop(List<Instance> these, Duration patience)
            throws IOException, InterruptedException {
        if (!these.isEmpty()) {
            String names = Startup.names(these);
            console.progress("Stopping " + names);
            processes.stop(these, patience);
            console.say("Stopped " + names);
        }
    }
}
