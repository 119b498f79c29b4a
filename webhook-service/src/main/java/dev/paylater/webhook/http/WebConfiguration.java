package dev.paylater.webhook.http;

import dev.paylater.kit.security.ServiceGate;
import dev.paylater.kit.security.ServiceToken;
import java.util.List;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** What every request to this service passes. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration implements WebMvcConfigurer {

    private final ServiceToken tokens;
    private final ErrorAnswers errorAnswers;

    WebConfiguration(ServiceToken tokens, ErrorAnswers errorAnswers) {
        this.tokens = tokens;
        this.errorAnswers = errorAnswers;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new ServiceGate(tokens, Refused::withoutToken))
                .addPathPatterns("/webhook_deliveries/**", "/webhook_endpoints/**");
    }

    @Override
    public void extendHandlerExceptionResolvers(List<HandlerExceptionResolver> resolvers) {
        resolvers.clear();
        resolvers.add(errorAnswers);
    }
}
