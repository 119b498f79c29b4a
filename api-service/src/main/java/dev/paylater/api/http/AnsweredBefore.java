package dev.paylater.api.http;

/** The request was answered before: its endpoint stops here and the first answer is given again. */
final class AnsweredBefore extends RuntimeException {

    private final transient Answer answer;

    AnsweredBefore(Answer answer) {
        super(null, null, false, false);
        this.answer = answer;
    }

    Answer answer() {
        return answer;
    }
}
