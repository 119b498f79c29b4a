package dev.paylater.api.mandate;

import dev.paylater.api.document.Mandate;
import dev.paylater.api.document.MandateRenderer;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Items;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.store.MandateReads;
import dev.paylater.api.store.Page;
import java.time.Clock;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;

/** Mandates come with payments; here they are read and revoked. */
@Controller
final class MandateController {

    private final Form revokeForm;
    private final MandateReads mandates;
    private final MandateRevocation revocation;
    private final MandateRenderer renderer;
    private final Clock clock;

    MandateController(
            Forms forms,
            MandateReads mandates,
            MandateRevocation revocation,
            MandateRenderer renderer,
            Clock clock) {
        this.revokeForm = forms.of("RevokeMandateRequest");
        this.mandates = mandates;
        this.revocation = revocation;
        this.renderer = renderer;
        this.clock = clock;
    }

    @GetMapping("/mandates/{mandateId}")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_READ)
    Answer retrieve(Call call, @PathVariable String mandateId) {
        var mandate =
                mandates.find(call.merchantId(), mandateId)
                        .orElseThrow(() -> ApiException.notFound("mandate"));
        return Answer.json(json -> renderer.write(mandate, clock.instant(), json));
    }

    @GetMapping("/mandates/list")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_READ)
    Answer list(Call call) {
        var after = call.filter("starting_after");
        if (after != null && mandates.find(call.merchantId(), after).isEmpty()) {
            throw ApiException.notFound("mandate to continue from");
        }
        var limit = Page.limit(call.query("limit"));
        var found = mandates.list(call.merchantId(), call.filter("customer_id"), after, limit + 1);
        var now = clock.instant();
        return Answer.json(
                json ->
                        Items.writePage(
                                found,
                                limit,
                                Mandate::mandateId,
                                (mandate, out) -> renderer.write(mandate, now, out),
                                json));
    }

    @PostMapping("/mandates/revoke/{mandateId}")
    @Allows(value = KeyKind.SECRET, scope = Scope.PAYMENTS_WRITE)
    Answer revoke(Call call, @PathVariable String mandateId) {
        call.read(revokeForm);
        var mandate =
                mandates.find(call.merchantId(), mandateId)
                        .orElseThrow(() -> ApiException.notFound("mandate"));
        revocation.revoke(call, mandate);
        return retrieve(call, mandateId);
    }
}
