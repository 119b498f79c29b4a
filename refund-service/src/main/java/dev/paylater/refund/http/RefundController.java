package dev.paylater.refund.http;

import dev.paylater.refund.core.RefundDesk;
import dev.paylater.refund.core.Surroundings;
import dev.paylater.refund.listing.RefundDirectory;
import dev.paylater.refund.mongo.RefundDocument;
import dev.paylater.refund.mongo.Refunds;
import dev.paylater.refund.mongo.StoredRefund;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** Refunds of the merchant that the caller acts for. */
@RestController
@RequestMapping(path = "/refunds", produces = MediaType.APPLICATION_JSON_VALUE)
class RefundController {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final Refunds refunds;
    private final RefundDirectory directory;
    private final ProviderQuestion question;
    private final Clock clock;

    RefundController(
            Refunds refunds, RefundDirectory directory, ProviderQuestion question, Clock clock) {
        this.refunds = refunds;
        this.directory = directory;
        this.question = question;
        this.clock = clock;
    }

    @GetMapping("/{refundId}")
    byte[] retrieve(
            @PathVariable String refundId,
            @RequestParam(name = "force_sync", required = false) boolean forceSync,
            HttpServletRequest request) {
        var id = id(refundId, request);
        if (forceSync) {
            question.ask(
                    refunds.find(id).orElseThrow(RequestRefused::unknownRefund),
                    RequestIds.of(request));
        }
        var facts = refunds.findFacts(id).orElseThrow(RequestRefused::unknownRefund);
        return JSON.writeValueAsBytes(RefundJson.of(facts));
    }

    /**
     * The merchant's words change nothing about the money and tell nobody anything, so they need no
     * place in the order of commands: the condition on the version is enough.
     */
    @PostMapping("/{refundId}")
    byte[] describe(@PathVariable String refundId, HttpServletRequest request) throws IOException {
        var words = Description.of(JsonBody.read(request));
        var id = id(refundId, request);
        var commandId = "described/" + UUID.randomUUID();
        while (true) {
            var stored = refunds.find(id).orElseThrow(RequestRefused::unknownRefund);
            var handled =
                    RefundDesk.handle(
                            stored.journal(),
                            commandId,
                            words,
                            Surroundings.PLAIN,
                            clock.instant());
            if (!handled.changed() || isWritten(stored.next(handled.journal()))) {
                var refund = Objects.requireNonNull(handled.journal().refund());
                return JSON.writeValueAsBytes(RefundJson.of(RefundDocument.facts(refund)));
            }
        }
    }

    private boolean isWritten(StoredRefund next) {
        return refunds.write(List.of(next)).isEmpty();
    }

    @PostMapping("/list")
    byte[] list(HttpServletRequest request) throws IOException {
        var query = ListQuery.of(JsonBody.read(request), Gate.merchantOf(request), clock.instant());
        var page = directory.find(query.filter(), query.offset(), query.limit());
        var json = JSON.createObjectNode();
        json.put("count", page.refunds().size());
        json.put("total_count", page.totalCount());
        var data = json.putArray("data");
        page.refunds().forEach(refund -> data.add(RefundJson.of(refund)));
        return JSON.writeValueAsBytes(json);
    }

    private static String id(String refundId, HttpServletRequest request) {
        return Gate.merchantOf(request) + "/" + refundId;
    }
}
