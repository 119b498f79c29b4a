package dev.paylater.api.console;

import dev.paylater.api.http.Answer;
import dev.paylater.api.http.ContentPolicy;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.Map;

/** Renders the console's pages from src/main/jte/console, which have no inline style or script. */
public final class ConsolePages {

    private static final TemplateEngine TEMPLATES =
            TemplateEngine.createPrecompiled(ContentType.Html);

    private ConsolePages() {}

    public static Answer page(String template, Frame frame, Object view) {
        return page(200, template, frame, view);
    }

    /** A page whose script asks this origin for more. */
    public static Answer pageWithScript(String template, Frame frame, Object view) {
        return page(
                200,
                template,
                frame,
                view,
                policy().allow("script-src", "'self'").allow("connect-src", "'self'"));
    }

    public static Answer page(int status, String template, Frame frame, Object view) {
        return page(status, template, frame, view, policy());
    }

    private static ContentPolicy policy() {
        return ContentPolicy.ofPage().allow("style-src", "'self'").allow("form-action", "'self'");
    }

    private static Answer page(
            int status, String template, Frame frame, Object view, ContentPolicy policy) {
        var output = new StringOutput();
        TEMPLATES.render(
                "console/" + template + ".jte", Map.of("frame", frame, "view", view), output);
        return Answer.html(status, output.toString(), policy);
    }
}
