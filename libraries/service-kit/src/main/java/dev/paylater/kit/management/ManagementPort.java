package dev.paylater.kit.management;

import org.apache.catalina.connector.Connector;
import org.apache.coyote.AbstractProtocol;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.core.Ordered;

/**
 * Health and metrics on a port of their own. It is a second connector of the one Tomcat: a second
 * server with a context of its own (management.server.port) would cost memory and time at every
 * start.
 */
public final class ManagementPort
        implements WebServerFactoryCustomizer<TomcatServletWebServerFactory>, Ordered {

    /** How far it lies behind the port of the service, unless it is set. */
    private static final int DISTANCE = 100;

    private final Connector connector = new Connector();

    ManagementPort(
            @Value("${server.port}") int servicePort,
            @Value("${paylater.management-port:#{null}}") @Nullable Integer chosen) {
        // Zero is any free one, in tests.
        connector.setPort(servicePort == 0 ? 0 : servicePort + DISTANCE);
        if (chosen != null) {
            connector.setPort(chosen);
        }
    }

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        if (connector.getProtocolHandler() instanceof AbstractProtocol<?> protocol) {
            protocol.setAddress(factory.getAddress());
            protocol.setExecutor(new VirtualThreadExecutor("management-"));
        }
        factory.addAdditionalConnectors(connector);
        factory.addContextValves(new SeparateListeners(connector));
    }

    /** Where it listens, as soon as the service has started. */
    public int number() {
        return connector.getLocalPort();
    }

    /** After the factory has been given its address. */
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }
}
