package dev.paylater.api.admin;

import dev.paylater.api.document.Values;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Items;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.store.Page;
import dev.paylater.api.store.ReconciliationReads;
import dev.paylater.api.store.ReconciliationReads.Reconciliation;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import tools.jackson.core.JsonGenerator;

/** What the nightly reconciliations have found. */
@Controller
final class ReconciliationController {

    private final ReconciliationReads reads;

    ReconciliationController(ReconciliationReads reads) {
        this.reads = reads;
    }

    @GetMapping("/admin/reconciliations")
    @Allows(value = KeyKind.ADMIN, scope = Scope.PAYMENTS_INSPECT)
    Answer list(Call call) {
        var id = call.filter("starting_after");
        var after = id == null ? null : reads.find(id);
        if (id != null && after == null) {
            throw ApiException.notFound("reconciliation to continue from");
        }
        var limit = Page.limit(call.query("limit"));
        var found = reads.list(call.filter("merchant_id"), after, limit + 1);
        return Answer.json(
                json ->
                        Items.writePage(
                                found,
                                limit,
                                Reconciliation::id,
                                ReconciliationController::write,
                                json));
    }

    private static void write(Reconciliation found, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("reconciliation_id", found.id());
        json.writeName("at");
        Values.time(found.at(), json);
        json.writeStringProperty("merchant_id", found.merchantId());
        json.writeName("merchant_connector_id");
        Values.text(found.account().isEmpty() ? null : found.account(), json);
        json.writeNumberProperty("payments", found.payments());
        json.writeNumberProperty("count", found.count());
        json.writeArrayPropertyStart("differences");
        for (var difference : found.differences()) {
            json.writeStartObject();
            json.writeStringProperty("payment", difference.payment());
            json.writeStringProperty("rule", difference.rule());
            json.writeStringProperty("what", difference.what());
            json.writeName("advice");
            Values.text(difference.advice(), json);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberProperty("more", found.count() - found.differences().size());
        json.writeEndObject();
    }
}
