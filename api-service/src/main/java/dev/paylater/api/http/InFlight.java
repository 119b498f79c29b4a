package dev.paylater.api.http;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.settings.ApiSettings;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Bounds the requests under way: virtual threads are cheap and what they hold while they wait is
 * not. Health is asked for without a bound.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
final class InFlight extends OncePerRequestFilter {

    private final Semaphore free;
    private final Answers answers;

    InFlight(ApiSettings settings, Answers answers) {
        this.free = new Semaphore(settings.maxInFlight());
        this.answers = answers;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getRequestURI().startsWith("/actuator/");
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!free.tryAcquire()) {
            answers.write(
                    ApiException.retryLater(
                            ErrorCode.RL_01.status(),
                            ErrorCode.RL_01,
                            "Too many requests are under way",
                            1),
                    request,
                    response);
            return;
        }
        try {
            chain.doFilter(request, response);
        } finally {
            free.release();
        }
    }
}
