package dev.paylater.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import dev.paylater.launcher.process.Instance;
import dev.paylater.launcher.process.ProcessShape;
import dev.paylater.launcher.process.Service;
import dev.paylater.launcher.process.Startup;
import dev.paylater.ops.OpsJson;
import dev.paylater.ops.console.UserProblem;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * {@code ./paylater demo crash}: while the provider works on a payment, the services that know of
 * it are killed, and where these share a process with the store, the broker and the simulator, all
 * of them. They are started again, and the provider's own ledger shows that the customer has paid
 * once.
 */
record CrashDemo(RunningSystem stack) {

    static final String NAME = "crash";

    private static final String SLOW = "slow";
    private static final List<Service> VICTIMS = List.of(Service.CONNECTOR, Service.ORCHESTRATOR);
    private static final Duration UNTIL_THE_PROVIDER_WORKS = Duration.ofMillis(700);
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final long PAUSE_MILLIS = 200;

    int run() throws IOException, InterruptedException {
        VICTIMS.forEach(stack::require);
        stack.require(Service.API);
        stack.require(Service.PROVIDER_SIMULATOR);
        var dying = sharingProcessWith(VICTIMS);
        try (var api = new MerchantApi(stack.ports());
                var json = new OpsJson()) {
            var id = api.post("/payments", Order.created(SLOW)).path("payment_id").asText();
            var path = "/payments/" + id;
            say(id + ": 65.40 EUR, and a provider that takes 3 s to answer");
            long begin = System.nanoTime();
            var confirm = Thread.startVirtualThread(() -> confirm(api, path));
            awaitRequest(json, id);
            Thread.sleep(UNTIL_THE_PROVIDER_WORKS);
            for (var process : byProcess(dying)) {
                stack.processes().kill(process.getFirst());
                say(
                        "%5s ms  kill -9 of %s (pid %s)"
                                .formatted(
                                        since(begin),
                                        Startup.names(process),
                                        process.getFirst().pid()));
            }
            say("%5s ms  they are started again".formatted(since(begin)));
            restart(dying);
            var payment = awaitEnd(api, path);
            say(
                    "%5s ms  the payment is %s"
                            .formatted(since(begin), payment.path("status").asText()));
            confirm.join();
            return conclude(json, id);
        }
    }

    /** The instances of these services, and those that die with them. */
    private List<Instance> sharingProcessWith(List<Service> services) throws IOException {
        var running = stack.processes().pidFiles().running();
        var pids =
                running.stream()
                        .filter(each -> services.contains(each.service()))
                        .map(Instance::pid)
                        .toList();
        return running.stream().filter(each -> pids.contains(each.pid())).toList();
    }

    private static Collection<List<Instance>> byProcess(List<Instance> instances) {
        return instances.stream().collect(Collectors.groupingBy(Instance::pid)).values();
    }

    /** A failed call is ignored: {@link #awaitEnd} reads the status of the payment. */
    private static void confirm(MerchantApi api, String path) {
        try {
            api.post(path + "/confirm", "{" + Order.PAY_LATER + "}");
        } catch (IOException | UserProblem _) {
            return;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitRequest(OpsJson json, String id) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        while (simulator(json, "requests", id).path("requests").isEmpty()) {
            giveUpAfter(begin, "The provider was not asked.");
        }
    }

    private JsonNode awaitEnd(MerchantApi api, String path)
            throws IOException, InterruptedException {
        long begin = System.nanoTime();
        while (true) {
            var payment = api.get(path);
            if (!List.of("processing", "requires_confirmation")
                    .contains(payment.path("status").asText())) {
                return payment;
            }
            giveUpAfter(begin, "The payment is still " + payment.path("status").asText() + ".");
        }
    }

    private static void giveUpAfter(long begin, String otherwise) throws InterruptedException {
        if (since(begin) > LIMIT.toMillis()) {
            throw new UserProblem(otherwise + " './paylater status' shows what runs.");
        }
        Thread.sleep(PAUSE_MILLIS);
    }

    private void restart(List<Instance> dead) throws IOException, InterruptedException {
        var together = ProcessShape.sharing(dead);
        if (!together.isEmpty()) {
            stack.start(
                    together.stream().map(Instance::service).toList(), ProcessShape.ONE_PROCESS);
        }
        var started = new ArrayList<Instance>();
        for (var each : dead) {
            if (!together.contains(each)) {
                started.add(stack.processes().start(each.service(), each.number()));
            }
        }
        stack.awaitReady(started);
    }

    /** One authorization and one capture, whatever was sent again. */
    private int conclude(OpsJson json, String id) throws IOException, InterruptedException {
        var heard = simulator(json, "requests", id).path("requests").size();
        Map<String, Integer> booked = new TreeMap<>();
        say(
                "The provider has heard %s, and has booked:"
                        .formatted(heard == 1 ? "1 request" : heard + " requests"));
        for (var entry : simulator(json, "ledger", id).path("entries")) {
            var operation = entry.path("operation").asText();
            booked.merge(operation, 1, Integer::sum);
            say(
                    "  %-10s %5s %s  key %s"
                            .formatted(
                                    operation,
                                    entry.path("amount").asText(),
                                    entry.path("currency").asText(),
                                    entry.path("idempotency_key").asText()));
        }
        var isPaidOnce = booked.equals(Map.of("authorize", 1, "capture", 1));
        say(isPaidOnce ? "The customer has paid once." : "That is not one payment.");
        say("'./paylater trace %s' tells the whole story.".formatted(id));
        return isPaidOnce ? 0 : 1;
    }

    private JsonNode simulator(OpsJson json, String page, String id)
            throws IOException, InterruptedException {
        return json.ask(
                OpsJson.request(
                                "%s/simulator/%s?merchant_reference=%s"
                                        .formatted(
                                                stack.ports().url(Service.PROVIDER_SIMULATOR),
                                                page,
                                                id))
                        .build());
    }

    private void say(String line) {
        stack.console().say("  " + line);
    }

    private static long since(long begin) {
        return (System.nanoTime() - begin) / 1_000_000;
    }
}
