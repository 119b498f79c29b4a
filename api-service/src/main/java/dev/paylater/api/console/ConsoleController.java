package dev.paylater.api.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.http.Answer;
import dev.paylater.api.http.ContentPolicy;
import java.io.IOException;
import java.util.Map;
import org.springframework.core.io.ClassPathResource;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/**
 * Webhook endpoints and deliveries in a browser. The page itself holds nothing: its script calls
 * the interface with the secret key that is typed into it, which it keeps until it is closed.
 */
@Controller
final class ConsoleController {

    @GetMapping("/console/webhooks")
    Answer webhooks() throws IOException {
        var policy =
                ContentPolicy.ofPage()
                        .allow("script-src", "'self'")
                        .allow("style-src", "'self'")
                        .allow("connect-src", "'self'");
        return Answer.html(new String(resource("webhooks.html"), UTF_8), policy);
    }

    @GetMapping("/console/assets/webhooks.js")
    Answer script() throws IOException {
        return asset("text/javascript;charset=utf-8", "webhooks.js");
    }

    @GetMapping("/console/assets/webhooks.css")
    Answer style() throws IOException {
        return asset("text/css;charset=utf-8", "webhooks.css");
    }

    @GetMapping("/console/assets/console.css")
    Answer consoleStyle() throws IOException {
        return asset("text/css;charset=utf-8", "console.css");
    }

    private static Answer asset(String type, String name) throws IOException {
        return Answer.of(200, type, resource(name), Map.of());
    }

    private static byte[] resource(String name) throws IOException {
        return new ClassPathResource("console/" + name).getContentAsByteArray();
    }
}
