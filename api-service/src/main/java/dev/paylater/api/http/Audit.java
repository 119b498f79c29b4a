package dev.paylater.api.http;

import dev.paylater.api.audit.AuditLine;
import dev.paylater.api.audit.AuditLog;
import dev.paylater.api.audit.AuditedAct;
import dev.paylater.api.form.OpenApi;
import dev.paylater.api.key.ApiKey;
import jakarta.servlet.http.HttpServletRequest;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerMapping;

/** Opens the audit log for a call, so that no endpoint can forget it. */
@Component
final class Audit {

    private static final String ATTRIBUTE = AuditedAct.class.getName();
    private static final String MERCHANT = "merchantId";
    private static final Pattern VARIABLE = Pattern.compile("\\{\\w+}");

    private final AuditLog log;
    private final Map<String, String> actions = new HashMap<>();

    Audit(AuditLog log, OpenApi api) {
        this.log = log;
        for (var path : api.document().required("paths").properties()) {
            for (var operation : path.getValue().properties()) {
                actions.put(
                        name(operation.getKey(), path.getKey()),
                        operation.getValue().required("operationId").stringValue());
            }
        }
    }

    /** An operation's name; the same, however the variables of its path are called. */
    static String name(String verb, String path) {
        return verb.toUpperCase(Locale.ROOT) + " " + VARIABLE.matcher(path).replaceAll("{}");
    }

    static @Nullable AuditedAct of(HttpServletRequest request) {
        return (AuditedAct) request.getAttribute(ATTRIBUTE);
    }

    /**
     * Opens it for a call.
     *
     * @param declared what the endpoint is marked with, if it is
     */
    AuditedAct open(HttpServletRequest request, ApiKey key, @Nullable Audited declared) {
        var ids = pathIds(request);
        var merchantId = ids.getOrDefault(MERCHANT, key.merchantId());
        var act =
                new AuditedAct(
                        log,
                        AuditLine.requested(
                                declared == null || declared.value().isEmpty()
                                        ? action(request)
                                        : declared.value(),
                                key.keyId(),
                                key.name(),
                                request.getRemoteAddr(),
                                RequestIds.of(request),
                                merchantId,
                                ids.entrySet().stream()
                                        .filter(id -> !id.getKey().equals(MERCHANT))
                                        .map(Map.Entry::getValue)
                                        .reduce(null, (_, last) -> last)));
        request.setAttribute(ATTRIBUTE, act);
        return act;
    }

    private String action(HttpServletRequest request) {
        var pattern = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        var name = name(request.getMethod(), Objects.requireNonNull(pattern).toString());
        return actions.getOrDefault(name, name);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, String> pathIds(HttpServletRequest request) {
        var variables = request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
        return variables == null ? Map.of() : (Map<String, String>) variables;
    }
}
