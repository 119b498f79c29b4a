package dev.paylater.api.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.ulid.UlidCreator;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.error.Problem;
import dev.paylater.api.form.CalendarTime;
import dev.paylater.api.form.Form;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.ApiKey;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.session.SignedIn;
import dev.paylater.kit.kafka.MessageContext;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** One request whose key, size and kind have been checked. */
public final class Call {

    static final String ATTRIBUTE = Call.class.getName();

    /**
     * Characters that RFC 3986 wants percent-encoded in a query. They are accepted raw, since many
     * clients send them so.
     */
    static final String RELAXED = "|[]{}^`\"<>\\";

    /** How the name of a time ends that is the last one which is wanted. */
    private static final String UNTIL = "lte";

    /** Less than the time for which orchestrator-service knows a command again. */
    private static final Duration FORM_IS_GOOD = Duration.ofMinutes(8);

    private final HttpServletRequest request;
    private final @Nullable ApiKey key;
    private final byte[] body;
    private final @Nullable SignedIn signedIn;
    private String commandId = newCommandId();
    private final List<Problem> warnings = new ArrayList<>();
    private @Nullable Query query;
    private Consumer<String> onAuthorization = _ -> {};

    Call(HttpServletRequest request, @Nullable ApiKey key, byte[] body) {
        this(request, key, body, null);
    }

    /** Of somebody who is signed in to the console. */
    static Call ofConsole(HttpServletRequest request, SignedIn signedIn, byte[] body) {
        return new Call(request, signedIn.key(), body, signedIn);
    }

    private Call(
            HttpServletRequest request,
            @Nullable ApiKey key,
            byte[] body,
            @Nullable SignedIn signedIn) {
        this.request = request;
        this.key = key;
        this.body = body;
        this.signedIn = signedIn;
    }

    /** Not a monotonic one: who has an id that is made of it is not to know its neighbours. */
    static String newCommandId() {
        return UlidCreator.getUlid().toString();
    }

    static @Nullable Call of(HttpServletRequest request) {
        return (Call) request.getAttribute(ATTRIBUTE);
    }

    public String merchantId() {
        var caller = Objects.requireNonNull(key, "a public endpoint has no merchant");
        return Objects.requireNonNull(caller.merchantId(), "an administrator has no merchant");
    }

    /** The merchant whose key was shown; null for administrators, and where no key was. */
    public @Nullable String keysMerchant() {
        return key == null ? null : key.merchantId();
    }

    /** The key that was shown. */
    public String keyId() {
        return Objects.requireNonNull(key, "a public endpoint has no key").keyId();
    }

    /**
     * The caller's key as it is stored with a decision: its name, which need not be unique, and its
     * id.
     */
    public String caller() {
        var shown = Objects.requireNonNull(key, "a public endpoint has no key");
        var name = shown.name();
        return name == null ? shown.keyId() : name + " (" + shown.keyId() + ")";
    }

    /** The console session and the key of this call. */
    public SignedIn signedIn() {
        return Objects.requireNonNull(signedIn, "only the console has sessions");
    }

    /** Whether the key that was shown may do this. */
    public boolean may(Scope scope) {
        return key != null && key.allows(scope);
    }

    /** Whether it may do what an administrator needs the one scope for and a merchant the other. */
    public boolean may(Scope administrators, Scope merchants) {
        return may(administrators) || may(merchants);
    }

    /** A field of a form that was sent; null when it is empty or missing. */
    public @Nullable String field(String name) {
        var values = Query.of(new String(body, UTF_8)).all(name);
        return values.isEmpty() || values.getFirst().isBlank() ? null : values.getFirst().strip();
    }

    HttpServletRequest request() {
        return request;
    }

    /** Whether the customer's client is calling, not the merchant's server. */
    public boolean isClientSide() {
        return key != null && key.kind() == KeyKind.PUBLISHABLE;
    }

    public byte[] body() {
        return body;
    }

