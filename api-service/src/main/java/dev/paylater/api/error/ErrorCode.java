package dev.paylater.api.error;

import java.util.List;

/**
 * The one table of error codes: what an answer's {@code type} is, what the code means, and what the
 * merchant can do about it. The pages under docs/errors are made from it.
 */
public enum ErrorCode {
    IR_01(
            401,
            "authentication",
            "The key is not accepted",
            "There is no api-key header, the key is unknown, revoked or expired, or it is a"
                    + " publishable key where a secret one is needed (or the other way round).",
            "Check which key the call needs. A revoked key does not come back: issue another."),
    IR_02(
            404,
            "invalid_request",
            "No such path",
            "Nothing is served at this path.",
            "Compare the path with /openapi.json."),
    IR_03(
            405,
            "invalid_request",
            "Wrong method",
            "The path exists, but not with this HTTP method.",
            "Use one of the methods in the Allow header."),
    IR_04(
            400,
            "invalid_request",
            "A required field is missing",
            "The field named by param is missing, or null.",
            "Send the field. All that is missing is listed in fields."),
    IR_05(
            422,
            "invalid_request",
            "A field has the wrong form",
            "The type, the length, the range or the format of a field is wrong, or it is not among"
                    + " the values that the field can have.",
            "Correct what fields lists."),
    IR_06(
            422,
            "invalid_request",
            "The request cannot be carried out as it is",
            "With 400 the body is not JSON. With 408 it did not arrive in time, with 413 it is"
                    + " larger than 512 KiB, with 415 it is not application/json. With 422 each"
                    + " field is right and together they are not, for example a capture of more"
                    + " than can be captured.",
            "Correct the request; the message says what is wrong. Nothing was changed."),
    IR_08(
            400,
            "invalid_request",
            "The client_secret has expired",
            "Client-side calls end with the payment's session (15 minutes, or session_expiry).",
            "Use the secret key from the server, or create another payment."),
    IR_09(
            400,
            "invalid_request",
            "The client_secret is wrong",
            "The client_secret does not belong to this payment.",
            "Take the client_secret from the answer that created the payment."),
    IR_13(
            400,
            "invalid_request",
            "The refund exceeds what is left",
            "Refunds, with those under way, cannot exceed what was captured.",
            "Ask for at most what is left, or leave the amount out."),
    IR_14(
            400,
            "invalid_request",
            "No refund in this status",
            "The payment has not been captured, or has ended otherwise.",
            "Refund a payment that is succeeded, partially_captured or"
                    + " partially_captured_and_capturable."),
    IR_16(
            400,
            "invalid_request",
            "Not possible in this status",
            "The message names the operation and the status the payment is in. With `param`"
                + " `currency`: the currency of a payment cannot change once an attempt exists.",
            "Retrieve the payment; it may have moved on by itself. Another currency needs another"
                    + " payment."),
    IR_17(
            403,
            "authentication",
            "The key may not do this",
            "The key is valid and limited: it lacks the scope that the message names, or it is used"
                    + " from an address that it is not allowed for.",
            "Use a key that has the scope or no limits; an administrator issues one. A scope cannot"
                    + " be added to a key."),
    IR_37(
            400,
            "invalid_request",
            "Not supported by the connector",
            "The connector cannot do what the named field asks for, and money depends on it or its"
                    + " account is strict.",
            "Leave the field out or name another connector; the payment can be confirmed again."),
    IR_39(
            400,
            "invalid_request",
            "No eligible connector",
            "None of the accounts can serve this currency, country, sub-type and capture method."
                    + " The message says of each account why, but not to a browser.",
            "Change what rules them out, or name other connectors; the payment can be confirmed"
                    + " again."),
    HE_00(
            500,
            "api",
            "Our fault",
            "With 503 a part of the service is away: the request was not accepted and retrying it"
                    + " is safe. With 500 something went wrong here that should not have.",
            "Retry after the seconds in Retry-After, with the same Idempotency-Key. Tell us the"
                    + " request_id if it stays."),
    HE_01(
            400,
            "invalid_request",
            "Duplicate id",
            "There is already a payment, refund or customer with the id that was sent.",
            "Choose another id, or leave it out."),
    HE_02(
            404,
            "invalid_request",
            "No such resource",
            "There is no such payment, refund, link, customer or dispute at this merchant.",
            "Check the id, and that the key is of the merchant whose resource it is."),
    HE_03(
            503,
            "api",
            "The outcome is not known",
            "The request may have been accepted and may still be carried out: a part of the service"
                    + " went away before it could tell.",
            "Repeat the request after the seconds in Retry-After, and only with the same"
                    + " Idempotency-Key or payment_id (both are in the answer): then it is carried"
                    + " out once. Without either, retrieve the payment first."),
    ID_01(
            409,
            "idempotency",
            "Still in progress",
            "The first request with this Idempotency-Key has not been answered yet.",
            "Repeat the request after the seconds in Retry-After."),
    ID_02(
            422,
            "idempotency",
            "Key used for another request",
            "This Idempotency-Key was used with another path or body within the last 24 hours.",
            "Use a new key for a new request, and the same body for a repeated one."),
    RL_01(
            429,
            "rate_limit",
            "Too many requests",
            "The key or all of its merchant send more requests than they may, or too much is under"
                    + " way.",
            "Wait for the seconds in Retry-After.");

    private final int status;
    private final String type;
    private final String title;
    private final String meaning;
    private final String remedy;

    ErrorCode(int status, String type, String title, String meaning, String remedy) {
        this.status = status;
        this.type = type;
        this.title = title;
        this.meaning = meaning;
        this.remedy = remedy;
    }

    /** The HTTP status that goes with the code unless a case has one of its own. */
    public int status() {
        return status;
    }

    /** Every HTTP status that an answer with this code can have. */
    public List<Integer> statuses() {
        return switch (this) {
            case IR_06 -> List.of(400, 408, 413, 415, 422);
            case HE_00 -> List.of(500, 503);
            default -> List.of(status);
        };
    }

    /** Every HTTP status of the code as text, such as {@code 500 or 503}. */
    public String statusText() {
        var all = statuses().stream().map(String::valueOf).toList();
        return all.size() == 1
                ? all.getFirst()
                : String.join(", ", all.subList(0, all.size() - 1)) + " or " + all.getLast();
    }

    public String type() {
        return type;
    }

    public String title() {
        return title;
    }

    /** The title, more exact where a code has several HTTP statuses. */
    public String reason(int withStatus) {
        if (this == HE_00 && withStatus == 503) {
            return "Not available for the moment";
        }
        if (this != IR_06) {
            return title;
        }
        return switch (withStatus) {
            case 400 -> "The request cannot be read";
            case 408 -> "The body did not arrive in time";
            case 413 -> "The body is too large";
            case 415 -> "The body is of a kind that is not taken";
            default -> "Fields do not go together";
        };
    }

    public String meaning() {
        return meaning;
    }

    public String remedy() {
        return remedy;
    }
}
