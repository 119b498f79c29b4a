package dev.paylater.connectors.tabby;

import static dev.paylater.connector.kit.Capabilities.Idempotency.HARMLESS;
import static dev.paylater.connector.kit.Capabilities.Idempotency.INQUIRE_FIRST;
import static dev.paylater.connector.kit.Capabilities.Idempotency.KEY;
import static dev.paylater.connector.kit.Operation.AUTHORIZE;
import static dev.paylater.connector.kit.Operation.CAPTURE;
import static dev.paylater.connector.kit.Operation.COMPLETE_AUTHORIZE;
import static dev.paylater.connector.kit.Operation.REFUND;
import static dev.paylater.connector.kit.Operation.RELEASE;
import static dev.paylater.connector.kit.Operation.VOID;

import dev.paylater.connector.kit.Account;
import dev.paylater.connector.kit.Api;
import dev.paylater.connector.kit.Authentication;
import dev.paylater.connector.kit.BadAccount;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.CustomerField;
import dev.paylater.connector.kit.Data;
import dev.paylater.connector.kit.Errors;
import dev.paylater.connector.kit.Json;
import dev.paylater.connector.kit.MinorUnits;
import dev.paylater.connector.kit.Notice;
import dev.paylater.connector.kit.Operations;
import dev.paylater.connector.kit.Plan;
import dev.paylater.connector.kit.Profile;
import dev.paylater.connector.kit.Provider;
import dev.paylater.connector.kit.ProviderStatus;
import dev.paylater.connector.kit.Reading;
import dev.paylater.connector.kit.Request;
import dev.paylater.connector.kit.Request.Reader;
import dev.paylater.connector.kit.Shopfront;
import dev.paylater.connector.kit.Statuses;
import dev.paylater.connector.kit.Verifications;
import dev.paylater.connector.kit.VoidedCheckout;
import dev.paylater.connector.kit.Webhooks;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.UnifiedError;
import java.net.URI;
import java.time.Period;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Tabby (docs.tabby.ai), in the Gulf: a session that is rejected at once or has a page, where the
 * customer's consent is enough. Decimal texts. Our reference of a capture or refund is its key. A
 * payment closes by itself when it is captured in full; only one that is closed can be refunded.
 */
public final class Tabby implements Provider {

    private static final String PAGE = "page";
    private static final Set<String> REGIONS = Set.of("ai", "sa");

    private static final Errors ERRORS =
            Errors.at("/errorType").message("/error").status(UnifiedError.INVALID_DATA, 400, 409);

    /** Why a session is rejected; not_available is all that Tabby says of a refusal. */
    private static final Errors REJECTIONS =
            Errors.at("/configuration/products/installments/rejection_reason")
                    .unifiedMessages()
                    .map(UnifiedError.DECLINED, "not_available")
                    .map(UnifiedError.INSUFFICIENT_CREDIT, "order_amount_too_high")
                    .map(UnifiedError.INVALID_DATA, "order_amount_too_low");

    private static final Api API = new Api("/api/v2", Authentication.bearer("secret_key"), ERRORS);

    private static final Statuses SESSIONS =
            Statuses.at("/status")
                    .map(ProviderStatus.REQUIRES_ACTION, "created")
                    .map(ProviderStatus.DECLINED, "rejected");

    private static final Statuses STATES =
            Statuses.at("/status")
                    .map(ProviderStatus.REQUIRES_ACTION, "CREATED")
                    .map(ProviderStatus.AUTHORIZED, "AUTHORIZED")
                    .map(ProviderStatus.CAPTURED, "CLOSED")
                    .map(ProviderStatus.DECLINED, "REJECTED")
                    // Canceled at the page, or not gone on with; never a lapsed authorization.
                    .map(ProviderStatus.AUTHENTICATION_FAILED, "EXPIRED");

    private static final Reading SESSION =
            Reading.of(SESSIONS)
                    .transaction("/payment/id")
                    .page("/configuration/available_products/installments/0/web_url")
                    .keep(PAGE, "/configuration/available_products/installments/0/web_url")
                    .errors(REJECTIONS);

    private static final Reading PAYMENT =
            Reading.of(Tabby::authorization)
                    .about("/id", Context::requiredTransactionId)
                    .transaction("/id")
                    .pageKept(PAGE)
                    .amount(MinorUnits::ofMoney)
                    .books((json, _) -> sum(json, "captures"), (json, _) -> sum(json, "refunds"));

    /** A capture or refund, by the reference that we gave it. */
    private static final Reader CAPTURE_OF = entry("/captures");

    private static final Reader REFUND_OF = entry("/refunds");

    private static final Request LOOK = API.get("/payments/{transaction}");

