package dev.paylater.api.admin;

import dev.paylater.api.audit.AuditLine;
import dev.paylater.api.document.Values;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Items;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.store.Page;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import tools.jackson.core.JsonGenerator;

/** What administrators did. */
@Controller
final class AuditController {

    private final AuditSearch search;

    AuditController(AuditSearch search) {
        this.search = search;
    }

    @GetMapping("/audit_log")
    @Allows(value = KeyKind.ADMIN, scope = Scope.AUDIT_READ)
    Answer list(Call call) {
        var limit = Page.limit(call.query("limit"));
        var found = search.find(call, limit + 1);
        return Answer.json(
                json ->
                        Items.writePage(
                                found, limit, AuditLine::lineId, AuditController::write, json));
    }

    private static void write(AuditLine line, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("audit_id", line.lineId());
        json.writeName("at");
        Values.time(line.at(), json);
        json.writeStringProperty("act_id", line.actId());
        json.writeStringProperty("outcome", line.outcome());
        json.writeStringProperty("action", line.action());
        json.writeStringProperty("actor", line.actor());
        json.writeName("actor_name");
        Values.text(line.actorName(), json);
        json.writeStringProperty("address", line.address());
        json.writeStringProperty("request_id", line.requestId());
        json.writeName("merchant_id");
        Values.text(line.merchantId(), json);
        json.writeName("resource_id");
        Values.text(line.resourceId(), json);
        json.writeName("before");
        Values.raw(line.before(), json);
        json.writeName("after");
        Values.raw(line.after(), json);
        json.writeName("status");
        Values.number(line.status() == null ? null : line.status().longValue(), json);
        json.writeEndObject();
    }
}
