package dev.paylater.api.console;

import dev.paylater.api.http.Answer;
import java.io.IOException;
import java.util.Map;
import org.springframework.core.io.ClassPathResource;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** The style of the console's pages, and the script of the one that follows its payment. */
@Controller
final class ConsoleController {

    @GetMapping("/console/assets/console.css")
    Answer style() throws IOException {
        return Answer.of(
                200,
                "text/css;charset=utf-8",
                new ClassPathResource("console/console.css").getContentAsByteArray(),
                Map.of());
    }

    @GetMapping("/console/assets/live.js")
    Answer script() throws IOException {
        return Answer.of(
                200,
                "text/javascript;charset=utf-8",
                new ClassPathResource("console/live.js").getContentAsByteArray(),
                Map.of());
    }
}
