package dev.paylater.api.console.payment;

import dev.paylater.api.console.ActView;
import dev.paylater.api.console.ConsolePages;
import dev.paylater.api.console.Frame;
import dev.paylater.api.console.Menu;
import dev.paylater.api.console.Money;
import dev.paylater.api.console.Reason;
import dev.paylater.api.console.Words;
import dev.paylater.api.dispute.DisputeResponses;
import dev.paylater.api.docs.Descriptions;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.form.OpenApi;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Audited;
import dev.paylater.api.http.Call;
import dev.paylater.api.http.ConsoleDoor;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/** A merchant sends evidence against a dispute: the fields that the interface has, all at once. */
@Controller
final class EvidencePages {

    private static final String EVIDENCE = Menu.DISPUTES + "/{disputeId}/evidence";
    private static final String SCHEMA = "DisputeEvidenceRequest";

    private final DisputeResponses disputes;
    private final Form form;
    private final List<EvidenceView.Field> fields;

    EvidencePages(DisputeResponses disputes, Forms forms, OpenApi interfaceDocument) {
        this.disputes = disputes;
        this.form = forms.of(SCHEMA);
        this.fields =
                interfaceDocument.schema(SCHEMA).required("properties").properties().stream()
                        .map(
                                field ->
                                        new EvidenceView.Field(
                                                field.getKey(),
                                                Words.readable(field.getKey()),
                                                Descriptions.of(SCHEMA, field.getKey()),
                                                field.getValue().path("maxLength").asInt()))
                        .toList();
    }

    @GetMapping(EVIDENCE)
    @Allows(value = KeyKind.SECRET, scope = Scope.DISPUTES)
    Answer ask(Call call, @PathVariable String disputeId) {
        var dispute = disputes.find(call, disputeId);
        var currency = Objects.requireNonNullElse(dispute.fields().text("currency"), "");
        var until = dispute.fields().time("challenge_required_by");
        return ConsolePages.page(
                "evidence",
                Frame.of(call, "Send evidence", Menu.DISPUTES),
                new EvidenceView(
                        List.of(
                                new ActView.Fact("Dispute", disputeId, null),
                                new ActView.Fact("Payment", dispute.payment().paymentId(), null),
                                new ActView.Fact(
                                        "Amount",
                                        Money.text(dispute.fields().number("amount"), currency),
                                        null),
                                new ActView.Fact(
                                        "Answer until",
                                        until == null ? "–" : Words.time(until),
                                        null)),
                        fields,
                        call.path(),
                        Menu.DISPUTES,
                        Call.newFormId()));
    }

    @PostMapping(EVIDENCE)
    @Allows(value = KeyKind.SECRET, scope = Scope.DISPUTES)
    @Audited("challengeDispute")
    Answer send(Call call, @PathVariable String disputeId) {
        Reason.note(call, call.merchantId(), disputeId, Map.of());
        call.continueAsForm(call.field("form_id"));
        var evidence = Json.emptyObject();
        for (var field : fields) {
            var text = call.field(field.name());
            if (text != null) {
                evidence.put(field.name(), text);
            }
        }
        if (evidence.isEmpty()) {
            throw ApiException.of(ErrorCode.IR_04, "Fill in at least one field of evidence");
        }
        form.check(evidence);
        disputes.challenge(call, disputeId, evidence);
        return ConsoleDoor.redirect(Menu.DISPUTES);
    }
}
