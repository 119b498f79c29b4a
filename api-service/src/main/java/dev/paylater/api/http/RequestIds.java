package dev.paylater.api.http;

import com.github.f4b6a3.ulid.Ulid;
import dev.paylater.kit.log.LogKeys;
import dev.paylater.kit.trace.Sampling;
import dev.paylater.kit.trace.Traces;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
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

    private static final String ID_ATTRIBUTE = RequestIds.class.getName() + ".id";
    private static final Pattern ACCEPTED_ID = Pattern.compile("[A-Za-z0-9._:-]{1,128}");

    private final Traces traces;
    private final Sampling sampling;

    RequestIds(Traces traces, Sampling sampling) {
        this.traces = traces;
        this.sampling = sampling;
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        response.setHeader(HEADER, of(request));
        var trace = RequestTrace.begin(request, sampling);
        var begun = System.nanoTime();
        try (var _ = new LogKeys().with("request_id", of(request))) {
            try {
                chain.doFilter(request, response);
            } finally {
                finish(request, response.getStatus(), System.nanoTime() - begun, trace);
            }
        }
    }

    /** The route, and never the path: what callers write there may be anything. */
    private void finish(HttpServletRequest request, int status, long nanos, RequestTrace trace) {
        var route = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        if (route == null || route.toString().startsWith("/actuator")) {
            return;
        }
        var call = Call.of(request);
        var merchantId = call == null ? null : call.keysMerchant();
        var paymentId = paymentId(request);
        try (var _ = new LogKeys().with("merchant_id", merchantId).with("payment_id", paymentId)) {
            log.info(
                    "{} {}: {} in {} ms",
                    request.getMethod(),
                    route,
                    status,
                    TimeUnit.NANOSECONDS.toMillis(nanos));
        }
        if (trace.own().isSampled()) {
            traces.tell(
                    trace.span(request.getMethod(), route.toString(), status, nanos)
                            .with("request_id", of(request))
                            .with("merchant_id", merchantId)
                            .with("payment_id", paymentId));
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
}
