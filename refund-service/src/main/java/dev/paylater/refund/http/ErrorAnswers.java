package dev.paylater.refund.http;

import com.mongodb.MongoException;
import dev.paylater.messaging.RegistryUnavailable;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.NoHandlerFoundException;
import org.springframework.web.servlet.resource.NoResourceFoundException;

/** Turns whatever goes wrong into an answer of the one shape. */
@Component
final class ErrorAnswers implements HandlerExceptionResolver, Ordered {

    private static final Logger log = LoggerFactory.getLogger(ErrorAnswers.class);

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
        var refused = refusalFor(failure, request);
        response.setStatus(refused.status());
        response.setContentType("application/json");
        refused.headers().forEach(response::setHeader);
        try {
            response.getOutputStream().write(ErrorBody.of(refused, RequestIds.of(request)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ModelAndView();
    }

    private static RequestRefused refusalFor(Exception failure, HttpServletRequest request) {
        return switch (failure) {
            case RequestRefused refused -> refused;
            case HttpRequestMethodNotSupportedException wrongMethod ->
                    RequestRefused.wrongMethod(request.getMethod(), allowed(wrongMethod));
            case NoHandlerFoundException _, NoResourceFoundException _ ->
                    RequestRefused.of(ErrorCode.IR_02, "Nothing is served at this path");
            case MongoException away -> {
                log.warn("The store does not answer: {}", away.toString());
                yield RequestRefused.unavailable("The store does not answer");
            }
            case KafkaException away -> {
                log.warn("Kafka does not answer: {}", away.toString());
                yield RequestRefused.unavailable("Kafka does not answer");
            }
            case RegistryUnavailable away -> {
                log.warn("The schema registry does not answer: {}", away.toString());
                yield RequestRefused.unavailable("The schema registry does not answer");
            }
            default -> {
                log.error(
                        "Unexpected failure of {} {}, request {}",
                        request.getMethod(),
                        request.getRequestURI(),
                        RequestIds.of(request),
                        failure);
                yield RequestRefused.of(ErrorCode.HE_00, "Something went wrong on our side");
            }
        };
    }

    private static String allowed(HttpRequestMethodNotSupportedException wrongMethod) {
        var methods = wrongMethod.getSupportedMethods();
        return methods == null ? "" : String.join(", ", methods);
    }
}
