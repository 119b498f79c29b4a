package dev.paylater.simulator.sandbox;

import dev.paylater.simulator.book.Book;
import dev.paylater.simulator.book.BookJson;
import dev.paylater.simulator.book.Change;
import dev.paylater.simulator.book.Document;
import dev.paylater.simulator.book.KeyOutcome;
import dev.paylater.simulator.book.ProviderAnswer;
import dev.paylater.simulator.dialect.ProviderCall;
import dev.paylater.simulator.dialect.Reply;
import dev.paylater.simulator.dialect.StrictFields;
import dev.paylater.simulator.http.DecisionPages;
import dev.paylater.simulator.payment.Authorizing.Choice;
import dev.paylater.simulator.payment.SimulatedPayment;
import dev.paylater.simulator.payment.Tag;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** 3DS: the sandbox is its own access control server, with a challenge page. */
final class SandboxAuthentications implements DecisionPages.Owner {

    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private final SandboxDialect dialect;
    private final Book book;
    private final String publicUrl;

    SandboxAuthentications(SandboxDialect dialect, Book book, String publicUrl) {
        this.dialect = dialect;
        this.book = book;
        this.publicUrl = publicUrl;
    }

    /** Null when the payment may not use it at all. */
    static @Nullable String status(Change change, SimulatedPayment payment, String id) {
        var known = id.startsWith("sba_") ? change.document(id) : null;
        if (known == null || !known.account().equals(payment.account())) {
            return null;
        }
        return payment.merchantReference().equals(text(known, "merchant_reference"))
                ? text(known, "status")
                : "failed";
    }

    Reply create(ProviderCall call, Caller caller, String key) {
        var body = StrictFields.of(call.json());
        var reference = body.requiredText("merchant_reference");
        body.requiredAmount("amount", 0);
        body.requiredText("currency");
        var channel = body.oneOf("device_channel", Set.of("APP", "BRW"));
        body.oneOf("threeds_method_comp_ind", Set.of("Y", "N", "U"));
        var returnUrl = body.text("return_url");
        var tags = SandboxPayments.tags(body);
        return dialect.once(
                        call,
                        caller,
                        key,
                        "authentication",
                        change -> {
                            var id = SandboxIds.prefixed("sba_");
                            var content = SandboxJson.object("authentication", id);
                            content.put("merchant_reference", reference);
                            begin(content, id, tags, "APP".equals(channel));
                            content.put("created", BookJson.time(change.now()));
                            var kept = content.deepCopy();
                            SandboxJson.text(kept, "return_url", returnUrl);
                            change.put(new Document(id, caller.account(), kept));
                            return new KeyOutcome.Recorded(
                                    ProviderAnswer.of(201, content), id, null);
                        })
                .reply();
    }

    private void begin(ObjectNode content, String id, Set<Tag> tags, boolean app) {
        var page = publicUrl + "/pages/three_ds/" + id;
        var acsTransaction = UUID.randomUUID().toString();
        var serverTransaction = UUID.randomUUID().toString();
        content.put("three_ds_requestor_url", page);
        content.put("acs_reference_number", "SANDBOX-ACS-1");
        content.put("acs_trans_id", acsTransaction);
        content.put("three_dsserver_trans_id", serverTransaction);
        content.put("ds_transaction_id", UUID.randomUUID().toString());
        content.put("version", "2.2.0");
        if (tags.contains(Tag.THREE_DS_FAILED)) {
            settle(content, "failed", "N", "07");
        } else if (tags.contains(Tag.THREE_DS_CHALLENGE)) {
            settle(content, "challenge", "C", "05");
            content.put("acs_url", page);
            var challenge = BookJson.MAPPER.createObjectNode();
            challenge.put("messageType", "CReq");
            challenge.put("messageVersion", "2.2.0");
            challenge.put("threeDSServerTransID", serverTransaction);
            challenge.put("acsTransID", acsTransaction);
            content.put("challenge_request", encoded(challenge));
            if (app) {
                content.put("acs_signed_content", signed(challenge));
            }
        } else {
            settle(content, "authenticated", "Y", "05");
        }
    }

    Reply get(Caller caller, String id) {
        var known = known(id);
        if (known == null || !known.account().equals(caller.account())) {
            return Reply.of(SandboxErrors.notFound());
        }
        var json = known.content().deepCopy();
        json.remove("return_url");
        return Reply.of(ProviderAnswer.of(200, json));
    }

    @Override
    public DecisionPages.View open(String id) {
        var known = known(id);
        if (known == null) {
            return new DecisionPages.View.Unknown();
        }
        return "challenge".equals(text(known, "status"))
                ? new DecisionPages.View.Ask(
                        "the customer's bank",
                        "Is it you?",
                        "Confirm " + text(known, "merchant_reference"))
                : back(known, "approve");
    }

    @Override
    public DecisionPages.View decide(String id, Choice choice) {
        var decided =
                book.<@Nullable Document>change(
                        dialect.connector(),
                        change -> {
                            var known = id.startsWith("sba_") ? change.document(id) : null;
                            if (known == null || !"challenge".equals(text(known, "status"))) {
                                return known;
                            }
                            var content = known.content().deepCopy();
                            switch (choice) {
                                case APPROVE -> settle(content, "authenticated", "Y", "05");
                                case DECLINE, CANCEL -> settle(content, "failed", "N", "07");
                            }
                            var after = new Document(id, known.account(), content);
                            change.put(after);
                            return after;
                        });
        return decided == null
                ? new DecisionPages.View.Unknown()
                : back(decided, SandboxJson.lower(choice));
    }

    private static DecisionPages.View back(Document known, String decision) {
        var url = text(known, "return_url");
        return url == null
                ? new DecisionPages.View.Message("Thank you. You may close this page.")
                : new DecisionPages.View.Back(
                        SandboxDialect.with(
                                url, "authentication_id=" + known.id() + "&decision=" + decision));
    }

    private @Nullable Document known(String id) {
        return id.startsWith("sba_") ? book.document(id) : null;
    }

    private static void settle(ObjectNode content, String status, String transStatus, String eci) {
        content.put("status", status).put("trans_status", transStatus).put("eci", eci);
    }

    private static @Nullable String text(Document document, String name) {
        var value = document.content().get(name);
        return value == null ? null : value.stringValue();
    }

    private static String encoded(ObjectNode json) {
        return BASE64.encodeToString(BookJson.MAPPER.writeValueAsBytes(json));
    }

    /**
     * Has the form of the access server's JWS; nobody here holds a certificate to check it with.
     */
    private static String signed(ObjectNode challenge) {
        var header = BookJson.MAPPER.createObjectNode().put("alg", "none");
        return encoded(header)
                + '.'
                + encoded(challenge)
                + '.'
                + BASE64.encodeToString("sandbox".getBytes(StandardCharsets.UTF_8));
    }
}
