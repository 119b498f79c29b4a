package dev.paylater.connector.verification;

import com.mongodb.MongoException;
import dev.paylater.connector.call.Verification;
import dev.paylater.kit.security.ServiceToken;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/**
 * POST /admin/merchants/{merchant_id}/connector_accounts/{merchant_connector_id}/verify, as
 * api-service forwards it for an administrator, with a service token of that merchant.
 */
@RestController
final class VerificationController {

    private static final Logger log = LoggerFactory.getLogger(VerificationController.class);

    private final AccountVerifications verifications;
    private final ServiceToken tokens;
    private final Clock clock;

    VerificationController(AccountVerifications verifications, ServiceToken tokens, Clock clock) {
        this.verifications = verifications;
        this.tokens = tokens;
        this.clock = clock;
    }

    @PostMapping("/admin/merchants/{merchantId}/connector_accounts/{accountId}/verify")
    ResponseEntity<Map<String, @Nullable Object>> verify(
            @PathVariable String merchantId,
            @PathVariable String accountId,
            @RequestHeader(name = ServiceToken.HEADER, required = false) @Nullable String token)
            throws InterruptedException {
        if (token == null || tokens.merchantOf(token).filter(merchantId::equals).isEmpty()) {
            return refuse(401, "IR_01", "The service token is missing or wrong.");
        }
        try {
            return verifications
                    .verify(merchantId, accountId)
                    .map(verification -> ResponseEntity.ok(json(accountId, verification)))
                    .orElseGet(() -> refuse(404, "HE_02", "There is no such connector account"));
        } catch (MongoException e) {
            log.warn("An account could not be read now: {}", e.toString());
            return refuse(503, "HE_00", "Not now; try again.");
        }
    }

    private Map<String, @Nullable Object> json(String accountId, Verification verification) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("merchant_connector_id", accountId);
        json.put("verified", verification.verified());
        json.put("status", verification.status().name().toLowerCase(Locale.ROOT));
        json.put("message", verification.message());
        json.put("http_status", verification.httpStatus());
        json.put("checked_at", clock.instant().truncatedTo(ChronoUnit.MILLIS).toString());
        return json;
    }

    private static ResponseEntity<Map<String, @Nullable Object>> refuse(
            int status, String code, String message) {
        var answer = ResponseEntity.status(status);
        if (status == 503) {
            answer.header(HttpHeaders.RETRY_AFTER, "5");
        }
        return answer.body(Map.of("error", Map.of("code", code, "message", message)));
    }
}
