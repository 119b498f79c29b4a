package dev.paylater.webhook.http;

import dev.paylater.kit.security.ServiceToken;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Lets nobody in without a token that a service of ours has signed a moment ago. The merchant is
 * who the token says.
 */
@Component
final class Gate implements HandlerInterceptor {

    private static final String MERCHANT = Gate.class.getName() + ".merchant";

    private final ServiceToken tokens;

    Gate(ServiceToken tokens) {
        this.tokens = tokens;
    }

    @Override
    public boolean preHandle(
            HttpServletRequest request, HttpServletResponse response, Object handler) {
        var token = request.getHeader(ServiceToken.HEADER);
        var merchant = token == null ? Optional.<String>empty() : tokens.merchantOf(token);
        request.setAttribute(MERCHANT, merchant.orElseThrow(Refused::withoutToken));
        return true;
    }

    /** The merchant on whose behalf this request is made. */
    static String merchantOf(HttpServletRequest request) {
        return (String) request.getAttribute(MERCHANT);
    }
}
