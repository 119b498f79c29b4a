package dev.paylater.orchestrator;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ArchiveConfigurationTest {

    @Test
    void nothing_that_may_still_be_refunded_is_archived_in_production() {
        assertThatThrownBy(
                        () ->
                                ArchiveConfiguration.requireAfterLastRefund(
                                        Duration.ofDays(366).minusSeconds(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "paylater.archive.after is 365 days, and must be at least 366: a payment"
                            + " can be refunded for 365 days. Only the local profile may archive"
                            + " sooner.");
        assertThatCode(() -> ArchiveConfiguration.requireAfterLastRefund(Duration.ofDays(366)))
                .doesNotThrowAnyException();
    }
}
