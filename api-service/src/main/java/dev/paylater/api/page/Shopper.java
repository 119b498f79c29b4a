package dev.paylater.api.page;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.http.Call;
import dev.paylater.api.http.ErrorPage;
import dev.paylater.api.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The reader of a page: the language, the shop and the payment. The language is the one that the
 * shopper chose ({@code ?lang=}), else the payment's locale, else the browser's.
 */
public final class Shopper {

    private static final String DEFAULT_THEME = "#2563eb";

    /** Embeddings, overrides and isolates. */
    private static final Pattern DIRECTIONS = Pattern.compile("[\\u202A-\\u202E\\u2066-\\u2069]");

    /** The query parameter that chooses a language. */
    public static final String LANGUAGE = "lang";

    /** More than any address of ours has; a page repeats it once for each language. */
    private static final int LONGEST_QUERY = 500;

    private final String query;
    private final @Nullable PaymentDocument payment;
    private final Sealing sealing;
    private final Texts texts;

    /**
     * The reader of one page.
     *
     * @param query of the page's address, as it was sent
     * @param chosen tag of the language that the shopper chose; null: none
     * @param accepted the browser's Accept-Language; null: none
     * @param payment null: none that they have proved to be theirs
     */
    public Shopper(
            String query,
            @Nullable String chosen,
            @Nullable String accepted,
            @Nullable PaymentDocument payment,
            Sealing sealing) {
        this.query = query.length() > LONGEST_QUERY ? "" : query;
        this.payment = payment;
        this.sealing = sealing;
        this.texts =
                Texts.in(
                        Language.of(chosen)
                                .or(() -> Language.of(term("locale").asString("")))
                                .or(() -> Language.accepted(accepted))
                                .orElse(Language.EN));
    }

    /** The sender of a request. */
    public static Shopper of(Call call, @Nullable PaymentDocument payment, Sealing sealing) {
        return new Shopper(
                Objects.requireNonNullElse(call.queryString(), ""),
                call.plainQuery(LANGUAGE),
                call.headers().get("accept-language"),
                payment,
                sealing);
    }

    /** The reader of an error page that is about no payment. */
    public static Shopper of(ErrorPage.Visit visit, Sealing sealing) {
        return new Shopper("", null, visit.languages(), null, sealing);
    }

    public Texts texts() {
        return texts;
    }

    /** The header and footer of the page: shop, colour, languages. */
    public PageFrame frame(String nonce, int refreshSeconds) {
        var config = term("payment_link_config");
        return new PageFrame(
                texts,
                textOf(config.path("seller_name")),
                textOf(config.path("logo")),
                config.path("theme").asString(DEFAULT_THEME),
                nonce,
                Stream.of(Language.values()).map(this::link).toList(),
                refreshSeconds);
    }

    private PageFrame.LanguageLink link(Language language) {
        var others =
                Stream.of(query.split("&", -1))
                        .filter(part -> !part.isEmpty() && !part.startsWith(LANGUAGE + "="));
        var inLanguage =
                Stream.concat(others, Stream.of(LANGUAGE + "=" + language.code()))
                        .collect(Collectors.joining("&"));
        return new PageFrame.LanguageLink(language, "?" + inLanguage, language == texts.language());
    }

    private static @Nullable String textOf(JsonNode node) {
        var text = withoutDirections(node.asString(""));
        return text.isEmpty() ? null : text;
    }

    /** A name that turns the text around would turn around what stands beside it as well. */
    private static String withoutDirections(String text) {
        return DIRECTIONS.matcher(text).replaceAll("");
    }

    /** What the payment is for: the merchant's lines, and all that comes on top of them. */
    public OrderView order() {
        var order = requirePayment();
        var rows = new ArrayList<OrderView.Row>(lines(order));
        part(rows, "part.shipping", order.optionAmount("shipping_cost"));
        part(rows, "part.tax", order.optionAmount("order_tax_amount"));
        part(rows, "part.surcharge", order.optionAmount("surcharge_amount"));
        part(rows, "part.surcharge_tax", order.optionAmount("surcharge_tax_amount"));
        var reference = withoutDirections(term("merchant_order_reference_id").asString(""));
        return new OrderView(
                reference.isEmpty() ? null : reference, rows, money(order.netAmount()));
    }

    private List<OrderView.Row> lines(PaymentDocument order) {
        var rows = new ArrayList<OrderView.Row>();
        var sum = 0L;
        for (var line : term("order_details")) {
            var amount = line.path("amount").longValue(0);
            sum += amount;
            rows.add(
                    new OrderView.Row(
                            withoutDirections(line.path("product_name").asString("")),
                            line.path("quantity").longValue(1),
                            money(amount)));
        }
        if (rows.isEmpty()) {
            part(rows, "line.order", order.amount());
        } else {
            part(rows, "part.difference", order.amount() - sum);
        }
        return rows;
    }

    private void part(List<OrderView.Row> rows, String key, long amount) {
        if (amount != 0) {
            rows.add(new OrderView.Row(texts.of(key), 1, money(amount)));
        }
    }

    private String money(long amount) {
        return texts.money(amount, requirePayment().currency());
    }

    private JsonNode term(String name) {
        var text = payment == null ? null : payment.term(name);
        return text == null
                ? Json.emptyObject()
                : Json.read(sealing.open(requirePayment().place(name), text));
    }

    private PaymentDocument requirePayment() {
        return Objects.requireNonNull(payment, "a page without a payment has no order");
    }
}
