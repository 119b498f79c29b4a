package dev.paylater.connectors.sandbox;

import static dev.paylater.connector.kit.Capabilities.Idempotency.KEY;
import static dev.paylater.connector.kit.Operation.ACCEPT_DISPUTE;
import static dev.paylater.connector.kit.Operation.APPROVE;
import static dev.paylater.connector.kit.Operation.AUTHENTICATE;
import static dev.paylater.connector.kit.Operation.AUTHORIZE;
import static dev.paylater.connector.kit.Operation.CAPTURE;
import static dev.paylater.connector.kit.Operation.CHALLENGE_DISPUTE;
import static dev.paylater.connector.kit.Operation.COMPLETE_AUTHORIZE;
import static dev.paylater.connector.kit.Operation.INCREMENT;
import static dev.paylater.connector.kit.Operation.REFUND;
import static dev.paylater.connector.kit.Operation.RELEASE;
import static dev.paylater.connector.kit.Operation.SHIP;
import static dev.paylater.connector.kit.Operation.VOID;

import dev.paylater.connector.kit.Api;
import dev.paylater.connector.kit.Authentication;
import dev.paylater.connector.kit.BadAccount;
import dev.paylater.connector.kit.Body;
import dev.paylater.connector.kit.Books;
import dev.paylater.connector.kit.Capabilities.Feature;
import dev.paylater.connector.kit.Context;
import dev.paylater.connector.kit.Data;
import dev.paylater.connector.kit.Errors;
import dev.paylater.connector.kit.Json;
import dev.paylater.connector.kit.Operations;
import dev.paylater.connector.kit.Profile;
import dev.paylater.connector.kit.Provider;
import dev.paylater.connector.kit.ProviderStatus;
import dev.paylater.connector.kit.Reading;
import dev.paylater.connector.kit.Request;
import dev.paylater.connector.kit.Rule;
import dev.paylater.connector.kit.Shopfront;
import dev.paylater.connector.kit.Statuses;
import dev.paylater.connector.kit.Step;
import dev.paylater.connector.kit.Verifications;
import dev.paylater.connector.kit.Webhooks;
import dev.paylater.provider.Decline;
import dev.paylater.provider.ProviderResult;
import dev.paylater.provider.UnifiedError;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The sandbox provider (sandbox/provider-simulator/README.md): minor units, an Idempotency-Key on
 * every write, and a lookup by that key, which makes every lost answer recoverable.
 */
public final class Sandbox implements Provider {

    /** Under this name the authentication is kept for the authorization. */
    static final String AUTHENTICATION_ID = "authentication_id";

    private static final List<String> PARTS =
            List.of("captures", "voids", "refunds", "incremental_authorizations");

    private static final Errors ERRORS =
            Errors.at("/error/code")
                    .message("/error/message")
                    .reason("/error/reason")
                    .inUse("/error/code", "idempotency_key_reused")
                    .unauthorized("unauthorized")
                    .map(
                            UnifiedError.DECLINED,
                            "declined",
                            "capture_refused",
                            "void_refused",
                            "refund_refused")
                    .map(UnifiedError.INSUFFICIENT_CREDIT, "limit_exceeded", "insufficient_credit")
                    .map(UnifiedError.FRAUD_SUSPECTED, "fraud_suspected")
                    .map(
                            UnifiedError.CUSTOMER_ACTION_FAILED,
                            "authentication_failed",
                            "authentication_not_found",
                            "customer_cancelled")
                    .map(UnifiedError.EXPIRED, "expired")
                    .map(
                            UnifiedError.INVALID_DATA,
                            "invalid_data",
                            "invalid_field",
                            "invalid_json",
                            "missing_field",
                            "invalid_state",
                            "not_found",
                            "amount_exceeds_authorized",
                            "amount_exceeds_captured",
                            "mandate_not_found",
                            "mandate_inactive");

    private static final Api API = new Api("", Authentication.bearer("api_key"), ERRORS);

    private static final Statuses PAYMENT_STATUSES =
            Statuses.at("/status", "/error/code", "/capture")
                    .map(ProviderStatus.AUTHORIZED, "authorized", "partially_captured", "captured")
                    .map(ProviderStatus.CAPTURED, "captured automatic")
                    .map(ProviderStatus.REQUIRES_ACTION, "requires_action")
                    .map(ProviderStatus.PENDING, "pending")
                    .map(ProviderStatus.IN_REVIEW, "review")
                    .map(ProviderStatus.CANCELED, "voided", "cancelled")
                    .map(ProviderStatus.EXPIRED, "expired")
                    .map(ProviderStatus.DECLINED, "declined")
                    .map(
                            ProviderStatus.AUTHENTICATION_FAILED,
                            "cancelled customer_cancelled",
                            "declined authentication_failed");