    /**
     * The checked body. What the interface does not have is warned of, or refused for a strict key.
     *
     * @throws ApiException with every problem of the body
     */
    public ObjectNode read(Form form) {
        return readChanges(form).fields();
    }

    /** Reads and checks the body of an update, where null clears a field. */
    public Form.Changes readChanges(Form form) {
        var changes = form.readChanges(body);
        noteUndeclared(form, changes.fields());
        return changes;
    }

    /**
     * Checks fields that were parsed before it was known who calls.
     *
     * @throws ApiException with every problem of the fields
     */
    public void check(Form form, ObjectNode fields) {
        form.check(fields);
        noteUndeclared(form, fields);
    }

    /** A field that the interface does not have is a warning, and refused for a strict key. */
    private void noteUndeclared(Form form, ObjectNode fields) {
        var undeclared = form.undeclared(fields);
        if (!undeclared.isEmpty() && key != null && key.isStrict()) {
            throw ApiException.of(undeclared);
        }
        warnings.addAll(undeclared);
    }

    /** Has the answer say what of the request does nothing. */
    public void warn(Problem warning) {
        warnings.add(warning);
    }

    public List<Problem> warnings() {
        return List.copyOf(warnings);
    }

    public String path() {
        return request.getRequestURI();
    }

    /** A parameter of the query, which is given once. */
    public @Nullable String query(String name) {
        var values = query().all(name);
        if (values.size() > 1) {
            throw ApiException.of(Problem.malformed(name, "must be given once"));
        }
        return values.isEmpty() ? null : values.getFirst();
    }

    /** All parameters of the query, each with its values. */
    Map<String, List<String>> parameters() {
        var all = query();
        return all.names().stream().collect(Collectors.toMap(name -> name, all::all));
    }

    /** What a list is narrowed by. */
    public @Nullable String filter(String name) {
        return query(name);
    }

    /**
     * The values that a list is narrowed by, any of which is wanted: a parameter may be repeated.
     */
    public List<String> filters(String name) {
        return query().all(name).stream().distinct().toList();
    }

    /**
     * Refuses a query that cannot be passed on, as nobody could read it.
     *
     * @throws ApiException 400
     */
    public void requireReadableQuery() {
        var _ = query();
    }

    private Query query() {
        var known = query;
        if (known == null) {
            known = Query.of(request.getQueryString());
            // A form sends the fields that nobody has filled in.
            known = signedIn == null ? known : known.withoutEmpty();
            query = known;
        }
        return known;
    }

    /**
     * A time in the query. In the console, where people type it, it may be without a zone or a day
     * alone.
     *
     * @throws ApiException when it is none
     */
    public @Nullable Instant queryTime(String name) {
        var text = filter(name);
        if (text == null) {
            return null;
        }
        return (signedIn == null
                        // A plus sign that was not percent-encoded arrives as a space.
                        ? CalendarTime.read(text.replace(' ', '+'))
                        : CalendarTime.readTyped(text, name.endsWith(UNTIL)))
                .orElseThrow(
                        () ->
                                ApiException.of(
                                        Problem.malformed(
                                                name,
                                                signedIn == null
                                                        ? "must be an ISO 8601 date-time with a"
                                                                + " time zone, for example"
                                                                + " 2026-01-31T00:00:00Z"
                                                        : CalendarTime.HOW_TO_TYPE)));
    }

    /**
     * A parameter whose values are plain letters and digits. It is found however malformed the rest
     * of the query is: to a return address providers add what they like.
     */
    public @Nullable String plainQuery(String name) {
        var query = queryString();
        return query == null
                ? null
                : Stream.of(query.split("&", -1))
                        .filter(part -> part.startsWith(name + "="))
                        .map(part -> part.substring(name.length() + 1))
                        .findFirst()
                        .orElse(null);
    }

    /** The query, in the characters that an address may hold. */
    public @Nullable String queryString() {
        var raw = request.getQueryString();
        if (raw == null) {
            return null;
        }
        var query = new StringBuilder();
        for (var i = 0; i < raw.length(); i++) {
            var c = raw.charAt(i);
            if (RELAXED.indexOf(c) >= 0) {
                query.append('%').append(HexFormat.of().withUpperCase().toHexDigits((byte) c));
            } else {
                query.append(c);
            }
        }
        return query.toString();
    }

