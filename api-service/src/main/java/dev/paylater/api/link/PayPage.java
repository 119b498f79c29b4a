package dev.paylater.api.link;

import dev.paylater.api.document.Mandate;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.offer.KnownFields;
import dev.paylater.api.offer.Offer;
import dev.paylater.api.page.PayView;
import dev.paylater.api.page.Shopper;
import dev.paylater.api.page.Texts;
import dev.paylater.connector.kit.Plan;
import java.text.Collator;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The page on which a shopper pays: the ways to pay that are offered, and what they still need to
 * know. What the merchant has set is neither asked for nor shown: whoever has the link is not
 * proved to be the customer.
 */
final class PayPage {

    private static final String BIRTH_DATE = "birth_date";
    private static final Period TWO_WEEKS = Period.ofWeeks(2);
    private static final Period MONTH = Period.ofMonths(1);

    private final PaymentDocument payment;
    private final List<Offer> offers;
    private final List<Mandate> saved;
    private final Shopper shopper;
    private final KnownFields known;
    private final Texts texts;

    /**
     * The page of a payment.
     *
     * @param saved what the customer has saved and may pay with
     */
    PayPage(
            PaymentDocument payment,
            List<Offer> offers,
            List<Mandate> saved,
            Shopper shopper,
            KnownFields known) {
        this.payment = payment;
        this.offers = offers;
        this.saved = saved;
        this.shopper = shopper;
        this.known = known;
        this.texts = shopper.texts();
    }

    /**
     * The page.
     *
     * @param form what was entered before
     * @param errors keys of the sentences about entries
     * @param problem key of the sentence about the last try; null: there was none
     * @param purchase names what is bought by a reusable link; null: the link is for one payment
     */
    PayView view(
            PayForm form,
            Map<PayField, String> errors,
            @Nullable String problem,
            @Nullable String returnUrl,
            @Nullable String purchase) {
        var chosen =
                chosen(form)
                        .or(() -> offers.stream().findFirst())
                        .map(Offer::paymentMethodType)
                        .orElse("");
        return new PayView(
                shopper.order(),
                problem == null ? null : texts.of(problem),
                offers.stream().map(offer -> method(offer, chosen)).toList(),
                saved.stream().map(this::savedMethod).toList(),
                Stream.of(PayField.values())
                        .filter(field -> offers.stream().anyMatch(offer -> asks(offer, field)))
                        .map(field -> field(field, form, errors.get(field)))
                        .toList(),
                returnUrl,
                purchase);
    }

    /**
     * The offer of the type that the shopper chose, or of the payment's own type where they chose
     * none; empty where that type is not offered.
     */
    Optional<Offer> chosen(PayForm form) {
        var wanted = form.type().orElse(String.valueOf(payment.option("payment_method_type")));
        return offers.stream()
                .filter(offer -> offer.paymentMethodType().equals(wanted))
                .findFirst();
    }

    /** What an offer asks the shopper for. */
    List<PayField> asked(Offer offer) {
        return Stream.of(PayField.values()).filter(field -> asks(offer, field)).toList();
    }

    private boolean asks(Offer offer, PayField field) {
        return !isFixed(field)
                && (field.field == null
                        ? offer.takesBirthDate()
                        : offer.shopfront().needs().contains(field.field));
    }

    /** Whether the merchant has set a field, so that the shopper cannot change it. */
    private boolean isFixed(PayField field) {
        var isKnown =
                field.field == null ? payment.term(BIRTH_DATE) != null : known.isKnown(field.field);
        return isKnown && !payment.isOfClient(field.path());
    }

    private PayView.Method method(Offer offer, String chosen) {
        var type = offer.paymentMethodType();
        var terms = offer.shopfront().terms();
        var brand = offer.shopfront().brand();
        return new PayView.Method(
                type,
                brand,
                texts.of("method." + type),
                offer.plan()
                        .flatMap(this::sentence)
                        .orElseGet(() -> texts.of("method." + type + ".about")),
                terms == null ? null : terms.toString(),
                texts.of("method.terms", brand),
                type.equals(chosen));
    }

    /** When and in how many parts it is paid; empty where there are no words for it. */
    private Optional<String> sentence(Plan plan) {
        if (plan.count() == 1) {
            return Optional.of(
                    texts.of("plan.later", texts.number(plan.first().get(ChronoUnit.DAYS))));
        }
        var key =
                plan.interval().equals(TWO_WEEKS)
                        ? "plan.weeks"
                        : plan.interval().equals(MONTH) ? "plan.months" : null;
        if (key == null) {
            return Optional.empty();
        }
        var parts = Offer.parts(plan, payment.netAmount());
        return Optional.of(
                texts.of(
                        key,
                        texts.money(parts.getFirst(), payment.currency()),
                        texts.number(plan.count() - 1L),
                        texts.money(parts.getLast(), payment.currency())));
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
        var entered = form.value(field);
        var value =
                entered.isEmpty() && form.isEmpty() && field.field != null
                        ? known.value(field.field)
                        : entered;
        var asking = offers.stream().filter(offer -> asks(offer, field)).toList();
        var isAskedByAll = asking.size() == offers.size();
        return new PayView.Field(
                field.formName(),
                texts.of("field." + field.formName()),
                field.type,
                "billing " + field.autocomplete,
                value,
                error == null ? null : texts.of(error),
                !field.isRequired(),
                field.isRequired() && isAskedByAll,
                isAskedByAll
                        ? null
                        : asking.stream()
                                .map(Offer::paymentMethodType)
                                .collect(Collectors.joining(" ")),
                field == PayField.COUNTRY ? countries(value) : List.of());
    }

    private List<PayView.Choice> countries(String chosen) {
        var locale = texts.language().locale();
        var none = new PayView.Choice("", texts.of("country.choose"), true);
        var all =
                Stream.of(Locale.getISOCountries())
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
}
