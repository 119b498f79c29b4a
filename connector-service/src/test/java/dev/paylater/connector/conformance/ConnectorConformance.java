package dev.paylater.connector.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.provider.Capabilities.Feature;
import dev.paylater.connector.provider.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every connector is held to. A connector's own test extends this, names its {@link Subject},
 * and is listed in {@link ConnectorMatrixTest}, which writes docs/connectors.md.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(DeclaredGaps.class)
@Timeout(60)
abstract class ConnectorConformance
        implements AuthorizationCases,
                RedirectCases,
                ConsentCases,
                CaptureCases,
                RefundCases,
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
                    Feature.MANUAL_REVIEW, Operation.APPROVE);

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

    @BeforeEach
    void healthy() {
        lab().proxy.reset();
        lab().simulator.behaveNormally();
    }

    @AfterAll
    void end() throws IOException {
        lab().close();
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
