package dev.paylater.api.http;

import com.mongodb.MongoException;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
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

    private static final String PAYMENTS = ": the list of payments is GET /payments/list";
    private static final String CUSTOMERS = ": the list of customers is GET /customers";

    /** Where other APIs have their lists; an id that reads "list" is such a call, too. */
    private static final Map<String, String> LISTS =
            Map.ofEntries(
                    Map.entry("GET /payments", PAYMENTS),
                    Map.entry("POST /payments/list", PAYMENTS),
                    Map.entry("GET /refunds", ": the list of refunds is POST /refunds/list"),
                    Map.entry("GET /customers/list", CUSTOMERS),
                    Map.entry("POST /customers/list", CUSTOMERS),
                    Map.entry("GET /mandates", ": the list of mandates is GET /mandates/list"),
                    Map.entry("GET /disputes", ": the list of disputes is GET /disputes/list"));

    private static final List<String> KEYS =
            List.of("api-key", "admin-api-key", HttpHeaders.AUTHORIZATION);

    private final Answers answers;
    private final List<ErrorPage> pages;

    ErrorAnswers(Answers answers, List<ErrorPage> pages) {
        this.answers = answers;
        this.pages = pages;
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
            if (failure instanceof AnsweredBefore replayed) {
                answers.write(replayed.answer(), request, response);
            } else {
                write(errorOf(failure, request), request, response);
            }
            return new ModelAndView();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(ApiException error, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        var shown =
                prefersHtml(request)
                        ? pages.stream()
                                .flatMap(page -> page.of(visit(request), error).stream())
                                .findFirst()
                        : Optional.<Answer>empty();
        if (shown.isPresent()) {
            error.headers().forEach(response::setHeader);
            answers.write(shown.get(), request, response);
        } else {
            answers.write(error, request, response);
        }
    }

    private static ErrorPage.Visit visit(HttpServletRequest request) {
        return new ErrorPage.Visit(
                request.getRequestURI(),
                Objects.requireNonNullElse(request.getQueryString(), ""),
                request.getHeader(HttpHeaders.ACCEPT_LANGUAGE),
                KEYS.stream().anyMatch(name -> request.getHeader(name) != null));
    }

    /** As browsers do: HTML is named, and nothing that is preferred to it. */
    private static boolean prefersHtml(HttpServletRequest request) {
        try {
            var accepted = MediaType.parseMediaTypes(request.getHeader(HttpHeaders.ACCEPT));
            return accepted.stream()
                    .filter(MediaType.TEXT_HTML::equalsTypeAndSubtype)
                    .anyMatch(
                            html ->
                                    accepted.stream()
                                            .allMatch(
                                                    other ->
                                                            other.getQualityValue()
                                                                    <= html.getQualityValue()));
        } catch (InvalidMediaTypeException _) {
            return false;
        }
    }

    private static ApiException errorOf(Exception failure, HttpServletRequest request) {
        return switch (failure) {
            case ApiException error when error.status() == 404 && list(request) != null ->
                    ApiException.of(error.code(), "This is no list" + list(request));
            case ApiException error -> error;
            case HttpRequestMethodNotSupportedException wrongMethod ->
                    ApiException.wrongMethod(
                            "This path does not serve "
                                    + request.getMethod()
                                    + Objects.requireNonNullElse(list(request), ""),
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

    private static @Nullable String list(HttpServletRequest request) {
        return LISTS.get(request.getMethod() + " " + request.getRequestURI());
    }

    private static String allowed(HttpRequestMethodNotSupportedException wrongMethod) {
        var methods = wrongMethod.getSupportedMethods();
        return methods == null ? "" : String.join(", ", methods);
    }
}
