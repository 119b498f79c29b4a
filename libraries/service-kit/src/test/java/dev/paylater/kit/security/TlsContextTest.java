package dev.paylater.kit.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.messaging.TlsContext;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsContextTest {

    @Test
    void where_nothing_is_said_the_jvms_own_holds() {
        assertThat(TlsContext.of(Map.of())).isNull();
    }

    @Test
    void whom_to_trust_is_named_as_kafkas_clients_name_it(@TempDir Path folder) throws Exception {
        var trusting = Certificates.in(folder).settings("trust", "trusts-server");
        assertThat(trusting.keySet()).allMatch(TlsContext::isName);
        assertThat(Objects.requireNonNull(TlsContext.of(trusting)).getProtocol()).startsWith("TLS");
    }

    @Test
    void a_name_that_nobody_understands_is_told() {
        assertThat(TlsContext.isName("ssl.truststore.place")).isFalse();
        assertThatThrownBy(() -> TlsContext.of(Map.of("ssl.truststore.place", "/a")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("ssl.truststore.place is no setting of TLS; there are [");
    }

    @Test
    void a_store_that_cannot_be_opened_is_no_tls() {
        assertThatThrownBy(() -> TlsContext.of(Map.of("ssl.truststore.location", "/nowhere.p12")))
                .isInstanceOf(KafkaException.class);
    }
}
