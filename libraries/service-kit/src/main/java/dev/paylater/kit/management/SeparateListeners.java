package dev.paylater.kit.management;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Lets the management port serve health and metrics only, and the other one anything but them. It
 * looks at the path as it is decoded and normalized, which is what the endpoints are found by.
 */
final class SeparateListeners extends ValveBase {

    private static final String MANAGEMENT = "/actuator";

    private final Connector management;

    SeparateListeners(Connector management) {
        super(true);
        this.management = management;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (isOfManagement(request.getDecodedRequestURI())
                == management.equals(request.getConnector())) {
            getNext().invoke(request, response);
        } else {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
        }
    }

    private static boolean isOfManagement(String path) {
        return path.equals(MANAGEMENT) || path.startsWith(MANAGEMENT + "/");
    }
}
