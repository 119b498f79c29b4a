package dev.paylater.api.link;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.json.Json;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.HtmlUtils;
import tools.jackson.databind.JsonNode;

/** The page on which a customer pays. Whatever comes from outside is escaped. */
final class PayPage {

    private static final List<String> TYPES =
            List.of(
                    "invoice",
                    "direct_debit",
                    "installment_invoice",
                    "installment_direct_debit",
                    "subscription_invoice",
                    "subscription_direct_debit");
    private static final String DEFAULT_THEME = "#2563eb";

    private final PaymentDocument payment;
    private final JsonNode config;

    PayPage(PaymentDocument payment) {
        this.payment = payment;
        this.config = term("payment_link_config");
    }

    String html(@Nullable String complaint) {
        var seller = config.path("seller_name").asString("");
        return """
        <!doctype html>
        <html lang="en">
        <head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
        <title>%1$s</title>
        <style>
        body{font:1rem/1.5 system-ui;max-width:32rem;margin:2rem auto;padding:0 1rem}
        h1{border-bottom:4px solid %2$s} table{width:100%%} td:last-child{text-align:right}
        label{display:block;margin-top:.6rem} input,select{width:100%%;font:inherit;padding:.4rem}
        button{margin-top:1.2rem;width:100%%;padding:.8rem;font:inherit;color:#fff;border:0;
        background:%2$s} .complaint{color:#b00020}
        </style></head>
        <body>%3$s<h1>%1$s</h1>
        <table>%4$s<tr><td><strong>Total</strong></td><td><strong>%5$s</strong></td></tr></table>
        %6$s
        <form method="post">
        <label>Pay by <select name="payment_method_type">%7$s</select></label>
        %8$s
        <button>Pay later</button>
        </form></body></html>
        """
                .formatted(
                        seller.isEmpty() ? "Your order" : escape(seller),
                        escape(config.path("theme").asString(DEFAULT_THEME)),
                        logo(),
                        lines(),
                        money(payment.amount()),
                        complaint == null
                                ? ""
                                : "<p class=\"complaint\">" + escape(complaint) + "</p>",
                        types(),
                        inputs());
    }

    private String logo() {
        var logo = config.path("logo").asString("");
        return logo.isEmpty() ? "" : "<img alt=\"\" height=\"48\" src=\"" + escape(logo) + "\">";
    }

    private String lines() {
        var lines = new StringBuilder();
        for (var line : term("order_details")) {
            lines.append("<tr><td>")
                    .append(escape(line.path("product_name").asString("")))
                    .append("</td><td>")
                    .append(money(line.path("amount").longValue(0)))
                    .append("</td></tr>");
        }
        return lines.toString();
    }

    private String types() {
        var allowed =
                term("allowed_payment_method_types")
                        .valueStream()
                        .map(type -> type.asString(""))
                        .toList();
        var options = new StringBuilder();
        for (var type : TYPES) {
            if (allowed.isEmpty() || allowed.contains(type)) {
                options.append("<option value=\"")
                        .append(type)
                        .append("\">")
                        .append(type.replace('_', ' '))
                        .append("</option>");
            }
        }
        return options.toString();
    }

    private static String inputs() {
        var inputs = new StringBuilder();
        for (var name : PayForm.ADDRESS) {
            inputs.append(input(name, "text", name.equals("country") ? "maxlength=\"2\"" : ""));
        }
        return inputs.append(input("email", "email", ""))
                .append(input("phone", "tel", "").replace(" required", ""))
                .append(input("birth_date", "date", "").replace(" required", ""))
                .toString();
    }

    private static String input(String name, String type, String more) {
        return "<label>%s <input name=\"%s\" type=\"%s\" required %s></label>"
                .formatted(name.replace('_', ' '), name, type, more);
    }

    private String money(long amount) {
        var digits =
                Math.max(0, Currency.getInstance(payment.currency()).getDefaultFractionDigits());
        return BigDecimal.valueOf(amount, digits).toPlainString() + " " + payment.currency();
    }

    private JsonNode term(String name) {
        var text = payment.term(name);
        return text == null ? Json.emptyObject() : Json.read(text);
    }

    private static String escape(String text) {
        return HtmlUtils.htmlEscape(text);
    }
}
