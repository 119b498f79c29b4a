package dev.paylater.launcher;

import dev.paylater.launcher.process.Infrastructure;
import dev.paylater.launcher.process.Ports;
import dev.paylater.launcher.process.Service;
import java.util.List;

/** Where everything is and with which keys it opens, as printed at the end of {@code up}. */
final class Welcome {
    static final String SECRET_KEY = "sk_sandbox_paylater_0123456789abcdef";
    private static final String PUBLISHABLE_KEY = "pk_sandbox_paylater_0123456789abcdef";
    static final String ADMIN_KEY = "admin_sandbox_paylater_0123456789abcdef";

    private Welcome() {}

    static List<String> lines(Ports ports, Infrastructure servers) {
        return List.of(
                "  Merchant API       " + ports.url(Service.API),
                "  Console            " + ports.url(Service.API) + "/console",
                "  Provider simulator " + ports.url(Service.PROVIDER_SIMULATOR),
                "  Kafka              " + address(servers, Service.KAFKA),
                "  %s    "
                                .formatted(
                                        servers.isOwn(Service.STORE)
                                                ? "MongoDB (local)"
                                                : "MongoDB        ")
                        + address(servers, Service.STORE),
                "  Schema registry    " + address(servers, Service.REGISTRY),
                "",
                "  Merchant           merchant_sandbox, profile pro_sandbox",
                "  Secret key         " + SECRET_KEY,
                "  Publishable key    " + PUBLISHABLE_KEY,
                "  Admin key          " + ADMIN_KEY,
                "",
                "  ./paylater demo redirect   ./paylater status   ./paylater logs   ./paylater"
                        + " down");
    }

    private static String address(Infrastructure servers, Service service) {
        String theirs = servers.shown().get(service);
        return theirs == null ? servers.address(service) : theirs + " (yours)";
    }
}
