package dev.paylater.launcher;

import dev.paylater.launcher.process.Console;
import dev.paylater.launcher.process.Home;
import dev.paylater.launcher.process.Infrastructure;
import dev.paylater.launcher.process.Instance;
import dev.paylater.launcher.process.Ports;
import dev.paylater.launcher.process.Problem;
import dev.paylater.launcher.process.Processes;
import dev.paylater.launcher.process.Readiness;
import dev.paylater.launcher.process.Service;
import dev.paylater.launcher.process.Startup;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** One running system: where it lies, where it listens, and how it starts and stops as a whole. */
record Stack(Home home, Ports ports, Processes processes, Console console) {
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
                throw new Problem(service.label() + " is not running. './paylater up' starts it.");
            }
        } else {
            requireAnswer(service, infrastructure().address(service));
        }
    }

    /** Of a server that its user runs. */
    void requireAnswer(Service service, String address) {
        try (Readiness readiness = processes.readiness()) {
            if (!readiness.answers(service, address)) {
                throw new Problem(
                        "No %s answers at the address that you named.".formatted(service.label()));
            }
        }
    }

    static Stack fromEnvironment(Map<String, String> environment) throws IOException {
        Console console = Console.standard(environment);
        Home home = Home.fromEnvironment(environment);
        Ports ports = Ports.fromEnvironment(environment);
        return new Stack(home, ports, new Processes(home, ports, environment, console), console);
    }

    /** No process starts where one of them could not: another program holds its port. */
    void start(Collection<Service> services) throws IOException, InterruptedException {
        services.forEach(processes::requireFreePorts);
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

    /** Of processes that another call has started, and that may still be starting. */
    void awaitReady(List<Instance> running) throws IOException, InterruptedException {
        try (Readiness readiness = processes.readiness()) {
            new Startup(home, console).await(running, readiness);
        }
    }

    void stop(Duration patience) throws IOException, InterruptedException {
        List<Instance> all = processes.pidFiles().all();
        for (List<Service> services : STOP_ORDER) {
            List<Instance> these =
                    all.stream().filter(instance -> services.contains(instance.service())).toList();
            if (!these.isEmpty()) {
                String names = these.stream().map(Instance::name).collect(Collectors.joining(", "));
                console.progress("Stopping " + names);
                processes.stop(these, patience);
                console.say("Stopped " + names);
            }
        }
    }
}
