package dev.paylater.connector.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.connector.call.CallSettings;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class WorkerSettingsTest {

    private final Binder nothingSet = new Binder(new MapConfigurationPropertySource());

    @Test
    void the_calls_of_one_account_leave_room_for_the_requests_of_all_others() {
        var calls = nothingSet.bindOrCreate("paylater.calls", CallSettings.class);
        var workers = nothingSet.bindOrCreate("paylater.workers", WorkerSettings.class);

        assertThat(calls.maxConcurrent()).isEqualTo(1000);
        assertThat(workers.maxInFlight()).isEqualTo(1500);
    }
}
