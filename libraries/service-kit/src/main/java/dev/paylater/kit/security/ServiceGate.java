package dev.paylater.kit.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Lets in who has a token that a service of ours has signed a moment ago; the merchant is the one
 * of the token.
 */
public final class ServiceGate implements HandlerInterceptor {

    private static final String MERCHANT = ServiceGate.class.getName() + ".merchant";

    private final ServiceToken tokens;
    private final Supplier<? extends RuntimeException> refusal;

    /**
     * Guards the interface of one service.
     *
     * @param refusal what a request without a valid token is answered with: 401
     */
    public ServiceGate(ServiceToken tokens, Supplier<? extends RuntimeException> refusal) {
        this.tokens = tokens;
        this.refusal = refusal;
    }

    @Override
    public boolean preHandle(
            HttpServletRequest request, HttpServletResponse response, Object handler) {
        var token = request.getHeader(ServiceToken.HEADER);
        var merchant = token == null ? Optional.<String>empty() : tokens.merchantOf(token);
        request.setAttribute(MERCHANT, merchant.orElseThrow(refusal));
        return true;
    }

    /** The merchant on whose behalf the request is made. */
    public static String merchantOf(HttpServletRequest request) {
        return (String) request.getAttribute(MERCHANT);
    }
}
