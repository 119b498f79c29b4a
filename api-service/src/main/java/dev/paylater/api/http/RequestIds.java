package dev.paylater.api.http;

import com.github.f4b6a3.ulid.Ulid;
import dev.paylater.kit.log.LogKeys;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Gives each request an id and a trace, its own or new ones, before anything else can fail, so that
 * every answer can be found again in every log.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
final class RequestIds extends OncePerRequestFilter {

    private static final Logger log = LoggerFactory.getLogger(RequestIds.class);

    static final String HEADER = "x-request-id";

    private static final String TRACEPARENT = "traceparent";
    private static final String ID_ATTRIBUTE = RequestIds.class.getName() + ".id";
    private static final Pattern ACCEPTED_ID = Pattern.compile("[A-Za-z0-9._:-]{1,128}");
    private static final Pattern ACCEPTED_TRACE =
            Pattern.compile("00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}");

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        response.setHeader(HEADER, of(request));
        var begun = System.nanoTime();
        try (var _ = new LogKeys().with("request_id", of(request))) {
            try {
                chain.doFilter(request, response);
            } finally {
                logAnswer(request, response.getStatus(), System.nanoTime() - begun);
            }
        }
    }

    /** The route, and never the path: what callers write there may be anything. */
    private static void logAnswer(HttpServletRequest request, int status, long nanos) {
        var route = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        if (route == null || route.toString().startsWith("/actuator")) {
            return;
        }
        var call = Call.of(request);
        try (var _ =
                new LogKeys()
                        .with("merchant_id", call == null ? null : call.keysMerchant())
                        .with("payment_id", paymentId(request))) {
            log.info(
                    "{} {}: {} in {} ms",
                    request.getMethod(),
                    route,
                    status,
                    TimeUnit.NANOSECONDS.toMillis(nanos));
        }
    }

    private static @Nullable String paymentId(HttpServletRequest request) {
        return request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE)
                                instanceof Map<?, ?> variables
                        && variables.get("paymentId") instanceof String id
                        && ACCEPTED_ID.matcher(id).matches()
                ? id
                : null;
    }

    static String of(HttpServletRequest request) {
        if (request.getAttribute(ID_ATTRIBUTE) instanceof String known) {
            return known;
        }
        var sent = request.getHeader(HEADER);
        var id = sent != null && ACCEPTED_ID.matcher(sent).matches() ? sent : "req_" + Ulid.fast();
        request.setAttribute(ID_ATTRIBUTE, id);
        return id;
    }

    static String traceparentOf(HttpServletRequest request) {
        var sent = request.getHeader(TRACEPARENT);
        return sent != null && ACCEPTED_TRACE.matcher(sent).matches() ? sent : newTrace();
    }

    private static String newTrace() {
        var random = ThreadLocalRandom.current();
        var hex = HexFormat.of();
        return "00-"
                + hex.toHexDigits(random.nextLong())
                + hex.toHexDigits(random.nextLong())
                + "-"
                + hex.toHexDigits(random.nextLong())
                + "-01";
    }
}
