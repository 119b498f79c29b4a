package dev.paylater.connector.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.paylater.connector.provider.Capabilities.Feature;
import dev.paylater.connector.provider.Operation;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every connector is held to. A connector's own test extends this, names its {@link Subject},
 * and is listed in {@link ConnectorMatrixTest}, which writes docs/connectors.md. A case that the
 * provider cannot do is no test; that it is refused is a test of its own, once for each gap.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ConnectorConformance {

    /** All cases of the kit. */
    record Kit(Lab lab)
            implements AuthorizationCases,
                    RedirectCases,
                    ConsentCases,
                    CaptureCases,
                    RefundCases,
                    RepetitionCases,
                    FaultCases,
                    WebhookCases,
                    DataCases {

        static Stream<Method> cases() {
            return Arrays.stream(Kit.class.getInterfaces()).flatMap(Kit::casesOf);
        }

        /** In the order of names: that of methods in a class file is nobody's promise. */
        static Stream<Method> casesOf(Class<?> theme) {
            return Arrays.stream(theme.getDeclaredMethods())
                    .filter(method -> method.isAnnotationPresent(Test.class))
                    .sorted(Comparator.comparing(Method::getName));
        }
    }

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** What can be done if and only if the provider has the operation for it. */
    private static final Map<Feature, Operation> OPERATIONS =
            Map.of(
                    Feature.VOID, Operation.VOID,
                    Feature.RELEASE, Operation.RELEASE,
                    Feature.INCREMENTAL_AUTHORIZATION, Operation.INCREMENT,
                    Feature.EXTERNAL_THREE_DS, Operation.AUTHENTICATE,
                    Feature.MANUAL_REVIEW, Operation.APPROVE);

    private @Nullable Lab lab;

    abstract Subject subject();

    Lab lab() {
        return Objects.requireNonNull(lab);
    }

    @BeforeAll
    void begin(@TempDir Path data) {
        lab = new Lab(subject(), data);
    }

    @BeforeEach
    void healthy() {
        lab().proxy.reset();
        lab().simulator.behaveNormally();
    }

    @AfterAll
    void end() throws IOException {
        lab().close();
    }

    @TestFactory
    Stream<DynamicTest> what_the_provider_can_do() {
        var kit = new Kit(lab());
        return Kit.cases()
                .filter(method -> DeclaredGaps.gap(method, lab().capabilities()).isEmpty())
                .map(method -> test(method.getName(), () -> run(method, kit)));
    }

    @TestFactory
    Stream<DynamicTest> what_the_provider_can_not_do() {
        return Kit.cases()
                .flatMap(method -> DeclaredGaps.gap(method, lab().capabilities()).stream())
                .filter(DeclaredGaps.Gap::isVisible)
                .distinct()
                .map(gap -> test(gap.reason(), () -> gap.check(lab())));
    }

    private DynamicTest test(String name, Executable execution) {
        return DynamicTest.dynamicTest(
                name,
                () -> {
                    healthy();
                    assertTimeoutPreemptively(PATIENCE, execution);
                });
    }

    private static void run(Method method, Kit kit) throws Throwable {
        try {
            method.invoke(kit);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Test
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
