package dev.paylater.launcher;

import dev.paylater.launcher.process.Ports;
import dev.paylater.launcher.process.Service;
import java.util.List;

/** Where everything is and with which keys it opens, as printed at the end of {@code up}. */
final class Welcome {
    static final String SECRET_KEY = "sk_sandbox_paylater_0123456789abcdef";
    private static final String PUBLISHABLE_KEY = "pk_sandbox_paylater_0123456789abcdef";
    private static final String ADMIN_KEY = "admin_sandbox_paylater_0123456789abcdef";

    private Welcome() {}

    static List<String> lines(Ports ports) {
        return List.of(
                "  Merchant API       " + ports.url(Service.API),
                "  Provider simulator " + ports.url(Service.PROVIDER_SIMULATOR),
                "  Kafka              " + ports.kafkaBootstrap(),
                "  MongoDB (local)    " + ports.mongoUri(),
                "  Schema registry    " + ports.registryApi(),
                "",
                "  Merchant           merchant_sandbox, profile pro_sandbox",
                "  Secret key         " + SECRET_KEY,
                "  Publishable key    " + PUBLISHABLE_KEY,
                "  Admin key          " + ADMIN_KEY,
                "",
                "  ./paylater demo redirect   ./paylater status   ./paylater logs   ./paylater"
                        + " down");
    }
}