    static final Reading PAYMENT =
            Reading.of(PAYMENT_STATUSES)
                    .about("/merchant_reference", Context::paymentId)
                    .transaction("/id")
                    .amount("/amount_authorized")
                    .books(
                            Books.at("/amount_captured"),
                            Books.at("/amount_refunded"),
                            Books.at("/amount_voided"))
                    .page("/action/url")
                    .errors(ERRORS)
                    .keep(Sandbox::paymentData);

    /** A capture, void, refund or increment. */
    static final Reading PART =
            Reading.of(
                            Statuses.at("/status")
                                    .map(ProviderStatus.AUTHORIZED, "succeeded")
                                    .map(ProviderStatus.PENDING, "pending")
                                    .map(ProviderStatus.IN_REVIEW, "review")
                                    .map(ProviderStatus.FAILED, "failed"))
                    .operation("/id")
                    .amount("/amount")
                    .errors(ERRORS);

    private static final Reading AUTHENTICATION =
            Reading.of(
                            Statuses.at("/trans_status")
                                    .map(ProviderStatus.AUTHORIZED, "Y", "A")
                                    .map(ProviderStatus.REQUIRES_ACTION, "C", "D")
                                    .map(ProviderStatus.AUTHENTICATION_FAILED, "N", "R", "U", "I"))
                    .amount((_, _) -> 0L)
                    .action("three_ds_invoke")
                    .page("/acs_url")
                    .errors(
                            Errors.at("/trans_status")
                                    .message(_ -> "The customer was not authenticated.")
                                    .map(UnifiedError.CUSTOMER_ACTION_FAILED, "N", "R", "U", "I"))
                    .keep(AUTHENTICATION_ID, "/id")
                    .keep((json, data) -> data.threeDs(threeDs(json)));

    /** The answer of 3ds/authentication (4.8), and what external_authentication_details shows. */
    private static final List<String> THREE_DS =
            List.of(
                    "trans_status",
                    "three_ds_requestor_url",
                    "acs_url",
                    "challenge_request",
                    "acs_reference_number",
                    "acs_trans_id",
                    "three_dsserver_trans_id",
                    "acs_signed_content",
                    "ds_transaction_id",
                    "version",
                    "eci",
                    "status");

    private static final Request LOOK = API.get("/payments/{transaction}");

    @Override
    public Profile profile() {
        return Profile.of(
                        "sandbox",
                        _ -> {
                            throw new BadAccount(
                                    "a sandbox account needs a base_url: there is no live sandbox");
                        })
                .account(SandboxAccount.FORM)
                .shopfront(Shopfront.of("Sandbox"))
                .products(SandboxBodies.PRODUCT)
                .features(
                        Feature.BIRTH_DATE,
                        Feature.GENDER,
                        Feature.DESCRIPTION,
                        Feature.LOCALE,
                        Feature.CAPTURE_LINES,
                        Feature.REFUND_LINES,
                        Feature.SHIPMENT_LINKS,
                        Feature.SHIPMENT_LINES,
                        Feature.CAPTURE_DATA,
                        Feature.NATIVE_AUTOMATIC_CAPTURE,
                        Feature.MANDATE_SETUP,
                        Feature.DECLINE_REASONS,
                        Feature.LATE_DECISION,
                        Feature.LATE_CAPTURE,
                        Feature.LATE_REFUND,
                        Feature.SHOWS_BOOKS,
                        Feature.WEBHOOKS,
                        Feature.SIGNED_WEBHOOKS,
                        Feature.TIMESTAMPED_WEBHOOKS,
                        Feature.ORDER_REFERENCE);
    }

