package dev.paylater.api.console;

import dev.paylater.api.http.Answer;
import dev.paylater.api.http.ContentPolicy;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.Map;

/** Renders the console's pages from src/main/jte/console, which have no inline style or script. */
final class ConsolePages {

    private static final TemplateEngine TEMPLATES =
            TemplateEngine.createPrecompiled(ContentType.Html);

    private ConsolePages() {}

    static Answer page(String template, Frame frame, Object view) {
        return page(200, template, frame, view);
    }

    static Answer page(int status, String template, Frame frame, Object view) {
        var output = new StringOutput();
        TEMPLATES.render(
                "console/" + template + ".jte", Map.of("frame", frame, "view", view), output);
        var policy =
                ContentPolicy.ofPage().allow("style-src", "'self'").allow("form-action", "'self'");
        return Answer.html(status, output.toString(), policy);
    }
}
