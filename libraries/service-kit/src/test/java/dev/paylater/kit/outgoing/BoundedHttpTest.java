package dev.paylater.kit.outgoing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.paylater.kit.outgoing.PublicAddresses.InternalAddress;
import dev.paylater.kit.security.Certificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server behind a chosen address tries, over real connections. */
final class BoundedHttpTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final AtomicInteger requests = new AtomicInteger();
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = begin(HttpServer.create());
    }

    @AfterEach
    void end() {
        server.stop(0);
    }

    private HttpServer begin(HttpServer created) throws IOException {
        created.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        created.createContext(
                "/",
                exchange -> {
                    requests.incrementAndGet();
                    if (exchange.getRequestURI().getPath().equals("/away")) {
                        exchange.getResponseHeaders().set("location", "/secrets");
                        exchange.sendResponseHeaders(307, -1);
                    } else {
                        exchange.sendResponseHeaders(200, 2);
                        exchange.getResponseBody().write("ok".getBytes(UTF_8));
                    }
                    exchange.close();
                });
        created.start();
        return created;
    }

    private String get(PublicAddresses addresses, String address) throws IOException {
        try (var http = new BoundedHttp(addresses, Duration.ofSeconds(3))) {
            return http.send(
                    new HttpGet(URI.create(address)),
                    TIMEOUT,
                    response ->
                            response.getCode() + EntityUtils.toString(response.getEntity(), UTF_8));
        }
    }

    private String at(String host, String path) {
        return "http://" + host + ":" + server.getAddress().getPort() + path;
    }

    private static PublicAddresses loopbackToo() {
        return new PublicAddresses(Set.of()).withLoopback();
    }

    @Test
    void an_address_that_may_be_called_answers() throws IOException {
        assertThat(get(loopbackToo(), at("localhost", "/"))).isEqualTo("200ok");
    }

    @Test
    void a_name_that_has_become_internal_since_it_was_checked_is_not_connected_to()
            throws IOException {
        var asked = new AtomicInteger();
        var rebinding =
                new PublicAddresses(
                        Set.of(),
                        false,
                        _ ->
                                new InetAddress[] {
                                    InetAddress.ofLiteral(
                                            asked.getAndIncrement() == 0
                                                    ? "93.184.216.34"
                                                    : "127.0.0.1")
                                });
        assertThat(rebinding.resolve("shop.example")).isNotEmpty();

        assertThatThrownBy(() -> get(rebinding, at("shop.example", "/")))
                .isInstanceOf(InternalAddress.class);
        assertThat(asked).hasValue(2);
        assertThat(requests).hasValue(0);
    }

    @Test
    void one_internal_address_among_public_ones_is_enough() throws IOException {
        var mixed =
                new PublicAddresses(
                        Set.of(),
                        false,
                        _ ->
                                new InetAddress[] {
                                    InetAddress.ofLiteral("93.184.216.34"),
                                    InetAddress.ofLiteral("127.0.0.1")
                                });

        assertThatThrownBy(() -> get(mixed, at("shop.example", "/")))
                .isInstanceOf(UnknownHostException.class);
        assertThat(requests).hasValue(0);
    }

    @Test
    void a_redirect_is_an_answer_and_not_followed() throws IOException {
        try (var http = new BoundedHttp(loopbackToo(), Duration.ofSeconds(3))) {
            var answer =
                    http.send(
                            new HttpGet(URI.create(at("localhost", "/away"))),
                            TIMEOUT,
                            response -> response.getCode());
            assertThat(answer).isEqualTo(307);
        }
        assertThat(requests).hasValue(1);
    }

    /** Each byte arrives well within any timeout per read. */
    @Test
    void an_answer_that_drips_is_cut_off_when_its_time_is_over() throws Exception {
        try (var dripping = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                var http = new BoundedHttp(loopbackToo(), Duration.ofSeconds(3))) {
            Thread.ofVirtual().start(() -> drip(dripping));
            var address = "http://localhost:" + dripping.getLocalPort() + "/";
            var begun = System.nanoTime();

            assertThatThrownBy(
                            () ->
                                    http.send(
                                            new HttpGet(URI.create(address)),
                                            Duration.ofMillis(500),
                                            response -> EntityUtils.toString(response.getEntity())))
                    .isInstanceOf(OverdueAnswer.class);
            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .isLessThan(Duration.ofSeconds(10));
        }
    }

    private static void drip(ServerSocket dripping) {
        try (var connection = dripping.accept()) {
            var out = connection.getOutputStream();
            out.write("HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n".getBytes(UTF_8));
            while (true) {
                out.write('x');
                out.flush();
                Thread.sleep(20);
            }
        } catch (IOException | InterruptedException e) {
            // It was cut off.
        }
    }

    @Test
    void a_certificate_that_nobody_vouches_for_is_refused(@TempDir Path folder) throws Exception {
        var certificates = Certificates.in(folder);
        var password = Certificates.PASSWORD.toCharArray();
        var keys = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(certificates.store("server"))) {
            keys.load(in, password);
        }
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, password);
        var context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        var secured = HttpsServer.create();
        secured.setHttpsConfigurator(new HttpsConfigurator(context));
        begin(secured);
        try {
            assertThatThrownBy(
                            () ->
                                    get(
                                            loopbackToo(),
                                            "https://localhost:"
                                                    + secured.getAddress().getPort()
                                                    + "/"))
                    .isInstanceOf(SSLException.class);
            assertThat(requests).hasValue(0);
        } finally {
            secured.stop(0);
        }
    }
}
