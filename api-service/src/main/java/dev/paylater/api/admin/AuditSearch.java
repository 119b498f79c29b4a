package dev.paylater.api.admin;

import dev.paylater.api.audit.AuditLine;
import dev.paylater.api.audit.AuditLog;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Call;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Finds lines of the audit log by a call's query, for the interface and for the console. */
@Component
public final class AuditSearch {

    /** Parameters of the list, and the components of a line that they filter by. */
    private static final Map<String, String> FILTERS =
            Map.of("merchant_id", "merchantId", "actor", "actor", "action", "action");

    private final AuditLog log;

    AuditSearch(AuditLog log) {
        this.log = log;
    }

    /**
     * The newest lines that are wanted.
     *
     * @throws ApiException when the query's times are none, or the line to continue from is not
     *     there
     */
    public List<AuditLine> find(Call call, int limit) {
        var after = call.filter("starting_after");
        if (after != null && !log.has(after)) {
            throw ApiException.notFound("line to continue from");
        }
        var equal = new HashMap<String, String>();
        FILTERS.forEach(
                (parameter, component) -> {
                    var value = call.filter(parameter);
                    if (value != null) {
                        equal.put(component, value);
                    }
                });
        return log.list(
                new AuditLog.Wanted(
                        equal, after, call.queryTime("from"), call.queryTime("to"), limit));
    }
}
