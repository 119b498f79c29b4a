package dev.paylater.launcher.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is typed, so to speak, to start each service: its java command and its environment. */
final class Launches {
    private final Home home;
    private final Ports ports;
    private final Infrastructure infrastructure;
    private final Apps apps;
    private final JvmOptions jvm;

    Launches(Home home, Ports ports, Infrastructure infrastructure, Apps apps, JvmOptions jvm) {
        this.home = home;
        this.ports = ports;
        this.infrastructure = infrastructure;
        this.apps = apps;
        this.jvm = jvm;
    }

    Launch of(Service service, int number, int port, String instanceName) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(JvmOptions.java().toString());
        command.addAll(jvm.of(service, apps.program(service)));
        Map<String, String> environment = new LinkedHashMap<>();
        // Without it glibc keeps an arena per thread, and a JVM's footprint grows by a third.
        environment.put("MALLOC_ARENA_MAX", "2");
        switch (service) {
            case KAFKA -> command.addAll(infrastructure(service, port));
            case STORE -> {
                command.addAll(infrastructure(service, port));
                environment.put("ROCKSDB_SHAREDLIB_DIR", nativeLibraries().toString());
            }
            case REGISTRY -> command.addAll(registry().arguments());
            case PROVIDER_SIMULATOR, ORCHESTRATOR, CONNECTOR, REFUND, WEBHOOK, API -> {
                command.add("-jar");
                command.add(apps.jar(service).toString());
                environment.putAll(serviceEnvironment(service, number, port));
            }
        }
        return new Launch(command, environment, home.log(instanceName));
    }

    /** Each variable under its service's name, so that each reads its own only. */
    Launch ofOneProcess(Collection<Service> services) throws IOException {
        Program program = apps.oneProcess();
        List<String> command = new ArrayList<>();
        command.add(JvmOptions.java().toString());
        command.addAll(jvm.ofOneProcess(program));
        command.addAll(List.of("-jar", program.jar().toString()));
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("MALLOC_ARENA_MAX", "2");
        environment.put("ROCKSDB_SHAREDLIB_DIR", nativeLibraries().toString());
        environment.put("PAYLATER_LOGS", home.logs().toString());
        for (Service service : services) {
            serviceEnvironment(service, 1, ports.of(service))
                    .forEach(
                            (name, value) ->
                                    environment.put(
                                            JvmOptions.variableOf(service) + "__" + name, value));
        }
        return new Launch(command, environment, home.log(program.label()));
    }

    RegistryLaunch registry() throws IOException {
        return new RegistryLaunch(
                home.app(Apps.folder(Service.REGISTRY)),
                home.data(Service.REGISTRY),
                ports.of(Service.REGISTRY),
                ports.behind(Service.REGISTRY));
    }

    private List<String> infrastructure(Service service, int port) throws IOException {
        return List.of(
                "-jar",
                apps.jar(service).toString(),
                "--port",
                Integer.toString(port),
                "--data",
                home.data(service).toString());
    }

    /** Unpacked once here, instead of into the temporary folder at every start. */
    private Path nativeLibraries() throws IOException {
        return java.nio.file.Files.createDirectories(home.app("native"));
    }

    private Map<String, String> serviceEnvironment(Service service, int number, int port)
            throws IOException {
        Map<String, String> environment = new LinkedHashMap<>(Secrets.in(home.secrets()));
        environment.keySet().retainAll(Secrets.readBy(service));
        environment.put("SPRING_PROFILES_ACTIVE", "local");
        environment.put("SERVER_PORT", Integer.toString(port));
        environment.put("PAYLATER_INSTANCE", Integer.toString(number));
        environment.put("PAYLATER_KAFKA_BOOTSTRAP", infrastructure.address(Service.KAFKA));
        environment.put("PAYLATER_MONGODB_URI", infrastructure.address(Service.STORE));
        environment.put("PAYLATER_REGISTRY_URL", infrastructure.address(Service.REGISTRY));
        environment.put("PAYLATER_PUBLIC_URL", http(publicFace(service)));
        environment.put("PAYLATER_CONNECTOR_URL", http(Service.CONNECTOR));
        environment.put("PAYLATER_API_URL", http(Service.API));
        environment.put("PAYLATER_SIMULATOR_URL", http(Service.PROVIDER_SIMULATOR));
        environment.put("PAYLATER_DATA", home.data(service).toString());
        return environment;
    }

    /** Customers and providers come to the API; the simulator's pages are a provider's own. */
    private static Service publicFace(Service service) {
        return service == Service.PROVIDER_SIMULATOR ? service : Service.API;
    }

    private String http(Service service) {
        return ports.url(service);
    }
}
