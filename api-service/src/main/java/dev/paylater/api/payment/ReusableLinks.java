package dev.paylater.api.payment;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.form.Sealing;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.EmailHashes;
import dev.paylater.api.store.PaymentReads;
import dev.paylater.kit.security.SealedPlace;
import dev.paylater.options.CarriedOptions;
import dev.paylater.options.LinkLifetime;
import dev.paylater.options.PaymentOption;
import dev.paylater.options.RoutingJson;
import dev.paylater.schemas.CreatePayment;
import dev.paylater.schemas.PaymentOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the payment of one shopper from the payment of a reusable link: with all of its fields but
 * those about a person, whom nobody knows yet.
 */
@Component
public final class ReusableLinks {

    private static final String PAYMENT_ID_PREFIX = "pay_";

    /** Fields about the one who pays, which a reusable link cannot have. */
    static final List<String> PERSONAL =
            List.of(
                    "customer",
                    "customer_id",
                    "name",
                    "email",
                    "phone",
                    "billing",
                    "shipping",
                    "browser_info",
                    "customer_acceptance",
                    "mandate_data",
                    "mandate_id",
                    "recurring_details",
                    "payment_token",
                    "off_session");

    /** What follows from them. */
    private static final Set<String> DERIVED =
            Set.of(
                    "country",
                    "update_mandate_id",
                    "client_fields",
                    CarriedOptions.MANDATE_BOUNDS,
                    EmailHashes.FIELD);

    private static final List<String> LOOKS = List.of("theme", "logo", "seller_name");
    private static final String METADATA = PaymentOption.METADATA.fieldName();
    private static final String ROUTING = PaymentOption.ROUTING.fieldName();
    private static final String LINK_ID = "payment_link_id";

    /** How long a shopper who has begun can choose another way to pay. */
    private static final Duration BEGUN = Duration.ofHours(1);

    private static final int MAX_IN_A_MINUTE = 60;

    private final PaymentOperations operations;
    private final PaymentReads payments;
    private final Sealing sealing;
    private final Cache<String, AtomicInteger> madeInAMinute =
            Caffeine.newBuilder()
                    .expireAfterWrite(Duration.ofMinutes(1))
                    .maximumSize(100_000)
                    .build();

    ReusableLinks(PaymentOperations operations, PaymentReads payments, Sealing sealing) {
        this.operations = operations;
        this.payments = payments;
        this.sealing = sealing;
    }

    /**
     * The payment of one purchase; the second time it is the one that was made the first time.
     *
     * @param purchase a ULID of this link's
     * @throws ApiException when it cannot be made now; RL_01 for too many in a minute
     */
    public PaymentDocument make(Call call, PaymentDocument link, String linkId, String purchase) {
        var merchantId = link.merchantId();
        var paymentId = PAYMENT_ID_PREFIX + purchase;
        var known = payments.find(merchantId, paymentId);
        if (known.isPresent()) {
            return known.get();
        }
        limit(linkId);
        try {
            return operations.run(
                    call,
                    merchantId,
                    paymentId,
                    CreatePayment.newBuilder()
                            .setMerchantId(merchantId)
                            .setPaymentId(paymentId)
                            .setIssuedAt(call.issuedAt().toEpochMilli())
                            .setReplyTo(operations.replyTo(call))
                            .setProfileId(link.profileId())
                            .setOptions(options(link))
                            .setTerms(terms(link, linkId, paymentId))
                            .build());
        } catch (ApiException e) {
            if (e.code() == ErrorCode.HE_01) {
                return payments.find(merchantId, paymentId).orElseThrow(() -> e);
            }
            throw e;
        }
    }

    private void limit(String linkId) {
        var made = madeInAMinute.get(linkId, _ -> new AtomicInteger());
        if (made.incrementAndGet() > MAX_IN_A_MINUTE) {
            throw ApiException.retryLater(
                    429, ErrorCode.RL_01, "Too many payments by one link in a minute", 60);
        }
    }

    static PaymentOptions options(PaymentDocument link) {
        var options = new PaymentOptions();
        for (var field : options.getSchema().getFields()) {
            var name = field.name();
            if (!PERSONAL.contains(name) && !DERIVED.contains(name)) {
                var value =
                        name.equals(ROUTING)
                                ? link.routing().map(RoutingJson::write).orElse(null)
                                : link.option(name);
                options.put(field.pos(), read(name, value));
            }
        }
        return PaymentOptions.newBuilder(options).build();
    }

    /** As the message has it; the stored payment knows numbers and times of one kind. */
    private static @Nullable Object read(String name, @Nullable Object value) {
        return switch (value) {
            case Instant time -> time.toEpochMilli();
            case Long seconds when name.equals(PaymentOption.SESSION_EXPIRY.fieldName()) ->
                    Math.toIntExact(seconds);
            case null -> null;
            default -> value;
        };
    }

    private Map<String, String> terms(PaymentDocument link, String linkId, String paymentId) {
        var terms = new HashMap<String, String>();
        link.terms()
                .forEach(
                        (name, text) -> {
                            if (!PERSONAL.contains(name) && !DERIVED.contains(name)) {
                                terms.put(name, moved(link, name, text, paymentId));
                            }
                        });
        terms.put(LinkLifetime.CONFIG, Json.text(config(link)));
        var metadata = Json.emptyObject();
        opened(link, METADATA)
                .properties()
                .forEach(member -> metadata.set(member.getKey(), member.getValue()));
        metadata.put(LINK_ID, linkId);
        terms.put(METADATA, seal(link, METADATA, metadata, paymentId));
        return terms;
    }

    /**
     * A sealed text can be opened for the payment that it was sealed for and no other: the text is
     * sealed again for the shopper's payment.
     */
    private String moved(PaymentDocument link, String name, String text, String paymentId) {
        var opened = sealing.open(link.place(name), text);
        return opened.equals(text) ? text : seal(link, name, Json.read(opened), paymentId);
    }

    private String seal(PaymentDocument link, String name, JsonNode value, String paymentId) {
        return sealing.seal(new SealedPlace(link.merchantId(), paymentId, name), value);
    }

    private JsonNode opened(PaymentDocument link, String name) {
        var text = link.term(name);
        return text == null ? Json.emptyObject() : Json.read(sealing.open(link.place(name), text));
    }

    private ObjectNode config(PaymentDocument link) {
        var config = Json.emptyObject();
        var ofLink = opened(link, LinkLifetime.CONFIG);
        LOOKS.stream()
                .filter(ofLink::hasNonNull)
                .forEach(name -> config.set(name, ofLink.path(name)));
        return config.put(LinkLifetime.EXPIRES_IN, BEGUN.toSeconds());
    }

    /** Names of the fields of a body that a reusable link cannot have. */
    static Stream<String> forbidden(JsonNode body) {
        return body.path(LinkLifetime.CONFIG).path(LinkLifetime.REUSABLE).booleanValue(false)
                ? PERSONAL.stream().filter(body::hasNonNull)
                : Stream.empty();
    }
}