    @Override
    public Profile profile() {
        return Profile.of("tabby", Tabby::live)
                .account(TabbyAccount.FORM)
                .shopfront(
                        Shopfront.of("Tabby")
                                .needsPhone()
                                .without(CustomerField.ZIP)
                                .plan(Plan.parts(4, Period.ofMonths(1))))
                .products(TabbyBodies.PRODUCT)
                .market("AED", "AE")
                .market("KWD", "KW")
                .market("SAR", "SA")
                .paymentMethodTypes(Set.of("installment_invoice"))
                .features(
                        Feature.CUSTOMER_HISTORY,
                        Feature.DESCRIPTION,
                        Feature.LOCALE,
                        Feature.ORDER_REFERENCE,
                        Feature.CAPTURE_LINES,
                        Feature.REFUND_LINES,
                        Feature.SHOWS_BOOKS,
                        Feature.WEBHOOKS);
    }

    @Override
    public Operations operations() {
        var look =
                LOOK.inquires(PAYMENT)
                        .unless(
                                VoidedCheckout::is,
                                LOOK.inquires(VoidedCheckout.authorization(PAYMENT)));
        var captured = LOOK.inquires(CAPTURE_OF);
        var refunded = LOOK.inquires(REFUND_OF);
        var close = API.post("/payments/{transaction}/close");
        return new Operations(API, KEY)
                .lookedAt(LOOK)
                // A session that nobody gets to see promises nothing and expires.
                .on(
                        AUTHORIZE,
                        HARMLESS,
                        API.post("/checkout").body(TabbyBodies::checkout).reads(SESSION),
                        look)
                .on(COMPLETE_AUTHORIZE, HARMLESS, look, look)
                .on(
                        CAPTURE,
                        API.post("/payments/{transaction}/captures")
                                .body(TabbyBodies::capture)
                                .reads(CAPTURE_OF)
                                .on(
                                        ProviderResult.Status.NOT_FOUND,
                                        ProviderResult.unknown("the answer shows no capture"))
                                .orFound(captured),
                        captured)
                .on(
                        VOID,
                        INQUIRE_FIRST,
                        close.reads(VoidedCheckout.canceled(Tabby::authorization)),
                        LOOK.inquires(VoidedCheckout.voided(Tabby::authorization))
                                .beforeTransaction(ProviderResult.approved(0)))
                .on(
                        RELEASE,
                        HARMLESS,
                        close.done().orReached(LOOK, (payment, _) -> isClosed(payment)),
                        LOOK.inquires(Request.whether((payment, _) -> isClosed(payment))))
                .on(
                        REFUND,
                        API.post("/payments/{transaction}/refunds")
                                .body(TabbyBodies::refund)
                                .reads(REFUND_OF)
                                .on(
                                        ProviderResult.Status.NOT_FOUND,
                                        ProviderResult.unknown("the answer shows no refund"))
                                .orFound(refunded),
                        refunded);
    }

    /** The header that the merchant chose proves little; a snapshot has no id of its own. */
    @Override
    public Webhooks webhooks() {
        return new Webhooks(
                Verifications.sharedHeader(
                        account -> account.setting("webhook_header", "X-Webhook-Secret")),
                (notification, _) -> {
                    var payment = notification.json();
                    return Notice.Changed.genuine(
                            "%s:%s:%s"
                                    .formatted(
                                            Json.identity(payment, "/id", "/status"),
                                            payment.path("captures").size(),
                                            payment.path("refunds").size()),
                            Json.text(payment, "/order/reference_id"));
                });
    }

    private static URI live(Account account) {
        var region = account.setting("region", "ai");
        if (!REGIONS.contains(region)) {
            throw new BadAccount("region must be ai or sa");
        }
        return URI.create("https://api.tabby." + region);
    }

    /** Closed without a capture, the payment was voided. */
    private static ProviderStatus authorization(JsonNode payment) {
        var status = STATES.apply(payment);
        return status != ProviderStatus.CAPTURED
                ? status
                : payment.path("captures").isEmpty()
                        ? ProviderStatus.CANCELED
                        : ProviderStatus.AUTHORIZED;
    }

    private static boolean isClosed(JsonNode payment) {
        return STATES.apply(payment) == ProviderStatus.CAPTURED;
    }

    private static long sum(JsonNode payment, String list) {
        var currency = Json.required(payment, "/currency");
        return payment.path(list)
                .valueStream()
                .mapToLong(entry -> MinorUnits.ofText(entry.path("amount"), currency))
                .sum();
    }

    private static Reader entry(String list) {
        return Request.entry(
                list,
                "/reference_id",
                Context::operationId,
                (entry, context) ->
                        ProviderResult.approved(
                                        MinorUnits.ofText(entry.path("amount"), context.currency()))
                                .with(new Data().operation(Json.required(entry, "/id")).build()));
    }
}
