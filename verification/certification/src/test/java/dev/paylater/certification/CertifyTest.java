package dev.paylater.certification;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.paylater.connector.call.Transport;
import dev.paylater.connector.kit.Connector;
import dev.paylater.connector.kit.Step;
import dev.paylater.connectors.Connectors;
import dev.paylater.connectors.Exchanges;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

final class CertifyTest {

    private static final Pattern PAGE = Pattern.compile("(?m)^  (http\\S+)$");

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
    Stream<DynamicTest> the_simulator_is_as_every_connector_assumes_and_its_exchanges_replay() {
        return Connectors.all().stream()
                .map(connector -> dynamicTest(connector.name(), () -> certify(connector)));
    }

    private void certify(Connector connector) {
        var ended = kit.certify(connector.name());

        assertThat(ended.printed())
                .contains("as assumed  wrong_credentials", "as assumed  refund ")
                .contains("0 differences.")
                .doesNotContain("DIFFERENT", "not written");
        assertThat(ended.code()).isZero();
        var file = kit.written(connector.name());
        assertThat(file.path("exchanges")).hasSizeGreaterThan(20);
        file.path("exchanges").forEach(exchange -> replay(connector, file, exchange));
    }

    /** As the connectors' own exchanges are. */
    private static void replay(Connector connector, JsonNode file, JsonNode exchange) {
        var step = Exchanges.begin(connector, file, exchange);
        for (var expected : exchange.path("calls")) {
            var request = expected.path("request");
            var call = (Step.Call) step;
            assertThat(Exchanges.written(call.call(), request.path("headers").propertyNames()))
                    .isEqualTo(request);
            step = Exchanges.answered(call, expected.path("answer"));
        }
        assertThat(Exchanges.written(((Step.Done) step).result()))
                .as(exchange.path("name").asString())
                .isEqualTo(exchange.path("result"));
    }

    @Test
    void settings_that_are_named_for_an_assumption_exist() throws IOException {
        var page =
                Files.readString(
                        Path.of("..", "..", "docs", "operators", "connector-accounts.md"), UTF_8);
        var assumptions =
                Stream.of(Assumption.values()).map(one -> one.name().toLowerCase(Locale.ROOT));
        var known = assumptions.toList();
        for (var connector : Connectors.all()) {
            Kit.documented(connector.name())
                    .path("settings")
                    .forEachEntry(
                            (assumption, settings) -> {
                                assertThat(known).contains(assumption);
                                settings.forEach(
                                        setting ->
                                                assertThat(page)
                                                        .contains("`" + setting.asString() + "`"));
                            });
        }
    }

    @Test
    void an_account_may_be_properties_and_one_that_others_can_read_is_warned_about()
            throws IOException {
        var file =
                kit.file(
                        """
                        credentials.public_key = sandbox_kit
                        credentials.private_key = sandbox_kit
                        settings.repeats_keys = true
                        payment.amount = 8000
                        payment.terms = {"description": "Eight lamps"}
                        """);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        var ended = kit.run(UnaryOperator.identity(), kit.arguments("sezzle", file));

        assertThat(ended.printed())
                .contains("Others on this machine can read " + file, "payments of 8000 USD")
                .contains("0 differences.");
        assertThat(kit.written("sezzle").toString())
                .contains("\"amount\":8000", "xxxxx xxxxx", "\"repeats_keys\":true")
                .doesNotContain("Eight");
    }

    @Test
    void what_cannot_begin_says_why_and_shows_nothing_of_the_account() {
        var missing = kit.certify("klarna", "{\"credentials\": {\"username\": \"u\"}}", same());
        assertThat(missing.code()).isEqualTo(2);
        assertThat(missing.printed()).contains("has no credentials.password");

        var broken = kit.certify("klarna", "{\"credentials\": {\"username\": s3cr3t}}", same());
        assertThat(broken.code()).isEqualTo(2);
        assertThat(broken.printed()).contains("no JSON, line 1").doesNotContain("s3cr3t");

        var unknown = kit.run(same(), List.of("klana", "--credentials", "nowhere"));
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.printed()).contains("There is no connector klana; there are sandbox,");
    }

    @Test
    void a_customer_is_shown_the_page_and_waited_for() {
        var shown = new StringWriter();
        var visits = new AtomicInteger();
        // They press the button only after they have been asked about once more.
        UnaryOperator<Transport> way =
                real ->
                        (base, call, timeout) -> {
                            var answer = real.send(base, call, timeout);
                            var pages = PAGE.matcher(shown.toString()).results().toList();
                            if (pages.size() > visits.get()) {
                                Certify.approve(pages.get(visits.getAndIncrement()).group(1));
                            }
                            return answer;
                        };
        var arguments = kit.arguments("klarna", kit.file(Kit.account("klarna").toString()));
        arguments.remove("--simulator");

        var code = Kit.run(way, arguments, shown);

        assertThat(shown.toString()).contains("Please be the customer", "0 differences.");
        assertThat(visits).hasValue(3);
        assertThat(code).isZero();
    }

    @Test
    void a_customer_who_does_not_come_is_not_waited_for_longer_than_was_said() {
        var arguments = kit.arguments("klarna", kit.file(Kit.account("klarna").toString()));
        arguments.remove("--simulator");
        arguments.addAll(List.of("--wait", "0"));

        var ended = kit.run(same(), arguments);

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.printed())
                .contains("DIFFERENT   authorize")
                .contains("seen      the customer had not decided after 0 s");
    }

    private static <T> UnaryOperator<T> same() {
        return UnaryOperator.identity();
    }
}
