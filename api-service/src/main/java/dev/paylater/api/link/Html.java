package dev.paylater.api.link;

import org.springframework.web.util.HtmlUtils;

/** The markup of the payment page. */
final class Html {

    /** Title, theme, logo, lines, total, complaint, types, inputs, nonce. */
    static final String PAY_PAGE =
            """
            <!doctype html>
            <html lang="en">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>%1$s</title>
            <style nonce="%9$s">
            *{box-sizing:border-box}
            body{font:1rem/1.5 system-ui;max-width:32rem;margin:2rem auto;padding:0 1rem}
            h1{border-bottom:4px solid %2$s} table{width:100%%} td:last-child{text-align:right}
            label{display:block;margin-top:.6rem} input,select{width:100%%;font:inherit;padding:.4rem}
            button{margin-top:1.2rem;width:100%%;padding:.8rem;font:inherit;color:#fff;border:0;
            background:%2$s} .complaint{color:#b00020}
            </style></head>
            <body>%3$s<h1>%1$s</h1>
            <table>%4$s<tr><td><strong>Total</strong></td><td><strong>%5$s</strong></td></tr></table>
            %6$s
            %10$s
            <form method="post">
            <label>Pay by <select name="payment_method_type">%7$s</select></label>
            %8$s
            <button>Pay later</button>
            </form></body></html>
            """;

    private Html() {}

    static String escape(String text) {
        return HtmlUtils.htmlEscape(text);
    }
}
