package dev.paylater.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class InstanceIdTest {

    @Test
    void what_is_configured_counts() {
        assertThat(InstanceId.of("7")).isEqualTo("7");
    }

    @Test
    void a_process_without_one_goes_by_the_name_of_its_host() throws Exception {
        assertThat(InstanceId.of(" ")).isEqualTo(InetAddress.getLocalHost().getHostName());
    }
}
