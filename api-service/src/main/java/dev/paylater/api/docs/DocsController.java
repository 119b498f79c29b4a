package dev.paylater.api.docs;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.form.OpenApi;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.ContentPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import org.springframework.stereotype.Controller;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** The interface, for machines and for people. */
@Controller
final class DocsController {

    private static final String WEBJAR = "/META-INF/resources/webjars/swagger-ui/";
    private static final String WEBJAR_PROPERTIES =
            "/META-INF/maven/org.webjars/swagger-ui/pom.properties";
    private static final Map<String, String> ASSETS =
            Map.of(
                    "swagger-ui.css", "text/css;charset=utf-8",
                    "swagger-ui-bundle.js", "text/javascript;charset=utf-8",
                    "favicon-32x32.png", "image/png");

    /** Made when it is first asked for: a start is not to wait for it. */
    private final SingletonSupplier<PublishedOpenApi> api;

    DocsController(OpenApi api) {
        this.api = SingletonSupplier.of(() -> new PublishedOpenApi(api));
    }

    @GetMapping("/")
    Answer home() {
        return DocPage.of(
                "paylater",
                """
                <p>This is the API of paylater, which lets shops offer their customers to pay later
                at many providers.</p>
                <ul>
                <li><a href="/docs">The calls, to read and to try</a>
                (<a href="/openapi.json">openapi.json</a>, and for older generators
                <a href="/openapi-3.0.json">in OpenAPI 3.0</a>)</li>
                <li><a href="/asyncapi.json">The events</a></li>
                <li><a href="/docs/errors">The error codes</a></li>
                <li><a href="/console">The console</a></li>
                </ul>
                <p>Health is not served here but on the management port of each service, under
                <code>/actuator/health/readiness</code>.</p>
                <p>If a shop has sent you here to pay, the address is not complete: ask the shop for
                the whole link.</p>
                """);
    }

    @GetMapping("/openapi.json")
    Answer openApi() {
        return Answer.json(api.obtain().current());
    }

    /** For generators that know no later version. */
    @GetMapping("/openapi-3.0.json")
    Answer olderOpenApi() {
        return Answer.json(api.obtain().older());
    }

    @GetMapping("/asyncapi.json")
    Answer asyncApi() {
        return Answer.json(AsyncApi.source());
    }

    @GetMapping("/docs")
    Answer page() {
        var policy = ContentPolicy.ofPage();
        policy.allow("script-src", "'self' " + policy.nonceSource())
                .allow("style-src", "'self' " + policy.nonceSource())
                .allow("img-src", "'self' data:")
                .allow("connect-src", "'self'");
        return Answer.html(tryIt(policy.nonce()), policy);
    }

    @GetMapping("/docs/assets/{name}")
    Answer asset(@PathVariable String name) {
        var type = ASSETS.get(name);
        if (type == null) {
            throw ApiException.of(ErrorCode.IR_02, "Nothing is served at this path");
        }
        return Answer.of(
                200,
                type,
                resource(WEBJAR + webjarVersion() + "/" + name),
                Map.of("Cache-Control", "public, max-age=86400"));
    }

    @GetMapping("/docs/errors")
    Answer errors() {
        return ErrorPages.index();
    }

    @GetMapping("/docs/errors/{code}")
    Answer error(@PathVariable String code) {
        return Arrays.stream(ErrorCode.values())
                .filter(known -> known.name().equals(code))
                .findFirst()
                .map(ErrorPages::of)
                .orElseThrow(() -> ApiException.of(ErrorCode.IR_02, "There is no such error code"));
    }

    private static String webjarVersion() {
        try (var stream = DocsController.class.getResourceAsStream(WEBJAR_PROPERTIES)) {
            var properties = new Properties();
            properties.load(stream);
            return properties.getProperty("version");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] resource(String path) {
        try (var stream = DocsController.class.getResourceAsStream(path)) {
            if (stream == null) {
                throw new IllegalStateException("The jar lacks " + path);
            }
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String tryIt(String nonce) {
        return """
        <!doctype html>
        <html lang="en">
        <head><meta charset="utf-8"><title>paylater API</title>
        <meta name="viewport" content="width=device-width">
        <link rel="icon" href="/docs/assets/favicon-32x32.png">
        <link rel="stylesheet" href="/docs/assets/swagger-ui.css">
        <style nonce="%1$s">
        /* What Swagger UI leaves too pale to read. */
        body{margin:0}
        .swagger-ui .version-stamp,.swagger-ui .info .title small.version-stamp{background:#4a6b02}
        .swagger-ui .info .link,.swagger-ui .info a{color:#1d5fa8}
        .swagger-ui .btn.authorize,.swagger-ui .btn.authorize span{color:#1c7a50;border-color:#1c7a50}
        .swagger-ui .opblock.opblock-post .opblock-summary-method{background:#1c7a50}
        .swagger-ui .opblock.opblock-get .opblock-summary-method{background:#1d5fa8}
        .swagger-ui .opblock.opblock-delete .opblock-summary-method{background:#c01d1d}
        @media(max-width:40rem){.swagger-ui .opblock-tag{flex-wrap:wrap}
        .swagger-ui .opblock-tag small{flex:1 0 100%%;padding:0}}
        </style></head>
        <body><div id="api"></div>
        <script src="/docs/assets/swagger-ui-bundle.js"></script>
        <script nonce="%1$s">
        SwaggerUIBundle({
          url: "/openapi.json",
          dom_id: "#api",
          deepLinking: false,
          defaultModelsExpandDepth: 0,
          persistAuthorization: false,
          validatorUrl: null,
          onComplete: () => {
            const region = (part, name) => {
              document.querySelector(part)?.setAttribute("role", "region");
              document.querySelector(part)?.setAttribute("aria-label", name);
            };
            region(".information-container", "About the interface");
            region(".schemes-server-container", "Server and key");
            document.querySelector("#servers")?.setAttribute("aria-label", "Server");
            document.querySelector(".models h4")?.setAttribute("aria-level", "3");
            document.querySelectorAll(".opblock-tag").forEach(
              tag => tag.setAttribute("aria-level", "2"));
          }
        });
        </script></body>
        </html>
        """
                .formatted(nonce);
    }
}
