package dev.paylater.webhook.http;

import java.util.List;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** What every request to this service passes. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration implements WebMvcConfigurer {

    private final Gate gate;
    private final ErrorAnswers errorAnswers;

    WebConfiguration(Gate gate, ErrorAnswers errorAnswers) {
        this.gate = gate;
        this.errorAnswers = errorAnswers;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(gate)
                .addPathPatterns("/webhook_deliveries/**", "/webhook_endpoints/**");
    }

    @Override
    public void extendHandlerExceptionResolvers(List<HandlerExceptionResolver> resolvers) {
        resolvers.clear();
        resolvers.add(errorAnswers);
    }
}
