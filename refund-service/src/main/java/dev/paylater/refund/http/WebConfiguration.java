package dev.paylater.refund.http;

import dev.paylater.kit.security.Audience;
import dev.paylater.kit.security.ServiceGate;
import dev.paylater.kit.security.ServiceToken;
import java.time.Clock;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
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
        registry.addInterceptor(new ServiceGate(tokens, RequestRefused::withoutToken))
                .addPathPatterns("/refunds/**");
    }

    @Override
    public void extendHandlerExceptionResolvers(List<HandlerExceptionResolver> resolvers) {
        resolvers.clear();
        resolvers.add(errorAnswers);
    }

    /** Apart, since it is needed before this class can be made. */
    @Configuration(proxyBeanMethods = false)
    static class Tokens {

        @Bean
        ServiceToken serviceToken(Environment environment, Clock clock) {
            return ServiceToken.in(environment, Audience.REFUND, clock);
        }
    }
}
