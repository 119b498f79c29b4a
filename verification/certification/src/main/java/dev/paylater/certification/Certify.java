package dev.paylater.certification;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.certification.DrivenPayment.Pace;
import dev.paylater.connector.call.CallSettings;
import dev.paylater.connector.call.CallSettings.BreakerSettings;
import dev.paylater.connector.call.Http;
import dev.paylater.connector.call.OperationExecution;
import dev.paylater.connector.call.Transport;
import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.BadAccount;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.Context.Links;
import dev.paylater.connectors.Connectors;
import dev.paylater.connectors.Exchanges;
import dev.paylater.kit.outgoing.PublicAddresses;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code ./paylater certify}: holds what a connector assumes against an account at the provider,
 * and writes what was called as a file of exchanges. Exits 0 when all is as assumed, 1 when
 * something differs, 2 when it could not begin.
 */
@Command(
        name = "certify",
        description =
                "Runs a scripted life at a provider's test system, prints what differs from what"
                        + " the connector assumes, and writes the exchanges.",
        mixinStandardHelpOptions = true)
final class Certify implements Callable<Integer> {

    private static final Pace PATIENT = new Pace(Duration.ofSeconds(2), Duration.ofMinutes(2));
    private static final Pace BRISK = new Pace(Duration.ofMillis(50), Duration.ofSeconds(10));
    private static final Duration LONGEST_CALL = Duration.ofSeconds(20);

    @Parameters(paramLabel = "CONNECTOR", description = "its name, as klarna")
    private String name = "";

    @Option(
            names = "--credentials",
            required = true,
            paramLabel = "FILE",
            description = "the account: JSON or properties, see docs/makers/certification.md")
    private Path credentials = Path.of("");

    @Option(
            names = "--base-url",
            paramLabel = "URL",
            description = "of the provider's test system, instead of the account's")
    private @Nullable URI baseUrl;

    @Option(
            names = "--out",
            defaultValue = "certification",
            paramLabel = "FOLDER",
            description = "where the exchanges go (default: ${DEFAULT-VALUE})")
    private Path out = Path.of("certification");

    @Option(
            names = "--wait",
            defaultValue = "10",
            paramLabel = "MINUTES",
            description = "how long a customer may take at a page (default: ${DEFAULT-VALUE})")
    private int minutes;

    @Option(
            names = "--simulator",
            description = "the provider is paylater's simulator: its pages are approved at once")
    private boolean simulator;

    @Spec private CommandSpec spec = CommandSpec.create();

    private final UnaryOperator<Transport> way;

    Certify() {
        this(UnaryOperator.identity());
    }

    /** With something between the connector and HTTP. */
    Certify(UnaryOperator<Transport> way) {
        this.way = way;
    }

