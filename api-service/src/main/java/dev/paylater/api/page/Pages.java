package dev.paylater.api.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * Renders the shopper's pages from the templates in src/main/jte, which escape what they insert.
 */
@Component
public final class Pages {

    private final TemplateEngine templates = TemplateEngine.createPrecompiled(ContentType.Html);

    public String pay(PageFrame frame, PayView view) {
        return render("pay.jte", frame, view);
    }

    public String outcome(PageFrame frame, OutcomeView view) {
        return render("outcome.jte", frame, view);
    }

    private String render(String template, PageFrame frame, Object view) {
        var output = new StringOutput();
        templates.render(template, Map.of("frame", frame, "view", view), output);
        return output.toString();
    }
}
