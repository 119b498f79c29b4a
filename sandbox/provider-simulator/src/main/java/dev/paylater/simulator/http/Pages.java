package dev.paylater.simulator.http;

import dev.paylater.simulator.dialect.Call;
import dev.paylater.simulator.payment.Authorizing.Choice;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The pages to which customers are sent: what is asked, three buttons, and the way back. */
public final class Pages implements Site {

    /** Who knows what a page is about, such as the payments or the 3DS authentications. */
    public interface Owner {
        View open(String id);

        View decide(String id, Choice choice);
    }

    /** What the customer sees. */
    public sealed interface View {
        record Ask(String title, String amount) implements View {}

        record Back(String url) implements View {}

        record Message(String text) implements View {}

        record Unknown() implements View {}
    }

    private final Map<String, Owner> owners;

    public Pages(Map<String, Owner> owners) {
        this.owners = Map.copyOf(owners);
    }

    @Override
    public Served serve(Call call) {
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
            case View.Ask(var title, var amount) -> Served.html(200, page(title, buttons(amount)));
            case View.Back(var url) -> new Served.Redirect(url);
            case View.Message(var text) -> message(200, text);
            case View.Unknown() -> message(404, "There is no such page.");
        };
    }

    private static Served message(int status, String text) {
        return Served.html(status, page(text, ""));
    }

    private static String buttons(String amount) {
        return """
        <p>%s</p><form method="get">
        <button name="decision" value="approve">Approve</button>
        <button name="decision" value="decline">Decline</button>
        <button name="decision" value="cancel">Cancel</button></form>
        """
                .formatted(escaped(amount));
    }

    private static String page(String title, String rest) {
        return """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><title>%1$s</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <style>body{font:16px/1.5 system-ui;max-width:26rem;margin:4rem auto;padding:0 1rem}
        form{display:flex;gap:.5rem}button{font:inherit;padding:.5rem 1rem}</style></head>
        <body><h1>%1$s</h1>%2$s</body></html>
        """
                .formatted(escaped(title), rest);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
