package dev.paylater.oneprocess;

import static org.springframework.core.env.StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;

import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.web.context.support.StandardServletEnvironment;

/**
 * A service as it is started in a process of its own, but for three things: its environment is what
 * it is given, its application.yml is that of its own jar, and who stops it decides when.
 */
final class ServiceContext {
    private static final String SETTINGS = "application.yml";

    static {
        // Levels and files of the log would be those of the service that happens to start first.
        System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
    }

    private ServiceContext() {}

    static ConfigurableApplicationContext start(
            Class<?> application, Map<String, String> variables) {
        Map<String, Object> own = new HashMap<>(variables);
        own.put("SPRING_CONFIG_LOCATION", settingsOf(application));
        // Each service has meters of its own, as separate processes have.
        own.put("MANAGEMENT_METRICS_USEGLOBALREGISTRY", "false");
        var environment = new StandardServletEnvironment();
        environment
                .getPropertySources()
                .replace(
                        SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, own));
        return new SpringApplicationBuilder(application)
                .main(application)
                .environment(environment)
                .registerShutdownHook(false)
                .run();
    }

    /** Every service's jar has one, and a class path shows only the first. */
    private static String settingsOf(Class<?> application) {
        var home = application.getProtectionDomain().getCodeSource().getLocation().toString();
        return home.endsWith("/") ? home + SETTINGS : "jar:" + home + "!/" + SETTINGS;
    }
}
