package dev.paylater.api.payment;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.document.PaymentRenderer;
import dev.paylater.api.document.PaymentView;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.error.Problem;
import dev.paylater.api.form.DeclaredMembers;
import dev.paylater.api.form.OpenApi;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.EmailHashes;
import dev.paylater.api.merchant.ProfileReads;
import dev.paylater.options.ClientLimits;
import dev.paylater.options.PaymentOption;
import dev.paylater.options.SetBy;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reduces a body that comes from a customer's client to what the client may set: fields of the
 * option table's column "set by", declared members only, and nothing that the merchant has set
 * already. Whoever has the publishable key and the client_secret is a stranger.
 */
@Component
final class ClientFields {

    /** What a browser may set. */
    static final Set<SetBy> BROWSER = Set.of(SetBy.BROWSER, SetBy.BROWSER_WHERE_UNSET);

    /** What this service's own payment page asks for. */
    static final Set<SetBy> PAGE =
            Set.of(SetBy.BROWSER, SetBy.BROWSER_WHERE_UNSET, SetBy.MERCHANT_AND_PAGE);

    private static final String ACCEPTANCE = PaymentOption.CUSTOMER_ACCEPTANCE.fieldName();

    /** Of these a customer has no other choice: the others would change what the merchant gets. */
    private static final Map<PaymentOption, String> OFFERED =
            Map.of(
                    PaymentOption.PAYMENT_EXPERIENCE, "redirect_to_url",
                    PaymentOption.SETUP_FUTURE_USAGE, "on_session",
                    PaymentOption.PAYMENT_TYPE, "normal");

    private static final Set<PaymentOption> IDENTITY =
            Set.of(
                    PaymentOption.CONFIRM,
                    PaymentOption.PAYMENT_ID,
                    PaymentOption.MERCHANT_ID,
                    PaymentOption.PROFILE_ID);

    private final DeclaredMembers declared;
    private final Sealing sealing;
    private final EmailHashes emailHashes;
    private final PaymentRenderer renderer;
    private final ProfileReads profiles;
    private final Clock clock;

    ClientFields(
            OpenApi api,
            Sealing sealing,
            EmailHashes emailHashes,
            PaymentRenderer renderer,
            ProfileReads profiles,
            Clock clock) {
        this.declared = new DeclaredMembers(api, PaymentFields.BODY);
        this.sealing = sealing;
        this.emailHashes = emailHashes;
        this.renderer = renderer;
        this.profiles = profiles;
        this.clock = clock;
    }

    /**
     * What is left of a body, merged with what the payment has of the same fields.
     *
     * @param terms the carried fields of it, sealed
     * @param paths of the members that the client sets
     * @param ignored fields that only the merchant sets and that say nothing new
     */
    record Reduced(
            ObjectNode body,
            Map<String, String> terms,
            List<String> paths,
            List<Problem> ignored) {}

    /**
     * Reduces a body.
     *
     * @param rights what the caller may set
     * @throws ApiException with every field that it may not set
     */
    Reduced reduce(ObjectNode body, PaymentDocument payment, Set<SetBy> rights) {
        nameType(body);
        acceptanceOnTop(body);
        var reduced = Json.emptyObject();
        var problems = new ArrayList<Problem>();
        var shown = new Shown(payment);
        var ignored = new ArrayList<Problem>();
        for (var member : body.properties()) {
            var option = PaymentOption.named(member.getKey()).orElse(null);
            if (option == null || !option.isInPayment() || option == PaymentOption.CLIENT_SECRET) {
                continue;
            }
            if (rights.contains(option.setBy()) && isSettable(option, member.getValue(), payment)) {
                reduced.set(member.getKey(), member.getValue());
            } else if (isUnchanged(option, member.getValue(), payment, shown)
                    || option == PaymentOption.PAYMENT_EXPERIENCE) {
                ignore(option, ignored);
            } else {
                problems.add(
                        Problem.malformed(member.getKey(), "cannot be set with a publishable key"));
            }
        }
        if (!problems.isEmpty()) {
            throw ApiException.of(problems);
        }
        declared.keepOnlyIn(reduced);
        var paths = new ArrayList<String>();
        var merged = merge(reduced, payment, paths);
        var terms =
                sealing.carry(
                        merged, PaymentFields.CARRIED, payment.merchantId(), payment.paymentId());
        requireBudget(terms, payment);
        var email = PaymentFields.email(merged);
        if (email != null && payment.term(EmailHashes.FIELD) == null) {
            terms.put(EmailHashes.FIELD, Json.text(emailHashes.of(payment.merchantId(), email)));
        }
        return new Reduced(merged, terms, List.copyOf(paths), List.copyOf(ignored));
    }

    /** What only says which payment it is about is no attempt to change it. */
    private static void ignore(PaymentOption option, List<Problem> ignored) {
        if (!IDENTITY.contains(option)) {
            ignored.add(
                    Problem.malformed(
                            option.fieldName(), "is the merchant's to set and stays as it is"));
        }
    }

