package dev.paylater.api.console;

import dev.paylater.api.http.Answer;
import java.io.IOException;
import java.util.Map;
import org.springframework.core.io.ClassPathResource;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** The style of the console's pages, which have no script. */
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
}
