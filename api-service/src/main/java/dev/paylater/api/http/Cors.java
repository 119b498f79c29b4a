package dev.paylater.api.http;

import dev.paylater.api.key.EphemeralKeys;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * What a page of another origin may send and read: the same for every path and every answer, errors
 * included. Customers' browsers call with publishable keys from any shop, and no cookie is ever
 * involved, so that an origin is no reason to refuse anything. Behind a proxy this service does not
 * even know its own.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 2)
final class Cors extends OncePerRequestFilter {

    private static final String METHODS = "GET, HEAD, POST, DELETE, OPTIONS";
    private static final String SENT =
            String.join(
                    ", ",
                    Gate.API_KEY,
                    "authorization",
                    "content-type",
                    Idempotency.HEADER,
                    "prefer",
                    EphemeralKeys.HEADER,
                    RequestIds.HEADER);
    private static final String READ =
            String.join(
                    ", ",
                    RequestIds.HEADER,
                    HttpHeaders.RETRY_AFTER,
                    Idempotency.REPLAYED,
                    "Allow");
    private static final String AN_HOUR = "3600";

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        allow(request, response);
        if (isPreflight(request)) {
            response.setHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_METHODS, METHODS);
            response.setHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_HEADERS, SENT);
            response.setHeader(HttpHeaders.ACCESS_CONTROL_MAX_AGE, AN_HOUR);
            response.setStatus(HttpServletResponse.SC_OK);
            return;
        }
        chain.doFilter(request, response);
    }

    /** Lets whoever asks from another origin read the answer. */
    static void allow(HttpServletRequest request, HttpServletResponse response) {
        if (request.getHeader(HttpHeaders.ORIGIN) != null) {
            response.setHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, "*");
            response.setHeader(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, READ);
        }
    }

    private static boolean isPreflight(HttpServletRequest request) {
        return request.getMethod().equals("OPTIONS")
                && request.getHeader(HttpHeaders.ORIGIN) != null
                && request.getHeader(HttpHeaders.ACCESS_CONTROL_REQUEST_METHOD) != null;
    }
}
