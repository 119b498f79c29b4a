package dev.paylater.orchestrator.kafka;

import dev.paylater.orchestrator.payment.ConnectorError;
import org.jspecify.annotations.Nullable;

/** A provider's error, between the wire and the core. */
final class Errors {

    private static final ConnectorError UNTOLD =
            new ConnectorError(null, null, null, "unknown", "The provider gave no reason");

    private Errors() {}

    static ConnectorError read(dev.paylater.schemas.@Nullable ConnectorError error) {
        return error == null
                ? UNTOLD
                : new ConnectorError(
                        error.getCode(),
                        error.getMessage(),
                        error.getReason(),
                        error.getUnifiedCode(),
                        error.getUnifiedMessage());
    }

    static @Nullable ConnectorError readNullable(
            dev.paylater.schemas.@Nullable ConnectorError error) {
        return error == null ? null : read(error);
    }
}
