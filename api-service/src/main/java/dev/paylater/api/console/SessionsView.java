package dev.paylater.api.console;

import java.util.List;

/** The sessions that this person may end. */
public record SessionsView(List<Row> rows) {
    /** A session as the list shows it. */
    public record Row(
            String sessionId,
            String name,
            String address,
            String started,
            String seen,
            boolean isOwn) {}
}