    /** Web SDKs send the customer's acceptance within mandate_data, which is the merchant's. */
    private static void acceptanceOnTop(ObjectNode body) {
        if (body.get(PaymentOption.MANDATE_DATA.fieldName()) instanceof ObjectNode mandate
                && Set.copyOf(mandate.propertyNames()).equals(Set.of(ACCEPTANCE))) {
            body.remove(PaymentOption.MANDATE_DATA.fieldName());
            if (!body.has(ACCEPTANCE)) {
                body.set(ACCEPTANCE, mandate.get(ACCEPTANCE));
            }
        }
    }

    /** A sub-type that only the data names is a choice of the sub-type too. */
    private static void nameType(ObjectNode body) {
        var type = PaymentFields.paymentMethodType(body);
        if (type != null) {
            body.put(PaymentOption.PAYMENT_METHOD_TYPE.fieldName(), type);
        }
    }

    /** Whether the client may set it in this payment. */
    private boolean isSettable(PaymentOption option, JsonNode wanted, PaymentDocument payment) {
        if (option.setBy() != SetBy.BROWSER_WHERE_UNSET) {
            return true;
        }
        return !isSetByMerchant(option, payment) && isOffered(option, wanted, payment);
    }

    /** Whether the value is one of those that a customer may choose among. */
    private boolean isOffered(PaymentOption option, JsonNode wanted, PaymentDocument payment) {
        var value = wanted.asString("");
        if (option == PaymentOption.RETURN_URL) {
            return profiles.allowedDomains(payment.merchantId(), payment.profileId())
                    .contain(value);
        }
        var offered = OFFERED.get(option);
        return offered == null || offered.equals(value);
    }

    private static boolean isSetByMerchant(PaymentOption option, PaymentDocument payment) {
        var name = option.fieldName();
        return (payment.term(name) != null || payment.option(name) != null)
                && !payment.clientFields().contains(name);
    }

    /** Whether a field only repeats the payment's value. */
    private boolean isUnchanged(
            PaymentOption option, JsonNode wanted, PaymentDocument payment, Shown shown) {
        var name = option.fieldName();
        if (option == PaymentOption.CONFIRM) {
            return wanted.booleanValue(false);
        }
        return SameValue.equal(wanted, shown.member(name))
                || (option != PaymentOption.MERCHANT_CONNECTOR_DETAILS
                        && SameValue.equal(wanted, known(name, payment)))
                || SameValue.equal(wanted, payment.option(name));
    }

    /** The payment as it is shown, which is written once however many fields are compared. */
    private final class Shown {

        private final PaymentDocument payment;
        private @Nullable JsonNode written;

        Shown(PaymentDocument payment) {
            this.payment = payment;
        }

        JsonNode member(String name) {
            var whole = written;
            if (whole == null) {
                var view = PaymentView.plain(payment, clock.instant());
                whole = Json.read(Json.write(json -> renderer.write(view, json)));
                written = whole;
            }
            return whole.path(name);
        }
    }

    /** A carried field of the payment; missing when it has none. */
    private JsonNode known(String name, PaymentDocument payment) {
        var term = payment.term(name);
        return term == null
                ? MissingNode.getInstance()
                : Json.read(sealing.open(payment.place(name), term));
    }

    private ObjectNode merge(ObjectNode sent, PaymentDocument payment, List<String> paths) {
        var merged = Json.emptyObject();
        var own = Set.copyOf(payment.clientFields());
        for (var member : sent.properties()) {
            var name = member.getKey();
            var before = paths.size();
            var value = fill(known(name, payment), member.getValue(), name, own, paths);
            if (paths.size() > before) {
                merged.set(name, value);
            }
        }
        return merged;
    }

    /** The client's value, except where the merchant has one. */
    private static JsonNode fill(
            JsonNode known, JsonNode sent, String path, Set<String> own, List<String> paths) {
        if (known.isNull() || known.isMissingNode() || own.contains(path)) {
            paths.add(path);
            return sent;
        }
        if (known instanceof ObjectNode object
                && sent instanceof ObjectNode more
                && !isWholeAddress(object, path, own)) {
            for (Map.Entry<String, JsonNode> member : more.properties()) {
                var name = member.getKey();
                if (!member.getValue().isNull()) {
                    object.set(
                            name,
                            fill(
                                    object.path(name),
                                    member.getValue(),
                                    path + "." + name,
                                    own,
                                    paths));
                }
            }
        }
        return known;
    }

    /** An address with a street is one place: what a client adds to it would make it another. */
    private static boolean isWholeAddress(ObjectNode known, String path, Set<String> own) {
        return known.hasNonNull("line1") && !own.contains(path + ".line1");
    }

    private static void requireBudget(Map<String, String> terms, PaymentDocument payment) {
        var texts = new HashMap<String, String>();
        for (var path : payment.clientFields()) {
            var field = path.split("\\.", 2)[0];
            var term = payment.term(field);
            texts.put(field, term == null ? "" : term);
        }
        texts.putAll(terms);
        var bytes = texts.values().stream().mapToLong(text -> text.getBytes(UTF_8).length).sum();
        if (bytes > ClientLimits.MAX_BYTES) {
            throw ApiException.of(
                    ErrorCode.IR_05,
                    "What comes with a publishable key may be at most %s KiB of a payment"
                            .formatted(ClientLimits.MAX_BYTES / 1024));
        }
    }
}
