package dev.paylater.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.ops.console.UserProblem;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class PortsTest {

    @Test
    void the_offset_moves_every_port() {
        var ports = Ports.fromEnvironment(Map.of("PAYLATER_PORT_OFFSET", "100"));

        assertThat(ports.of(Service.API)).isEqualTo(8180);
        assertThat(ports.behind(Service.KAFKA)).isEqualTo(10192);
    }

    @Test
    void without_an_offset_the_documented_ports_hold() {
        var ports = Ports.fromEnvironment(Map.of());

        assertThat(Service.values())
                .extracting(ports::of)
                .containsExactly(9092, 27017, 8085, 8090, 8083, 8082, 8081, 8084, 8080);
    }

    @Test
    void an_offset_that_is_no_number_is_explained() {
        assertThatThrownBy(() -> Ports.fromEnvironment(Map.of("PAYLATER_PORT_OFFSET", "many")))
                .isInstanceOf(UserProblem.class)
                .hasMessageContaining("PAYLATER_PORT_OFFSET")
                .hasMessageContaining("many");
    }

    @Test
    void a_taken_port_is_seen_and_its_owner_found() throws Exception {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(Ports.isFree(socket.getLocalPort())).isFalse();
            assertThat(PortOwner.of(socket.getLocalPort())).contains(ProcessHandle.current().pid());
        }
    }

    @RepeatedTest(20)
    void no_outgoing_connection_takes_a_further_instances_ports_before_it_listens() {
        assertThat(Ports.management(Ports.anyFree())).isLessThan(32_768);
    }

    @Test
    void a_further_instance_has_room_for_its_management_port() {
        int port = Ports.anyFree();

        assertThat(Ports.management(port)).isEqualTo(port + 100);
        assertThat(Ports.isFree(Ports.management(port))).isTrue();
    }

    @Test
    void a_free_port_has_no_owner() throws Exception {
        int port = Ports.anyFree();

        assertThat(Ports.isFree(port)).isTrue();
        assertThat(PortOwner.of(port)).isEmpty();
    }
}
