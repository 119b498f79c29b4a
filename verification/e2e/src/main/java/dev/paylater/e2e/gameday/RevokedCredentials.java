package dev.paylater.e2e.gameday;

import dev.paylater.e2e.ApiAnswer;
import dev.paylater.e2e.MerchantClient;
import dev.paylater.e2e.ProviderLedger;
import java.util.List;
import java.util.Map;

/** A merchant's account is refused by its provider: the key in it is no longer the account's. */
final class RevokedCredentials implements Trouble {

    private final String merchantId =
            "gameday_" + Long.toString(System.currentTimeMillis(), Character.MAX_RADIX);
    private String account = "";

    @Override
    public String name() {
        return "credentials";
    }

    @Override
    public String meaning() {
        return "a provider refuses the credentials of a merchant's account";
    }

    @Override
    public Alert alert() {
        return new Alert("PaylaterConnectorAccountRefused", Map.of("connector", "sandbox"));
    }

    private static String credentials(String key) {
        return "\"credentials\": {\"api_key\": \"" + key + "\"}";
    }

    @Override
    public void prepare() {
        MerchantClient.administer("", "{\"merchant_id\": \"" + merchantId + "\"}").expect(200);
        account =
                MerchantClient.administer(
                                "/" + merchantId + "/connector_accounts",
                                "{\"connector\": \"sandbox\", \"base_url\": \"%s/sandbox/v1\", %s}"
                                        .formatted(
                                                ProviderLedger.BASE,
                                                credentials("sandbox_" + merchantId)))
                        .expect(200)
                        .string("merchant_connector_id");
    }

    private ApiAnswer ofAccount(String path, String body) {
        return MerchantClient.administer(
                "/" + merchantId + "/connector_accounts/" + account + path, body);
    }

    @Override
    public void begin() {
        ofAccount("", "{" + credentials("revoked") + "}").expect(200);
        var key =
                MerchantClient.administer("/" + merchantId + "/api_keys", "{\"kind\": \"secret\"}")
                        .expect(200)
                        .string("api_key");
        var _ = new MerchantClient(key).pay("", "automatic");
    }

    @Override
    public List<Step> runbook() {
        return List.of(
                new Step("verify the account: it is refused", () -> verify("refused")),
                new Step(
                        "correct its credentials",
                        () ->
                                ofAccount("", "{" + credentials("sandbox_" + merchantId) + "}")
                                        .expect(200)),
                new Step("verify it again: it is accepted", () -> verify("accepted")));
    }

    private void verify(String wanted) {
        var answer = ofAccount("/verify", "{}").expect(200);
        if (!answer.text().contains("\"" + wanted + "\"")) {
            throw new AssertionError("The account is not " + wanted + ": " + answer.text());
        }
    }

    @Override
    public boolean isOver(Prometheus prometheus) {
        return prometheus.value("max(paylater_payments_account_refused)").orElse(1) == 0;
    }
}
