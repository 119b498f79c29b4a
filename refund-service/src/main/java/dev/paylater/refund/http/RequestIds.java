package dev.paylater.refund.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.UUID;
import java.util.regex.Pattern;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Every answer carries the id of its request: the caller's, or a new one. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
final class RequestIds extends OncePerRequestFilter {

    static final String HEADER = "x-request-id";

    private static final String ATTRIBUTE = RequestIds.class.getName();
    private static final Pattern ACCEPTED = Pattern.compile("[A-Za-z0-9._:-]{1,128}");

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        response.setHeader(HEADER, of(request));
        chain.doFilter(request, response);
    }

    static String of(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof String known) {
            return known;
        }
        var sent = request.getHeader(HEADER);
        var id =
                sent != null && ACCEPTED.matcher(sent).matches()
                        ? sent
                        : "req_" + UUID.randomUUID();
        request.setAttribute(ATTRIBUTE, id);
        return id;
    }
}
