package dev.paylater.api.admin;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Json;
import dev.paylater.api.merchant.Profile;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** Routing rules of profiles for the console: the interface's acts, for a reason. */
@Component
public final class RoutingDesk {

    private final Form form;
    private final Merchants merchants;
    private final Profiles profiles;

    RoutingDesk(Forms forms, Merchants merchants, Profiles profiles) {
        this.form = forms.of("RoutingRuleRequest");
        this.merchants = merchants;
        this.profiles = profiles;
    }

    /**
     * All profiles of a merchant.
     *
     * @throws ApiException 404 when there is no such merchant
     */
    public List<Profile> of(String merchantId) {
        merchants.require(merchantId);
        return profiles.of(merchantId);
    }

    /**
     * One of them.
     *
     * @throws ApiException 404 when the merchant has no such profile
     */
    public Profile require(String merchantId, String profileId) {
        return profiles.require(merchantId, profileId);
    }

    /**
     * Sets the rule of a profile.
     *
     * @param rule of the interface's RoutingRuleRequest; null removes the one that is there
     */
    public void route(
            Call call,
            String merchantId,
            String profileId,
            @Nullable JsonNode rule,
            String reason) {
        var fields = Json.emptyObject().set(Profiles.ROUTING, rule);
        call.check(form, fields);
        MerchantController.requireSense(fields);
        StoredResources.audit(
                call,
                merchantId,
                profileId,
                profiles.route(merchantId, profileId, rule),
                MerchantController::writeListed,
                reason);
    }
}