    /** Every header of the request, with a lower-case name. */
    public Map<String, String> headers() {
        var headers = new LinkedHashMap<String, String>();
        for (var name : Collections.list(request.getHeaderNames())) {
            headers.put(name.toLowerCase(Locale.ROOT), request.getHeader(name));
        }
        return headers;
    }

    public String requestId() {
        return RequestIds.of(request);
    }

    /** Where messages that this request causes say they come from. */
    public MessageContext context() {
        return new MessageContext(null, requestId(), RequestTrace.parentOf(request));
    }

    /**
     * Message id of the command that this request becomes. It is the same when the request is
     * repeated under its Idempotency-Key, and so are the ids that are made from it.
     */
    public String commandId() {
        return commandId;
    }

    /** An id for what this request creates. */
    public String newId(String prefix) {
        return prefix + commandId;
    }

    /** When the request was first made. */
    public Instant issuedAt() {
        return Ulid.getInstant(commandId);
    }

    /** What is to happen as soon as a client is known to have the secret of a payment. */
    void onAuthorization(Consumer<String> action) {
        onAuthorization = action;
    }

    /**
     * The customer's client has shown the secret of this payment. Only from here on does its
     * Idempotency-Key count, and only for this payment.
     */
    public void authorizedFor(String paymentId) {
        onAuthorization.accept(paymentId);
    }

    /**
     * What an administrator changes, for the audit log.
     *
     * @param before as JSON text without secrets; nothing for what is new
     * @param after likewise
     */
    public void changes(
            @Nullable String merchantId,
            String resourceId,
            @Nullable String before,
            @Nullable String after) {
        var act = Audit.of(request);
        if (act != null) {
            act.changes(merchantId, resourceId, before, after);
        }
    }

    /**
     * An administrator is about to be shown this, which the audit log has to have first. What a
     * merchant reads of its own has no line.
     */
    public void opens(String merchantId, String resourceId) {
        opens(merchantId, resourceId, null);
    }

    /** Likewise, with the reason that was given. */
    public void opens(String merchantId, String resourceId, @Nullable String reason) {
        var act = Audit.of(request);
        if (act != null && keysMerchant() == null) {
            var after = reason == null ? null : Json.text(Json.emptyObject().put("reason", reason));
            act.changes(merchantId, resourceId, null, after);
            act.begin();
        }
    }

    /**
     * A form that is sent twice is one command.
     *
     * @param formId which {@link #newFormId} gave when the form was shown
     * @throws ApiException when it was shown too long ago for that to hold
     */
    public void continueAsForm(@Nullable String formId) {
        if (formId == null || !Ulid.isValid(formId)) {
            throw ApiException.of(ErrorCode.IR_06, "This form is not complete: open it again");
        }
        var age = Duration.between(Ulid.getInstant(formId), Instant.now());
        if (age.isNegative() || age.compareTo(FORM_IS_GOOD) > 0) {
            throw ApiException.of(
                    ErrorCode.IR_16,
                    "This form was opened too long ago: open it again and look at the payment");
        }
        continueAs(formId);
    }

    /** What tells a form from others of its kind. */
    public static String newFormId() {
        return newCommandId();
    }

    void continueAs(String earlierCommandId) {
        this.commandId = earlierCommandId;
    }

    /** A merchant_id in a body can only repeat what the key says. */
    public void requireOwn(@Nullable String merchantId) {
        if (merchantId != null && !merchantId.equals(merchantId())) {
            throw ApiException.of(
                    ErrorCode.IR_06, "merchant_id is not the merchant of this key", "merchant_id");
        }
    }

    /** Whether the merchant prefers to be answered before the outcome is known. */
    public boolean prefersAsync() {
        var prefer = request.getHeader("Prefer");
        return prefer != null && prefer.contains("respond-async");
    }
}
