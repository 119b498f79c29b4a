package dev.paylater.connector.provider;

import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * Questions and orders as most providers answer them: 404 to a question is a no, an error to an
 * order is a refusal, an error to a question says nothing.
 *
 * @param refusal reads an error of the provider
 */
public record Conversation(Function<HttpAnswer, Verdict> refusal) {

    /** A question; what the provider does not know is {@link Verdict.NotFound}. */
    public static Step ask(HttpCall question, Function<JsonNode, Step> reading) {
        return Step.call(
                question,
                answer ->
                        answer.status() == 404
                                ? Step.done(new Verdict.NotFound())
                                : answered(answer, reading));
    }

    /** A question about something that is known to be there. */
    public static Step look(HttpCall question, Function<JsonNode, Step> reading) {
        return Step.call(question, answer -> answered(answer, reading));
    }

    /** What an answer to a question says; nothing, when it is an error. */
    public static Step answered(HttpAnswer answer, Function<JsonNode, Step> reading) {
        return answer.isSuccess()
                ? reading.apply(answer.json())
                : Step.done(Verdict.unknown("asking was refused: " + answer));
    }

    /** An order whose answer says what came of it. */
    public Step write(HttpCall call, Function<JsonNode, Step> reading) {
        return Step.call(
                call,
                answer -> answer.isSuccess() ? reading.apply(answer.json()) : refused(answer));
    }

    /** An order whose success is all that there is to say. */
    public Step acknowledged(HttpCall call, Supplier<Outcome> done) {
        return Step.call(
                call, answer -> answer.isSuccess() ? Step.done(done.get()) : refused(answer));
    }

    public Step refused(HttpAnswer answer) {
        return Step.done(refusal.apply(answer));
    }
}
