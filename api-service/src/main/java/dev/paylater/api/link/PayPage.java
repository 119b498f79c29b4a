package dev.paylater.api.link;

import static dev.paylater.api.link.Html.escape;

import dev.paylater.api.document.Mandate;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.json.Json;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The page on which a customer pays: what is charged with its parts, and what the provider needs to
 * know, as far as it is not known. Whatever comes from outside is escaped.
 */
final class PayPage {

    private static final Map<String, String> TYPES = types();
    private static final String DEFAULT_THEME = "#2563eb";

    private final PaymentDocument payment;
    private final List<Mandate> saved;
    private final Sealing sealing;
    private final JsonNode config;

    /**
     * The page of a payment.
     *
     * @param saved what the customer has saved and may pay with
     */
    PayPage(PaymentDocument payment, List<Mandate> saved, Sealing sealing) {
        this.payment = payment;
        this.saved = saved;
        this.sealing = sealing;
        this.config = term("payment_link_config");
    }

    private static Map<String, String> types() {
        var types = new LinkedHashMap<String, String>();
        types.put("invoice", "Invoice");
        types.put("direct_debit", "Direct debit");
        types.put("installment_invoice", "Installments by invoice");
        types.put("installment_direct_debit", "Installments by direct debit");
        types.put("subscription_invoice", "Subscription by invoice");
        types.put("subscription_direct_debit", "Subscription by direct debit");
        return types;
    }

    String html(@Nullable String complaint, String nonce) {
        var seller = config.path("seller_name").asString("");
        return Html.PAY_PAGE.formatted(
                seller.isEmpty() ? "Your order" : escape(seller),
                escape(config.path("theme").asString(DEFAULT_THEME)),
                logo(),
                lines() + parts(),
                money(payment.netAmount()),
                complaint == null ? "" : "<p class=\"complaint\">" + escape(complaint) + "</p>",
                typeOptions(),
                Stream.of(PayField.values()).map(this::input).collect(Collectors.joining("\n")),
                nonce,
                saved.stream().map(PayPage::savedMethod).collect(Collectors.joining("\n")));
    }

    private static String savedMethod(Mandate mandate) {
        var type = TYPES.get(String.valueOf(mandate.paymentMethodType()));
        return "<form method=\"post\"><button name=\"%s\" value=\"%s\">%s</button></form>"
                .formatted(
                        PayForm.SAVED_METHOD,
                        escape(Mandate.methodIdOf(mandate.mandateId())),
                        "Pay with what you saved on %s%s"
                                .formatted(
                                        LocalDate.ofInstant(
                                                mandate.payment().created(), ZoneOffset.UTC),
                                        type == null ? "" : ": " + type));
    }

    private String logo() {
        var logo = config.path("logo").asString("");
        return logo.isEmpty() ? "" : "<img alt=\"\" height=\"48\" src=\"" + escape(logo) + "\">";
    }

    private String lines() {
        var lines = new StringBuilder();
        var sum = 0L;
        for (var line : term("order_details")) {
            var amount = line.path("amount").longValue(0);
            sum += amount;
            lines.append(row(line.path("product_name").asString(""), amount));
        }
        if (lines.isEmpty()) {
            return row("Order", payment.amount());
        }
        return lines + part("Adjustment", payment.amount() - sum);
    }

    /** What comes on top of the amount. */
    private String parts() {
        return part("Shipping", payment.optionAmount("shipping_cost"))
                + part("Tax", payment.optionAmount("order_tax_amount"))
                + part("Surcharge", payment.optionAmount("surcharge_amount"))
                + part("Tax on surcharge", payment.optionAmount("surcharge_tax_amount"));
    }

    private String part(String label, long amount) {
        return amount == 0 ? "" : row(label, amount);
    }

    private String row(String label, long amount) {
        return "<tr><td>" + escape(label) + "</td><td>" + money(amount) + "</td></tr>";
    }

    private String typeOptions() {
        var allowed = payment.optionTexts("allowed_payment_method_types");
        var chosen = payment.option("payment_method_type");
        var isFixed = chosen != null && !isOfClient("payment_method_type");
        return TYPES.entrySet().stream()
                .filter(type -> allowed.isEmpty() || allowed.contains(type.getKey()))
                .filter(type -> !isFixed || type.getKey().equals(chosen))
                .map(type -> option(type.getKey(), type.getValue(), type.getKey().equals(chosen)))
                .collect(Collectors.joining());
    }

    private String input(PayField field) {
        var known = known(field);
        var isFixed = !known.isEmpty() && !isOfClient(field.path);
        var attributes =
                "name=\"%s\" autocomplete=\"billing %s\"%s"
                        .formatted(
                                field.formName(),
                                field.autocomplete,
                                field.isRequired() ? " required" : "");
        var control =
                field == PayField.COUNTRY
                        ? "<select %s>%s</select>".formatted(attributes, countries(known, isFixed))
                        : "<input %s type=\"%s\" value=\"%s\"%s>"
                                .formatted(
                                        attributes,
                                        field.type,
                                        escape(known),
                                        isFixed ? " readonly" : "");
        return "<label>" + field.label + " " + control + "</label>";
    }

    private static String countries(String known, boolean isFixed) {
        var placeholder = known.isEmpty() ? option("", "Please choose", true) : "";
        return placeholder
                + Stream.of(Locale.getISOCountries())
                        .filter(code -> !isFixed || code.equals(known))
                        .map(code -> Locale.of("", code))
                        .map(
                                country ->
                                        Map.entry(
                                                country, country.getDisplayCountry(Locale.ENGLISH)))
                        .sorted(Map.Entry.comparingByValue())
                        .map(
                                country ->
                                        option(
                                                country.getKey().getCountry(),
                                                country.getValue(),
                                                country.getKey().getCountry().equals(known)))
                        .collect(Collectors.joining());
    }

    private static String option(String value, String label, boolean selected) {
        return "<option value=\"%s\"%s>%s</option>"
                .formatted(escape(value), selected ? " selected" : "", escape(label));
    }

    /** What is known already; empty when it is not. A date of birth is not shown. */
    private String known(PayField field) {
        if (field == PayField.BIRTH_DATE) {
            return "";
        }
        var paths =
                switch (field) {
                    case EMAIL -> List.of(field.path, "customer.email", "email");
                    case PHONE -> List.of(field.path, "customer.phone", "phone");
                    default -> List.of(field.path);
                };
        return paths.stream().map(this::textAt).filter(Objects::nonNull).findFirst().orElse("");
    }

    private @Nullable String textAt(String path) {
        var steps = path.split("\\.", -1);
        var node = term(steps[0]);
        for (var i = 1; i < steps.length; i++) {
            node = node.path(steps[i]);
        }
        return node.isString() ? node.stringValue() : null;
    }

    /** Whether the customer has entered it before, and may so again. */
    private boolean isOfClient(String path) {
        return payment.clientFields().stream()
                .anyMatch(own -> path.equals(own) || path.startsWith(own + "."));
    }

    private String money(long amount) {
        var digits =
                Math.max(0, Currency.getInstance(payment.currency()).getDefaultFractionDigits());
        return BigDecimal.valueOf(amount, digits).toPlainString() + " " + payment.currency();
    }

    private JsonNode term(String name) {
        var text = payment.term(name);
        return text == null
                ? Json.emptyObject()
                : Json.read(sealing.open(payment.place(name), text));
    }
}
