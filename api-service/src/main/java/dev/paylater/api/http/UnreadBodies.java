package dev.paylater.api.http;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/**
 * Closes the connection after the answer to a request whose body is not waited for. Tomcat would
 * read the rest of it before it closes, for as long as somebody cares to send it slowly.
 */
@Component
final class UnreadBodies implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

    private static final String ATTRIBUTE = UnreadBodies.class.getName();

    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        factory.addContextValves(new Reach());
    }

    static void abandon(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof org.apache.coyote.Request connection) {
            connection.action(ActionCode.DISABLE_SWALLOW_INPUT, null);
        }
    }

    /** What a servlet sees of a request does not lead to its connection. */
    private static final class Reach extends ValveBase {

        Reach() {
            super(true);
        }

        @Override
        public void invoke(Request request, Response response)
                throws IOException, ServletException {
            request.setAttribute(ATTRIBUTE, request.getCoyoteRequest());
            getNext().invoke(request, response);
        }
    }
}
