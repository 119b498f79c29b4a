package dev.paylater.simulator.http;

import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.payment.Authorizing.Choice;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pages to which customers are sent: whose page it stands for, what is asked, a button for each
 * outcome, and the way back.
 */
public final class DecisionPages implements Site {

    /** Who knows what a page is about, such as the payments or the 3DS authentications. */
    public interface Owner {
        View open(String id);

        View decide(String id, Choice choice);
    }

    /** What the customer sees. */
    public sealed interface View {
        /**
         * What the customer is to decide.
         *
         * @param provider whose page this stands for, as customers know it
         * @param subject what it is about: the merchant's order and the amount
         */
        record Ask(String provider, String question, String subject) implements View {}

        record Back(String url) implements View {}

        record Message(String text) implements View {}

        record Unknown() implements View {}
    }

    private final Map<String, Owner> owners;

    public DecisionPages(Map<String, Owner> owners) {
        this.owners = Map.copyOf(owners);
    }

    @Override
    public Served serve(ProviderCall call) {
        var owner = owners.get(call.segment(0));
        if (owner == null || call.segments().size() != 2) {
            return message(404, "There is no such page.");
        }
        var decision = call.query("decision");
        if (decision == null) {
            return shown(owner.open(call.segment(1)));
        }
        var choice = choice(decision);
        return choice == null
                ? message(400, "A decision is approve, decline or cancel.")
                : shown(owner.decide(call.segment(1), choice));
    }

    private static @Nullable Choice choice(String decision) {
        return switch (decision.toLowerCase(Locale.ROOT)) {
            case "approve" -> Choice.APPROVE;
            case "decline" -> Choice.DECLINE;
            case "cancel" -> Choice.CANCEL;
            default -> null;
        };
    }

    private static Served shown(View view) {
        return switch (view) {
            case View.Ask ask ->
                    Served.html(200, page(ask.provider(), ask.question(), buttons(ask.subject())));
            case View.Back(var url) -> new Served.Redirect(url);
            case View.Message(var text) -> message(200, text);
            case View.Unknown() -> message(404, "There is no such page.");
        };
    }

    private static Served message(int status, String text) {
        return Served.html(status, page("the provider", text, ""));
    }

    private static String buttons(String subject) {
        return """
        <p class="subject">%s</p>
        <form method="get">
        <button name="decision" value="approve" class="first">Approve</button>
        <p>The provider agrees, as for a customer who passes its check.</p>
        <button name="decision" value="decline">Decline</button>
        <p>The provider refuses the customer.</p>
        <button name="decision" value="cancel">Cancel</button>
        <p>The customer goes back without paying.</p>
        </form>
        """
                .formatted(escaped(subject));
    }

    private static String page(String provider, String heading, String rest) {
        return """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><title>%2$s</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <style>
        *{box-sizing:border-box}body{font:16px/1.5 system-ui,sans-serif;margin:0}
        .sandbox{background:#ffd75e;color:#1b1b1b;margin:0;padding:.75rem 1rem;text-align:center}
        main{max-width:26rem;margin:0 auto;padding:1.5rem 1rem 3rem}
        h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}
        .subject{font-size:1.125rem;overflow-wrap:anywhere;margin:0 0 1.5rem}
        button{font:inherit;font-weight:600;width:100%%;min-height:3rem;border-radius:.5rem;
        border:2px solid #2b5fd9;background:transparent;color:inherit;cursor:pointer}
        button.first{background:#2b5fd9;color:#fff}
        button:focus-visible{outline:3px solid #ffb300;outline-offset:2px}
        form p{margin:.25rem 0 1.25rem;font-size:.9375rem}
        </style></head>
        <body><header class="sandbox"><strong>Sandbox.</strong> This page stands for the page
        of %1$s. No money moves, and nobody is checked.</header>
        <main><h1>%2$s</h1>%3$s</main></body></html>
        """
                .formatted(escaped(provider), escaped(heading), rest);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
