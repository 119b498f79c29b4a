package dev.paylater.webhook.http;

import com.mongodb.MongoException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import tools.jackson.databind.json.JsonMapper;

/** Turns whatever goes wrong into an answer of the shape that api-service passes on. */
@Component
final class ErrorAnswers implements HandlerExceptionResolver, Ordered {

    private static final Logger log = LoggerFactory.getLogger(ErrorAnswers.class);
    private static final JsonMapper JSON = JsonMapper.shared();

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public ModelAndView resolveException(
            HttpServletRequest request,
            HttpServletResponse response,
            @Nullable Object handler,
            Exception failure) {
        var refused = refusalFor(failure);
        response.setStatus(refused.status());
        response.setContentType("application/json");
        var body = JSON.createObjectNode();
        body.putObject("error")
                .put("code", refused.code())
                .put("message", refused.getMessage())
                .put("param", refused.param());
        try {
            response.getOutputStream().write(JSON.writeValueAsBytes(body));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ModelAndView();
    }

    private static Refused refusalFor(Exception failure) {
        return switch (failure) {
            case Refused refused -> refused;
            case NoResourceFoundException _, HttpRequestMethodNotSupportedException _ ->
                    Refused.nothingHere();
            case MongoException away -> {
                log.warn("The store does not answer: {}", away.toString());
                yield Refused.unavailable();
            }
            default -> {
                log.error("Unexpected failure", failure);
                yield Refused.fault();
            }
        };
    }
}
