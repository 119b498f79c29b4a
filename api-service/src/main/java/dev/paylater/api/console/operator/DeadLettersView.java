package dev.paylater.api.console.operator;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Dead letters: which topics have some, and those of the topic that was opened.
 *
 * @param done how many letters were put back just now; null: none were to be
 * @param opened the topic; null: none was opened
 * @param complaint why they cannot be listed; null: they can
 */
public record DeadLettersView(
        List<Topic> topics,
        @Nullable String done,
        @Nullable Opened opened,
        @Nullable String complaint) {

    /** A topic with its numbers. */
    public record Topic(String address, String name, long letters, long waiting) {}

    /**
     * Some letters of a topic.
     *
     * @param causes of those that are shown and wait
     * @param oldest address of the page with the oldest letters; null: this is it
     * @param next address of the next page; null: there is none
     */
    public record Opened(
            String name,
            List<Cause> causes,
            List<Row> rows,
            @Nullable String oldest,
            @Nullable String next) {}

    /** What several letters have in common, and where all of them are replayed. */
    public record Cause(String text, long letters, String replay) {}

    /**
     * A letter.
     *
     * @param payment address of its payment's page; null: it is about none
     * @param replay where it is replayed; null: it was
     */
    public record Row(
            long offset,
            String key,
            @Nullable String payment,
            String reason,
            String age,
            String size,
            @Nullable String replay) {}
}
