package dev.paylater.api.http;

/** The request was answered before: its endpoint stops here and the first answer is given again. */
final class Replayed extends RuntimeException {

    private final transient Answer answer;

    Replayed(Answer answer) {
        super(null, null, false, false);
        this.answer = answer;
    }

    Answer answer() {
        return answer;
    }
}
