package dev.paylater.api.http;

import com.mongodb.MongoException;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
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

    /** Where other APIs have their lists. */
    private static final Map<String, String> LISTS =
            Map.of(
                    "GET /payments", ": the list of payments is GET /payments/list",
                    "GET /refunds", ": the list of refunds is POST /refunds/list",
                    "GET /mandates", ": the list of mandates is GET /mandates/list",
                    "GET /disputes", ": the list of disputes is GET /disputes/list");

    private final Answers answers;

    ErrorAnswers(Answers answers) {
        this.answers = answers;
    }

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
        try {
            if (failure instanceof Replayed replayed) {
                answers.write(replayed.answer(), request, response);
            } else {
                answers.write(errorOf(failure, request), request, response);
            }
            return new ModelAndView();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ApiException errorOf(Exception failure, HttpServletRequest request) {
        return switch (failure) {
            case ApiException error -> error;
            case HttpRequestMethodNotSupportedException wrongMethod ->
                    ApiException.wrongMethod(
                            "This path does not serve "
                                    + request.getMethod()
                                    + LISTS.getOrDefault(
                                            request.getMethod() + " " + request.getRequestURI(),
                                            ""),
                            allowed(wrongMethod));
            case NoHandlerFoundException _, NoResourceFoundException _ ->
                    ApiException.of(ErrorCode.IR_02, "Nothing is served at this path");
            case MongoException away -> {
                log.warn("The store does not answer: {}", away.toString());
                yield ApiException.unavailable("The store does not answer");
            }
            default -> {
                log.error(
                        "Unexpected failure of {} {}, request {}",
                        request.getMethod(),
                        request.getRequestURI(),
                        RequestIds.of(request),
                        failure);
                yield ApiException.of(ErrorCode.HE_00, "Something went wrong on our side");
            }
        };
    }

    private static String allowed(HttpRequestMethodNotSupportedException wrongMethod) {
        var methods = wrongMethod.getSupportedMethods();
        return methods == null ? "" : String.join(", ", methods);
    }
}
