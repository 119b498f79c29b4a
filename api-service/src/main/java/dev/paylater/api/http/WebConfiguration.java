package dev.paylater.api.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.HandlerMethodReturnValueHandler;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Endpoints take a {@link Call} and give an {@link Answer}; everything around is here. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration implements WebMvcConfigurer {

    private final Gate gate;
    private final Answers answers;
    private final ErrorAnswers errorAnswers;

    WebConfiguration(Gate gate, Answers answers, ErrorAnswers errorAnswers) {
        this.gate = gate;
        this.answers = answers;
        this.errorAnswers = errorAnswers;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(gate);
    }

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new CallArgument());
    }

    @Override
    public void addReturnValueHandlers(List<HandlerMethodReturnValueHandler> handlers) {
        handlers.add(new AnswerValue(answers));
    }

    @Override
    public void extendHandlerExceptionResolvers(List<HandlerExceptionResolver> resolvers) {
        resolvers.clear();
        resolvers.add(errorAnswers);
    }

    private static final class CallArgument implements HandlerMethodArgumentResolver {
        @Override
        public boolean supportsParameter(MethodParameter parameter) {
            return parameter.getParameterType() == Call.class;
        }

        @Override
        public Object resolveArgument(
                MethodParameter parameter,
                @Nullable ModelAndViewContainer container,
                NativeWebRequest request,
                @Nullable WebDataBinderFactory binders) {
            return Objects.requireNonNull(
                    Call.of(
                            Objects.requireNonNull(
                                    request.getNativeRequest(HttpServletRequest.class))));
        }
    }

    private record AnswerValue(Answers answers) implements HandlerMethodReturnValueHandler {
        @Override
        public boolean supportsReturnType(MethodParameter type) {
            return type.getParameterType() == Answer.class;
        }

        @Override
        public void handleReturnValue(
                @Nullable Object value,
                MethodParameter type,
                ModelAndViewContainer container,
                NativeWebRequest request)
                throws IOException {
            container.setRequestHandled(true);
            var servletRequest =
                    Objects.requireNonNull(request.getNativeRequest(HttpServletRequest.class));
            var call = Call.of(servletRequest);
            var answer = (Answer) Objects.requireNonNull(value);
            answers.write(
                    call == null ? answer : answer.warningOf(call.warnings()),
                    servletRequest,
                    Objects.requireNonNull(request.getNativeResponse(HttpServletResponse.class)));
        }
    }
}
