package dev.paylater.api.admin;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Call;
import dev.paylater.api.http.RateLimit;
import dev.paylater.api.merchant.ConnectorAccount;
import dev.paylater.api.settings.ServiceUrls;
import dev.paylater.api.upstream.Peer;
import dev.paylater.api.upstream.Upstream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/** Accounts of a merchant as the interface and the console show and verify them. */
@Component
public final class AccountDesk {

    private static final Duration VERIFIED_EVERY = Duration.ofSeconds(15);
    private static final int VERIFIED_AT_ONCE = 4;

    private final Merchants merchants;
    private final ConnectorAccounts accounts;
    private final Upstream upstream;
    private final ServiceUrls addresses;
    private final RateLimit verifications =
            RateLimit.of(
                    "This connector account is verified more often than it may be",
                    VERIFIED_EVERY,
                    VERIFIED_AT_ONCE);

    AccountDesk(
            Merchants merchants,
            ConnectorAccounts accounts,
            Upstream upstream,
            ServiceUrls addresses) {
        this.merchants = merchants;
        this.accounts = accounts;
        this.upstream = upstream;
        this.addresses = addresses;
    }

    /**
     * All accounts of a merchant.
     *
     * @throws ApiException 404 when there is no such merchant
     */
    public List<ConnectorAccount> of(String merchantId) {
        merchants.require(merchantId);
        return accounts.of(merchantId);
    }

    /**
     * Has the provider asked whether it accepts the credentials. Only connector-service calls
     * providers: it makes the call and says what came of it.
     *
     * @return the interface's ConnectorAccountVerification
     */
    public ObjectNode verify(Call call, String merchantId, String accountId) {
        merchants.require(merchantId);
        var account = accounts.require(merchantId, accountId);
        verifications.pass(accountId);
        var path =
                "/admin/merchants/%s/connector_accounts/%s/verify"
                        .formatted(encoded(merchantId), encoded(accountId));
        var answer = upstream.post(call, merchantId, Peer.connector(addresses), path);
        return ((ObjectNode) answer).put("connector", account.connector());
    }

    private static String encoded(String id) {
        return URLEncoder.encode(id, StandardCharsets.UTF_8);
    }
}
