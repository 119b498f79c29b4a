package dev.paylater.messaging;

import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.security.ssl.DefaultSslEngineFactory;
import org.jspecify.annotations.Nullable;

/**
 * Whom to trust and what to show of oneself, by the names that Kafka's clients have for it: {@code
 * ssl.truststore.location}, {@code ssl.keystore.location} and so on, PEM included.
 */
public final class TlsContext {

    private static final ConfigDef NAMES = new ConfigDef();

    static {
        SslConfigs.addClientSslSupport(NAMES);
    }

    private TlsContext() {}

    public static boolean isName(String name) {
        return NAMES.names().contains(name);
    }

    /**
     * Null where nothing is said, so that the JVM's own holds.
     *
     * @throws IllegalStateException naming what nobody understands
     * @throws org.apache.kafka.common.KafkaException when a store cannot be opened
     */
    public static @Nullable SSLContext of(Map<String, String> settings) {
        if (settings.isEmpty()) {
            return null;
        }
        for (var name : settings.keySet()) {
            if (!isName(name)) {
                throw new IllegalStateException(
                        name + " is no setting of TLS; there are " + NAMES.names());
            }
        }
        try (var factory = new DefaultSslEngineFactory()) {
            factory.configure(NAMES.parse(new HashMap<>(settings)));
            return factory.sslContext();
        }
    }
}
