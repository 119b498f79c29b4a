package dev.paylater.api.http;

import dev.paylater.api.settings.ServiceUrls;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * What every answer says to a browser, errors included, before anything can fail. A page then puts
 * its own policy in place of the one that allows nothing.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
final class SecurityHeaders extends OncePerRequestFilter {

    static final String CONTENT_POLICY = "Content-Security-Policy";

    private static final String TWO_YEARS = "max-age=63072000";

    private final boolean isEncrypted;

    SecurityHeaders(ServiceUrls addresses) {
        this.isEncrypted = addresses.isEncrypted();
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        set(response, isEncrypted);
        chain.doFilter(request, response);
    }

    /**
     * Sets them.
     *
     * @param isEncrypted whether customers and merchants reach this API by HTTPS; over HTTP a
     *     browser would not look at Strict-Transport-Security
     */
    static void set(HttpServletResponse response, boolean isEncrypted) {
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader("Cache-Control", "no-store");
        response.setHeader(CONTENT_POLICY, ContentPolicy.NONE);
        if (isEncrypted) {
            response.setHeader("Strict-Transport-Security", TWO_YEARS);
        }
    }
}
