package dev.paylater.api.link;

import dev.paylater.api.document.Mandate;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.page.PayView;
import dev.paylater.api.page.Shopper;
import dev.paylater.api.page.Texts;
import java.text.Collator;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The page on which a shopper pays: what it asks for, with what is known already. */
final class PayPage {

    private static final List<String> TYPES =
            List.of(
                    "invoice",
                    "direct_debit",
                    "installment_invoice",
                    "installment_direct_debit",
                    "subscription_invoice",
                    "subscription_direct_debit");

    private final PaymentDocument payment;
    private final List<Mandate> saved;
    private final Shopper shopper;
    private final Texts texts;

    /**
     * The page of a payment.
     *
     * @param saved what the customer has saved and may pay with
     */
    PayPage(PaymentDocument payment, List<Mandate> saved, Shopper shopper) {
        this.payment = payment;
        this.saved = saved;
        this.shopper = shopper;
        this.texts = shopper.texts();
    }

    /**
     * The page.
     *
     * @param form what was entered before
     * @param errors keys of the sentences about entries
     * @param problem key of the sentence about the last try; null: there was none
     */
    PayView view(
            PayForm form,
            Map<PayField, String> errors,
            @Nullable String problem,
            @Nullable String returnUrl) {
        return new PayView(
                shopper.order(),
                problem == null ? null : texts.of(problem),
                methods(form),
                saved.stream().map(this::savedMethod).toList(),
                Stream.of(PayField.values())
                        .map(field -> field(field, form, errors.get(field)))
                        .toList(),
                returnUrl);
    }

    /** Whether the merchant has set a field, so that the shopper cannot change it. */
    boolean isFixed(PayField field) {
        return !known(field).isEmpty() && !isOfClient(field.path);
    }

    private List<PayView.Method> methods(PayForm form) {
        var allowed = payment.optionTexts("allowed_payment_method_types");
        var set = payment.option("payment_method_type");
        var isFixed = set != null && !isOfClient("payment_method_type");
        var offered =
                TYPES.stream()
                        .filter(type -> allowed.isEmpty() || allowed.contains(type))
                        .filter(type -> !isFixed || type.equals(set))
                        .toList();
        var wanted = form.type().orElse(String.valueOf(set));
        var chosen = offered.contains(wanted) || offered.isEmpty() ? wanted : offered.getFirst();
        return offered.stream()
                .map(
                        type ->
                                new PayView.Method(
                                        type,
                                        texts.of("method." + type),
                                        texts.of("method." + type + ".about"),
                                        type.equals(chosen)))
                .toList();
    }

    private PayView.Saved savedMethod(Mandate mandate) {
        var date =
                LocalDate.ofInstant(mandate.payment().created(), ZoneOffset.UTC)
                        .format(
                                DateTimeFormatter.ofLocalizedDate(FormatStyle.LONG)
                                        .withLocale(texts.language().locale()));
        return new PayView.Saved(
                String.valueOf(Mandate.methodIdOf(mandate.mandateId())),
                texts.of("saved.pay", date));
    }

    private PayView.Field field(PayField field, PayForm form, @Nullable String error) {
        var isFixed = isFixed(field);
        var entered = form.value(field);
        var value = isFixed || (entered.isEmpty() && form.isEmpty()) ? known(field) : entered;
        return new PayView.Field(
                field.formName(),
                texts.of("field." + field.formName()),
                field.type,
                "billing " + field.autocomplete,
                value,
                error == null ? null : texts.of(error),
                field.isRequired(),
                isFixed,
                field == PayField.COUNTRY ? countries(value, isFixed) : List.of());
    }

    private List<PayView.Choice> countries(String chosen, boolean isFixed) {
        var locale = texts.language().locale();
        var none = new PayView.Choice("", texts.of("country.choose"), true);
        var all =
                Stream.of(Locale.getISOCountries())
                        .filter(code -> !isFixed || code.equals(chosen))
                        .map(
                                code ->
                                        new PayView.Choice(
                                                code,
                                                Locale.of("", code).getDisplayCountry(locale),
                                                code.equals(chosen)))
                        .sorted(
                                Comparator.comparing(
                                        PayView.Choice::label, Collator.getInstance(locale)));
        return (chosen.isEmpty() ? Stream.concat(Stream.of(none), all) : all).toList();
    }

    /** The payment's value of a field; empty when it has none. */
    private String known(PayField field) {
        return field.sources().stream()
                .map(shopper::known)
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Whether the shopper has entered it before, and may so again. */
    private boolean isOfClient(String path) {
        return payment.clientFields().stream()
                .anyMatch(own -> path.equals(own) || path.startsWith(own + "."));
    }
}