    @Override
    public Operations operations() {
        var lookup =
                API.get("/operations?idempotency_key={key}&merchant_reference={payment}")
                        .inquiresThen(Sandbox::found);
        var look = LOOK.inquires(PAYMENT);
        var authorization = lookup.unless(c -> c.transactionId() != null, look);
        var authorize = write("/payments", SandboxBodies::payment).reads(PAYMENT);
        return new Operations(API, KEY)
                .lookedAt(LOOK)
                .on(AUTHORIZE, authorize, authorization)
                .underMandate(authorize, authorization)
                .on(
                        COMPLETE_AUTHORIZE,
                        API.get("/three_ds/authentications/{state.authentication_id}")
                                .inquires(AUTHENTICATION)
                                .on(ProviderResult.Status.APPROVED, authorize)
                                .beforeKept(AUTHENTICATION_ID, authorize)
                                .unless(c -> c.transactionId() != null, look),
                        authorization)
                .on(
                        AUTHENTICATE,
                        write("/three_ds/authentications", SandboxBodies::authentication)
                                .reads(AUTHENTICATION),
                        lookup)
                .on(CAPTURE, change("captures", SandboxBodies::capture), lookup)
                .on(VOID, release(_ -> Body.of()), lookup)
                .on(RELEASE, release(SandboxBodies::amount), lookup)
                .on(
                        INCREMENT,
                        change("incremental_authorizations", SandboxBodies::increment),
                        lookup)
                .on(
                        APPROVE,
                        write("/payments/{transaction}/approve", _ -> Body.of()).reads(PAYMENT),
                        lookup)
                .on(REFUND, change("refunds", SandboxBodies::refund), lookup)
                .on(
                        ACCEPT_DISPUTE,
                        write("/disputes/{dispute}/accept", _ -> Body.of()).done(),
                        lookup)
                .on(
                        CHALLENGE_DISPUTE,
                        write("/disputes/{dispute}/evidence", SandboxBodies::evidence).done(),
                        lookup)
                .on(
                        SHIP,
                        write("/payments/{transaction}/shipments", SandboxBodies::shipment).done(),
                        lookup);
    }

    @Override
    public Webhooks webhooks() {
        return new Webhooks(Verifications.stampedHmac("Sandbox-Signature"), SandboxEvents::read);
    }

    private static Request write(String template, Function<Context, Body> body) {
        return API.post(template).keyed("Idempotency-Key").body(body);
    }

    private static Rule change(String collection, Function<Context, Body> body) {
        return write("/payments/{transaction}/" + collection, body).reads(PART);
    }

    /**
     * A void that comes when nothing is held any more has reached its aim: the payment is over, or
     * a delivery of an earlier void was carried out after that was given up.
     */
    private static Rule release(Function<Context, Body> body) {
        return change("voids", body)
                .orReached(
                        LOOK,
                        (payment, _) ->
                                PAYMENT_STATUSES.apply(payment).isOver()
                                        || (payment.path("amount_voided").asLong(0) > 0
                                                && payment.path("amount_capturable").asLong(1)
                                                        == 0));
    }

    /** What the provider has under the key of an operation. */
    private static Step found(JsonNode operation, Context context) {
        var payment = operation.path("payment");
        if (context.operation() == AUTHENTICATE) {
            return API.get("/three_ds/authentications/{state.authentication_id}")
                    .inquires(AUTHENTICATION)
                    .begin(
                            context.keeping(
                                    AUTHENTICATION_ID, Json.required(operation, "/resource_id")));
        }
        if (context.operation().authorizes()) {
            return Step.done(
                    payment.isObject() ? PAYMENT.read(payment, context) : refused(operation));
        }
        var resource = Json.text(operation, "/resource_id");
        if (resource == null && Json.required(operation, "/status").equals("failed")) {
            return Step.done(refused(operation));
        }
        if (context.operation().respondsToDispute() || context.operation() == SHIP) {
            return Step.done(ProviderResult.approved(context.amount()));
        }
        for (var collection : PARTS) {
            for (var part : payment.path(collection)) {
                if (resource != null && resource.equals(Json.text(part, "/id"))) {
                    return Step.done(PART.read(part, context));
                }
            }
        }
        return Step.done(PART.read(operation.at("/answer/body"), context));
    }

    private static ProviderResult refused(JsonNode operation) {
        return ProviderResult.declined(Decline.Outcome.FAILURE, ERRORS.error(operation));
    }

    private static void paymentData(JsonNode payment, Data data) {
        data.mandate(Json.text(payment, "/mandate/id")).incrementalAllowed();
        var screening = payment.path("fraud_screening");
        if (screening.isObject()) {
            data.fraudScreening(
                    JsonNodeFactory.instance
                            .objectNode()
                            .put("frm_name", Json.text(screening, "/name"))
                            .put("frm_transaction_id", Json.text(screening, "/transaction_id"))
                            .put("frm_transaction_type", Json.text(screening, "/type"))
                            .put("frm_status", Json.text(screening, "/status"))
                            .put("frm_score", screening.path("score").asInt(0))
                            .put("frm_reason", Json.text(screening, "/reason")));
        }
    }

    private static JsonNode threeDs(JsonNode authentication) {
        var known = Body.of();
        THREE_DS.forEach(name -> known.put(name, Json.text(authentication, "/" + name)));
        return known.json();
    }
}
