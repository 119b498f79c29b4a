package dev.paylater.api.http;

import dev.paylater.api.audit.AuditedAct;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.key.ApiKey;
import dev.paylater.api.key.KeyKind;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * What every request has to pass before its endpoint sees it: key, rate, kind and size of the body,
 * and whether it is a repetition.
 */
@Component
final class Gate implements HandlerInterceptor {

    static final String API_KEY = "api-key";
    static final String ADMIN_API_KEY = "admin-api-key";

    private static final String BEARER = "Bearer ";
    private static final String NOTIFICATIONS = "/webhooks/";

    private final AddressLimits addressLimits;
    private final RateLimit rateLimit;
    private final MerchantLimits merchantLimits;
    private final QueryParameters queryParameters;
    private final Idempotency idempotency;
    private final Audit audit;
    private final Answers answers;
    private final ConsoleDoor consoleDoor;

    Gate(
            AddressLimits addressLimits,
            RateLimit rateLimit,
            MerchantLimits merchantLimits,
            QueryParameters queryParameters,
            Idempotency idempotency,
            Audit audit,
            Answers answers,
            ConsoleDoor consoleDoor) {
        this.addressLimits = addressLimits;
        this.rateLimit = rateLimit;
        this.merchantLimits = merchantLimits;
        this.queryParameters = queryParameters;
        this.idempotency = idempotency;
        this.audit = audit;
        this.answers = answers;
        this.consoleDoor = consoleDoor;
    }

    @Override
    public boolean preHandle(
            HttpServletRequest request, HttpServletResponse response, Object handler)
            throws IOException {
        if (!(handler instanceof HandlerMethod method) || Call.of(request) != null) {
            return true;
        }
        var allows = method.getMethodAnnotation(Allows.class);
        if (allows == null) {
            request.setAttribute(Call.ATTRIBUTE, new Call(request, null, bodyWithoutKey(request)));
            return true;
        }
        var signedIn = ConsoleDoor.leads(request) ? consoleDoor.enter(request) : null;
        var key =
                signedIn == null ? authenticate(request, List.of(allows.value())) : signedIn.key();
        var act =
                isAudited(request, method, key)
                        ? audit.open(request, key, method.getMethodAnnotation(Audited.class))
                        : null;
        requireAddress(key, request);
        if (key.kind() == KeyKind.PUBLISHABLE) {
            addressLimits.client(request, key);
        }
        if (signedIn != null) {
            requireKind(key, allows);
        }
        rateLimit.pass(key.keyId());
        merchantLimits.pass(key, urgency(request));
        requireScopes(key, allows);
        if (signedIn != null) {
            request.setAttribute(Call.ATTRIBUTE, consoleDoor.call(request, signedIn));
            begin(act, request);
            return true;
        }
        var call = new Call(request, key, Bodies.readJson(request));
        request.setAttribute(Call.ATTRIBUTE, call);
        queryParameters.check(request);
        if (call.isClientSide()) {
            call.onAuthorization(
                    paymentId ->
                            idempotency
                                    .begin(request, call, Idempotency.ofClient(paymentId))
                                    .ifPresent(
                                            answer -> {
                                                throw new AnsweredBefore(answer);
                                            }));
        } else if (key.kind() != KeyKind.ADMIN) {
            var replayed = idempotency.begin(request, call, Idempotency.OF_SERVER);
            if (replayed.isPresent()) {
                answers.write(replayed.get(), request, response);
                return false;
            }
        }
        // What was answered before is not done again, and has its lines.
        begin(act, request);
        return true;
    }

    private static void begin(@Nullable AuditedAct act, HttpServletRequest request) {
        if (act != null && !request.getMethod().equals("GET")) {
            act.begin();
        }
    }

    private static MerchantLimits.Urgency urgency(HttpServletRequest request) {
        var named = request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
        return MerchantLimits.urgency(
                request.getMethod(),
                request.getRequestURI(),
                named instanceof Map<?, ?> variables && !variables.isEmpty());
    }

    /** Acts of administrators, deletions by anybody, and what is declared. */
    private static boolean isAudited(HttpServletRequest request, HandlerMethod method, ApiKey key) {
        return key.kind() == KeyKind.ADMIN
                || request.getMethod().equals("DELETE")
                || method.hasMethodAnnotation(Audited.class);
    }

    /** Providers send many notifications, and large ones; nobody else has reason to. */
    private byte[] bodyWithoutKey(HttpServletRequest request) {
        if (request.getRequestURI().startsWith(NOTIFICATIONS)) {
            addressLimits.notification(request);
            return Bodies.read(request, Bodies.MAX_BYTES);
        }
        addressLimits.visit(request);
        return Bodies.read(request, Bodies.MAX_BYTES_OF_FORM);
    }

    private ApiKey authenticate(HttpServletRequest request, List<KeyKind> allowed) {
        var isForAdministrators = allowed.contains(KeyKind.ADMIN);
        var header = isForAdministrators ? ADMIN_API_KEY : API_KEY;
        var bearer = bearerToken(request);
        var isToken = isForAdministrators && bearer != null && bearer.indexOf('.') >= 0;
        var named = request.getHeader(header);
        var sent = named == null && !isToken ? bearer : named;
        var token = sent == null ? bearer : null;
        var found =
                token == null
                        ? addressLimits.find(request, sent)
                        : addressLimits.findByToken(request, token);
        var key = found.orElseThrow(() -> rejected(header, token == null ? sent : token));
        if (!allowed.contains(key.kind())) {
            throw ApiException.of(
                    ErrorCode.IR_01,
                    "This call needs a "
                            + String.join(" or ", allowed.stream().map(KeyKind::wireName).toList())
                            + " key");
        }
        return key;
    }

    private static @Nullable String bearerToken(HttpServletRequest request) {
        var value = request.getHeader(HttpHeaders.AUTHORIZATION);
        return value != null && value.regionMatches(true, 0, BEARER, 0, BEARER.length())
                ? value.substring(BEARER.length()).strip()
                : null;
    }

    /**
     * The address is the socket's: what a header says about it counts only from a trusted proxy. It
     * comes before the key's rate, of which whoever stole the key is to use up nothing.
     */
    private void requireAddress(ApiKey key, HttpServletRequest request) {
        if (!key.allows(InetAddress.ofLiteral(request.getRemoteAddr()))) {
            addressLimits.failed(request);
            throw ApiException.of(
                    ErrorCode.IR_17, "This key may not be used from " + request.getRemoteAddr());
        }
    }

    /** A session is of an administrator or of a merchant, and not every page is for both. */
    private static void requireKind(ApiKey key, Allows allows) {
        if (!List.of(allows.value()).contains(key.kind())) {
            throw ApiException.of(
                    ErrorCode.IR_17,
                    key.kind() == KeyKind.ADMIN
                            ? "This page is a merchant's: sign in with a secret key"
                            : "This page is for administrators: sign in with an admin key");
        }
    }

    private static void requireScopes(ApiKey key, Allows allows) {
        for (var scope : allows.scope()) {
            if (key.kind() == scope.kind() && !key.allows(scope)) {
                throw ApiException.of(
                        ErrorCode.IR_17, "This key lacks the scope " + scope.wireName());
            }
        }
    }

    private static ApiException rejected(String header, @Nullable String sent) {
        return ApiException.of(
                ErrorCode.IR_01,
                sent == null
                        ? "The header %s is missing: send %s: KEY or Authorization: Bearer KEY"
                                .formatted(header, header)
                        : "The key is not valid");
    }
}
