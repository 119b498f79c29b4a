package dev.paylater.connector.provider.sandbox;

import static dev.paylater.connector.provider.HttpAnswer.requiredText;
import static dev.paylater.connector.provider.HttpAnswer.text;

import dev.paylater.connector.provider.HttpAnswer;
import dev.paylater.connector.provider.Outcome;
import dev.paylater.connector.provider.ProviderError;
import dev.paylater.connector.provider.Step;
import dev.paylater.connector.provider.Told;
import dev.paylater.connector.provider.UnifiedError;
import dev.paylater.connector.provider.UnreadableAnswer;
import dev.paylater.connector.provider.Verdict;
import dev.paylater.connector.provider.Verdict.Refused;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** External 3DS at the sandbox's own access control server. */
final class SandboxThreeDs {

    /** Under this name the authentication is kept for the authorization. */
    static final String AUTHENTICATION_ID = "authentication_id";

    /** The answer of 3ds/authentication (4.8), and what external_authentication_details shows. */
    private static final List<String> FIELDS =
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

    private SandboxThreeDs() {}

    static Step created(HttpAnswer answer) {
        return Step.done(
                answer.isSuccess()
                        ? authentication(answer.json())
                        : Outcome.of(SandboxErrors.verdict(answer)));
    }

    static Step asked(HttpAnswer answer) {
        if (answer.status() == 404) {
            return Step.done(new Verdict.NotFound());
        }
        return Step.done(
                answer.isSuccess()
                        ? authentication(answer.json())
                        : Outcome.of(Verdict.unknown("asking was refused: " + answer)));
    }

    private static Outcome authentication(JsonNode authentication) {
        var status = requiredText(authentication, "trans_status");
        var verdict =
                switch (status) {
                    case "Y", "A" -> new Verdict.Approved(0, false);
                    case "C", "D" ->
                            new Verdict.CustomerAction(
                                    "three_ds_invoke", text(authentication, "acs_url"));
                    case "N", "R", "U", "I" ->
                            new Verdict.Declined(
                                    Refused.AUTHENTICATION_FAILED,
                                    new ProviderError(
                                            "trans_status_" + status,
                                            "The customer was not authenticated.",
                                            UnifiedError.CUSTOMER_ACTION_FAILED));
                    default -> throw new UnreadableAnswer("unknown trans_status " + status);
                };
        var told =
                Told.NOTHING
                        .withThreeDs(fields(authentication))
                        .withState(AUTHENTICATION_ID, requiredText(authentication, "id"));
        return new Outcome(verdict, told);
    }

    private static JsonNode fields(JsonNode authentication) {
        var known = JsonNodeFactory.instance.objectNode();
        for (var name : FIELDS) {
            var value = text(authentication, name);
            if (value != null) {
                known.put(name, value);
            }
        }
        return known;
    }
}