    public static void main(String[] args) {
        // What clients and connectors log may hold what is sent.
        LoggingSystem.get(Certify.class.getClassLoader())
                .setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.OFF);
        System.exit(new CommandLine(new Certify()).execute(args));
    }

    @Override
    public Integer call() throws IOException {
        var connector = connector();
        var file = file();
        var documented = documented();
        var account = file.account(connector, baseUrl);
        for (var credential : documented.path("credentials").propertyNames()) {
            if (!account.credentials().containsKey(credential)) {
                throw refusal("%s has no credentials.%s".formatted(credentials, credential));
            }
        }
        var address = address(connector, account);
        var purchase = purchase(documented, file.payment());
        var redaction = new ReportRedaction(account, documented, purchase.path("terms"));
        say(
                "%s at %s: three payments of %s %s (minor units)."
                        .formatted(
                                connector.name(),
                                address,
                                purchase.path("amount").asLong(),
                                purchase.path("currency").asString()));
        var settings = settings(address);
        try (var http =
                new Http(
                        new PublicAddresses(settings.internalHosts()), settings.connectTimeout())) {
            var recorder = new Recorder(way.apply(http));
            var clock = Clock.systemUTC();
            var certification =
                    new Certification(
                            connector,
                            account,
                            (method, payer) -> context(documented, purchase, method, payer),
                            OperationExecution.over(
                                    recorder, settings, new SimpleMeterRegistry(), clock),
                            recorder,
                            simulator ? Certify::approve : this::send,
                            Duration.ofMinutes(minutes),
                            simulator ? BRISK : PATIENT);
            var findings = certification.run();
            findings.report(documented).forEach(line -> say(redaction.apply(line)));
            var login = connector.login(account);
            var exchanges =
                    new ExchangeFile(
                            connector,
                            documented,
                            redaction,
                            file.settings(),
                            purchase,
                            login == null ? null : login.call(),
                            LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).toString(),
                            "seen at " + address.getHost() + " by ./paylater certify");
            write(certification, exchanges, documented);
            say(findings.differences().size() + " differences.");
            return findings.differences().isEmpty() ? 0 : 1;
        }
    }

    private void write(Certification certification, ExchangeFile exchanges, JsonNode documented)
            throws IOException {
        for (var done : certification.done()) {
            var unfit =
                    exchanges.add(
                            done.step().sentence(), done.request(), done.calls(), done.result());
            if (unfit != null) {
                say("not written %-21s %s".formatted(done.step().id(), unfit));
            }
        }
        var written = Files.createDirectories(out).resolve(name + ".json");
        Files.writeString(
                written,
                Exchanges.JSON.writerWithDefaultPrettyPrinter().writeValueAsString(exchanges.json())
                        + "\n",
                UTF_8);
        say("%s exchanges in %s".formatted(exchanges.json().path("exchanges").size(), written));
        exchanges.seen(documented).forEach(fact -> say("looks like what is assumed: " + fact));
    }

    private Connector connector() {
        try {
            return Connectors.of(name);
        } catch (IllegalArgumentException e) {
            throw refusal(
                    "There is no connector %s; there are %s"
                            .formatted(
                                    name,
                                    String.join(
                                            ", ",
                                            Connectors.all().stream()
                                                    .map(Connector::name)
                                                    .toList())));
        }
    }

    private AccountFile file() throws IOException {
        if (!Files.isReadable(credentials)) {
            throw refusal(credentials + " cannot be read");
        }
        if (AccountFile.isOpenToOthers(credentials)) {
            say("Others on this machine can read %s: chmod 600 %1$s".formatted(credentials));
        }
        try {
            return AccountFile.read(credentials);
        } catch (IllegalArgumentException e) {
            throw refusal(String.valueOf(e.getMessage()));
        }
    }

    private URI address(Connector connector, Account account) {
        try {
            return connector.baseUrl(account);
        } catch (BadAccount e) {
            throw refusal(String.valueOf(e.getMessage()));
        }
    }

    private JsonNode documented() throws IOException {
        try (var file = Connectors.class.getResourceAsStream("/exchanges/" + name + ".json")) {
            return Exchanges.JSON.readTree(Objects.requireNonNull(file).readAllBytes());
        }
    }

    /** What the connector's first documented authorization buys, and what the file says instead. */
    private static ObjectNode purchase(JsonNode documented, JsonNode payment) {
        var purchase = Exchanges.JSON.createObjectNode();
        purchase.put("amount", 2000).put("currency", "EUR");
        documented.path("context").forEachEntry(purchase::set);
        for (var exchange : documented.path("exchanges")) {
            if (exchange.path("operation").asString("").equals("authorize")
                    && !exchange.path("calls").isEmpty()) {
                // A copy: what a person is called is no part of what is documented.
                exchange.path("context").deepCopy().forEachEntry(purchase::set);
                break;
            }
        }
        var terms = purchase.withObject("/terms");
        payment.path("terms").forEachEntry(terms::set);
        payment.forEachEntry(
                (field, value) -> {
                    if (!field.equals("terms")) {
                        purchase.set(field, value);
                    }
                });
        return purchase.remove(
                Set.of("transaction", "state", "settings", "capture_method", "details"));
    }

    private static Context context(
            JsonNode documented, ObjectNode purchase, String captureMethod, Account account) {
        var id = UUID.randomUUID().toString().replace("-", "").toUpperCase(Locale.ROOT);
        var exchange = Exchanges.JSON.createObjectNode().put("operation", "authorize");
        exchange.set(
                "context",
                purchase.deepCopy()
                        .put("payment", "pay_" + id.substring(0, 26))
                        .put("capture_method", captureMethod)
                        .putNull("transaction")
                        .set("state", Exchanges.JSON.createObjectNode()));
        return Exchanges.context(account.connector(), documented, exchange)
                .with(
                        context ->
                                context.authorizedAmount(0)
                                        .issuedAt(Instant.now())
                                        .firstRequestedAt(Instant.now())
                                        .links(
                                                new Links(
                                                        "https://example.com/return",
                                                        "https://example.com/hook"))
                                        .account(account));
    }

    private static CallSettings settings(URI address) {
        var never = new BreakerSettings(1000, 1000, 100, Duration.ofSeconds(1));
        // Whoever runs this types in the address themselves: it may be of their own machine.
        var own = Set.of(String.valueOf(address.getHost()));
        return new CallSettings(
                LONGEST_CALL, Duration.ofSeconds(5), 1, 0, Duration.ofSeconds(30), never, own);
    }

    private void send(String page) {
        say("Please be the customer, and agree, at");
        say("  " + page);
        say("  (%s minutes; the page you come back to does not exist)".formatted(minutes));
    }

    /** Presses the button of the simulator's page. */
    static void approve(String page) {
        var decided = URI.create(page + (page.contains("?") ? "&" : "?") + "decision=approve");
        try (var client = HttpClient.newHttpClient()) {
            client.send(
                    HttpRequest.newBuilder(decided).timeout(LONGEST_CALL).build(),
                    BodyHandlers.discarding());
        } catch (IOException e) {
            throw new IllegalStateException("the page cannot be opened: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private ParameterException refusal(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private void say(String line) {
        PrintWriter writer = spec.commandLine().getOut();
        writer.println(line);
        writer.flush();
    }
}
