package dev.paylater.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Operation;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * What every connector is held to. A connector's own test extends this, names its {@link Subject},
 * and is listed in {@link ConnectorMatrixTest}, which writes docs/makers/connectors.md. Connectors
 * are tested beside each other, since the cases mostly wait; those of one connector share its lab.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
abstract class ConnectorConformance
        implements AuthorizationCases,
                RedirectCases,
                ConsentCases,
                CaptureCases,
                RefundCases,
                DisputeCases,
                ShipmentCases,
                RepetitionCases,
                FaultCases,
                WebhookCases,
                DataCases {

    /** What can be done if and only if the provider has the operation for it. */
    private static final Map<Feature, Operation> OPERATIONS =
            Map.of(
                    Feature.VOID, Operation.VOID,
                    Feature.RELEASE, Operation.RELEASE,
                    Feature.INCREMENTAL_AUTHORIZATION, Operation.INCREMENT,
                    Feature.EXTERNAL_THREE_DS, Operation.AUTHENTICATE,
                    Feature.MANUAL_REVIEW, Operation.APPROVE,
                    Feature.ACCEPT_DISPUTE, Operation.ACCEPT_DISPUTE,
                    Feature.CHALLENGE_DISPUTE, Operation.CHALLENGE_DISPUTE,
                    Feature.SHIPMENTS, Operation.SHIP);

    private static final Duration LONGEST = Duration.ofSeconds(60);

    private @Nullable Lab lab;

    abstract Subject subject();

    @Override
    public Lab lab() {
        return Objects.requireNonNull(lab);
    }

    @BeforeAll
    void begin(@TempDir Path data) {
        lab = new Lab(subject(), data);
    }

    @TestFactory
    @Execution(ExecutionMode.SAME_THREAD)
    Stream<DynamicTest> cases() {
        return Arrays.stream(ConnectorConformance.class.getInterfaces())
                .flatMap(theme -> Arrays.stream(theme.getDeclaredMethods()))
                .filter(method -> method.isAnnotationPresent(Case.class))
                .filter(method -> isOurs(method.getAnnotation(Needs.class)))
                .sorted(Comparator.comparing(Method::getName))
                .map(method -> test(method.getName(), () -> method.invoke(this)));
    }

    private boolean isOurs(@Nullable Needs needs) {
        return DeclaredGaps.reason(needs, subject().connector().capabilities()) == null;
    }

    @TestFactory
    @Execution(ExecutionMode.SAME_THREAD)
    Stream<DynamicTest> what_is_not_declared_is_not_done() {
        var declared = subject().connector().capabilities().features();
        return DeclaredGaps.CHECKS.entrySet().stream()
                .filter(check -> !declared.contains(check.getKey()))
                .map(
                        check ->
                                test(
                                        check.getKey().wireName(),
                                        () -> check.getValue().accept(lab())));
    }

    /** A test that begins with a healthy provider. */
    private DynamicTest test(String name, Executable test) {
        return dynamicTest(
                name.replace('_', ' '),
                () -> {
                    lab().proxy.reset();
                    lab().simulator.behaveNormally();
                    assertTimeoutPreemptively(LONGEST, test);
                });
    }

    @AfterAll
    void end() throws IOException {
        lab().close();
    }

    @Test
    @Execution(ExecutionMode.SAME_THREAD)
    void capabilities_name_the_operations_that_there_are() {
        var capabilities = lab().capabilities();
        OPERATIONS.forEach(
                (feature, operation) ->
                        assertThat(capabilities.has(operation))
                                .as(feature + " and " + operation)
                                .isEqualTo(capabilities.features().contains(feature)));
        assertThat(capabilities.has(Operation.AUTHORIZE)).isTrue();
        assertThat(capabilities.has(Operation.CAPTURE)).isTrue();
        assertThat(capabilities.has(Operation.REFUND)).isTrue();
        if (capabilities.features().contains(Feature.REDIRECT)) {
            assertThat(capabilities.has(Operation.COMPLETE_AUTHORIZE)).isTrue();
        }
    }
}
