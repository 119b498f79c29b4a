package dev.paylater.launcher;

import dev.paylater.launcher.process.Infrastructure;
import dev.paylater.launcher.process.Ports;
import dev.paylater.launcher.process.Service;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Where everything is and with which keys it opens, as printed at the end of {@code up}. */
final class Welcome {
    static final String SECRET_KEY = "sk_sandbox_paylater_0123456789abcdef";
    private static final String PUBLISHABLE_KEY = "pk_sandbox_paylater_0123456789abcdef";
    static final String ADMIN_KEY = "admin_sandbox_paylater_0123456789abcdef";

    private Welcome() {}

    /**
     * The lines.
     *
     * @param searchPath folders in which the shell looks for programs, as in PATH
     */
    static List<String> lines(Ports ports, Infrastructure servers, String searchPath) {
        var lines = new ArrayList<>(addresses(ports, servers));
        if (servers.isOwn(Service.STORE) && isOnPath("mongod", searchPath)) {
            lines.addAll(
                    List.of(
                            "",
                            "  There is a mongod on this machine. In place of the local store:",
                            "  mongod --port 27018 --dbpath DIRECTORY   and   ./paylater up"
                                    + " --mongodb mongodb://127.0.0.1:27018/paylater"));
        }
        return lines;
    }

    private static boolean isOnPath(String program, String searchPath) {
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(searchPath)
                .filter(folder -> !folder.isEmpty())
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private static List<String> addresses(Ports ports, Infrastructure servers) {
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
