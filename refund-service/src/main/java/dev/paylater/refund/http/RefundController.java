package dev.paylater.refund.http;

import dev.paylater.kit.security.ServiceGate;
import dev.paylater.refund.listing.RefundIndex;
import dev.paylater.refund.mongo.Refunds;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Shows, lists and describes the refunds of the merchant that the caller acts for. They are created
 * by api-service, which has their amount reserved by the payment.
 */
@RestController
@RequestMapping(path = "/refunds", produces = MediaType.APPLICATION_JSON_VALUE)
class RefundController {

    private static final Logger log = LoggerFactory.getLogger(RefundController.class);
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Refunds refunds;
    private final RefundIndex directory;
    private final StatusInquiryRequest inquiry;
    private final RefundUpdate update;
    private final Clock clock;

    RefundController(
            Refunds refunds,
            RefundIndex directory,
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
            @RequestParam(name = "force_sync", required = false) @Nullable String forceSync,
            HttpServletRequest request)
            throws IOException {
        var id = id(refundId, request);
        var isForced = isForced(request);
        if (forceSync == null ? isForced : flag("force_sync", forceSync)) {
            inquiry.send(
                    refunds.find(id).orElseThrow(RequestRefused::unknownRefund),
                    RequestIds.of(request));
        }
        var facts = refunds.findFacts(id).orElseThrow(RequestRefused::unknownRefund);
        return JSON.writeValueAsBytes(RefundJson.of(facts));
    }

    private static boolean flag(String name, String value) {
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default ->
                    throw RequestRefused.of(
                            List.of(Problem.malformed(name, "must be true or false")));
        };
    }

    /** By the body, which is looked at even where the query decides. */
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
        var query =
                ListQuery.of(
                        JsonBody.read(request), ServiceGate.merchantOf(request), clock.instant());
        var page = directory.find(query.filter(), query.offset(), query.limit());
        var json = JSON.createObjectNode();
        var shown = page.refunds().stream().flatMap(RefundController::shown).toList();
        json.put("count", shown.size());
        json.put("total_count", page.totalCount());
        json.putArray("data").addAll(shown);
        return JSON.writeValueAsBytes(json);
    }

    /** One that cannot be shown hides no other. */
    private static Stream<ObjectNode> shown(BsonDocument refund) {
        try {
            return Stream.of(RefundJson.of(refund));
        } catch (RuntimeException e) {
            log.error("Refund {} is damaged and left out of a list", refund.get("_id"), e);
            return Stream.empty();
        }
    }

    private static String id(String refundId, HttpServletRequest request) {
        return ServiceGate.merchantOf(request) + "/" + refundId;
    }
}
