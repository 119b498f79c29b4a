package dev.paylater.refund.http;

import dev.paylater.refund.listing.RefundDirectory;
import dev.paylater.refund.mongo.Refunds;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
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
    private final StatusInquiryRequest inquiry;
    private final RefundUpdate update;
    private final Clock clock;

    RefundController(
            Refunds refunds,
            RefundDirectory directory,
            StatusInquiryRequest inquiry,
            RefundUpdate update,
            Clock clock) {
        this.refunds = refunds;
        this.directory = directory;
        this.inquiry = inquiry;
        this.update = update;
        this.clock = clock;
    }

    @GetMapping("/{refundId}")
    byte[] retrieve(
            @PathVariable String refundId,
            @RequestParam(name = "force_sync", required = false) @Nullable Boolean forceSync,
            HttpServletRequest request)
            throws IOException {
        var id = id(refundId, request);
        if (forceSync == null ? isForced(request) : forceSync) {
            inquiry.send(
                    refunds.find(id).orElseThrow(RequestRefused::unknownRefund),
                    RequestIds.of(request));
        }
        var facts = refunds.findFacts(id).orElseThrow(RequestRefused::unknownRefund);
        return JSON.writeValueAsBytes(RefundJson.of(facts));
    }

    /** By the body, where the query says nothing. */
    private static boolean isForced(HttpServletRequest request) throws IOException {
        if (request.getContentLength() <= 0) {
            return false;
        }
        var body = JsonBody.read(request);
        var forced = body.flag("force_sync");
        body.check();
        return forced;
    }

    @PostMapping("/{refundId}")
    byte[] update(@PathVariable String refundId, HttpServletRequest request) throws IOException {
        var changes = UpdateBody.of(JsonBody.read(request));
        var id = id(refundId, request);
        update.make(
                refunds.find(id).orElseThrow(RequestRefused::unknownRefund),
                changes,
                RequestIds.of(request));
        return JSON.writeValueAsBytes(
                RefundJson.of(refunds.findFacts(id).orElseThrow(RequestRefused::unknownRefund)));
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
