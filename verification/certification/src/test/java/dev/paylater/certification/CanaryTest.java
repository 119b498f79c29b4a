package dev.paylater.certification;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.paylater.connector.call.Transport;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.HttpAnswer;
import dev.paylater.connectors.Connectors;
import dev.paylater.connectors.Exchanges;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** No credential, token or person of the account gets into what is printed, logged or written. */
final class CanaryTest {

    private static final String SECRET = "sandbox_canary7Qz";
    private static final List<String> TRACES =
            List.of(
                    SECRET,
                    "canary7Qz",
                    Base64.getEncoder().encodeToString((SECRET + ":" + SECRET).getBytes(UTF_8)),
                    "Kanarienvogel",
                    "Wilhelmine",
                    "wilhelmine",
                    "9177788899");

    @TempDir private Path folder;
    private Kit kit;

    @BeforeEach
    void begin() {
        kit = new Kit(folder);
    }

    @AfterEach
    void end() {
        kit.close();
    }

    @TestFactory
    Stream<DynamicTest> of_no_connector() {
        return Connectors.all().stream()
                .map(Connector::name)
                .map(name -> dynamicTest(name, () -> staysOut(name)));
    }

    private void staysOut(String connector) throws IOException {
        var ended = kit.certify(connector, account(connector), CanaryTest::talkative);

        assertThat(ended.printed()).contains("exchanges in").doesNotContain(TRACES);
        assertThat(kit.written(connector).path("exchanges")).hasSizeGreaterThan(15);
        var file = folder.resolve("out").resolve(connector + ".json");
        assertThat(Files.readString(file, UTF_8)).doesNotContain(TRACES);
    }

    /** With all that the process logs. */
    @Test
    void of_a_process_of_its_own() throws Exception {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(Certify.class.getName());
        command.addAll(kit.arguments("paypal", kit.file(account("paypal"))));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var printed = new String(process.getInputStream().readAllBytes(), UTF_8);

        assertThat(process.waitFor()).as(printed).isZero();
        assertThat(printed).contains("0 differences.").doesNotContain(TRACES);
    }

    /** A provider that repeats credentials in refusals, and persons and tokens in answers. */
    private static Transport talkative(Transport way) {
        return (base, call, timeout) -> {
            var answer = way.send(base, call, timeout);
            if (!answer.body().startsWith("{")) {
                return answer;
            }
            var answered =
                    answer.status() >= 400
                            ? answer.body().replace(": \"", ": \"" + SECRET + " ")
                            : answer.body();
            return new HttpAnswer(
                    answer.status(),
                    answer.headers(),
                    """
                    {"client_token": "canary7Qz-token",
                     "customer": {"name": "Wilhelmine Kanarienvogel",
                                  "email": "wilhelmine@mail.test", "mobile": "9177788899"},
                     %s\
                    """
                            .formatted(answered.substring(1)));
        };
    }

    private static String account(String connector) {
        var account = Kit.account(connector);
        var credentials = account.withObject("/credentials");
        List.copyOf(credentials.propertyNames()).forEach(name -> credentials.put(name, SECRET));
        account.put("webhook_secret", "canary7Qz-webhooks");
        var person = Exchanges.JSON.createObjectNode();
        person.put("email", "wilhelmine@mail.test");
        for (var exchange : Kit.documented(connector).path("exchanges")) {
            if (exchange.at("/context/terms/billing/address").isObject()) {
                person.set("address", exchange.at("/context/terms/billing/address"));
                break;
            }
        }
        person.withObject("/address")
                .put("first_name", "Wilhelmine")
                .put("last_name", "Kanarienvogel");
        person.putObject("phone").put("number", "9177788899").put("country_code", "+49");
        account.withObject("/payment/terms").set("billing", person);
        return account.toString();
    }
}
