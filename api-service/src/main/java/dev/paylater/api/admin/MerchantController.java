package dev.paylater.api.admin;

import dev.paylater.api.admin.StoredResources.Change;
import dev.paylater.api.document.Values;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.form.RoutingValidation;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Call;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.merchant.Merchant;
import dev.paylater.api.merchant.Profile;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.node.ObjectNode;

/** Merchants and their profiles. */
@Controller
final class MerchantController {

    private static final String PROFILE_PREFIX = "pro_";

    private final Form merchantForm;
    private final Form profileForm;
    private final Form routingForm;
    private final Merchants merchants;
    private final Profiles profiles;

    MerchantController(Forms forms, Merchants merchants, Profiles profiles) {
        this.merchantForm = forms.of("MerchantRequest");
        this.profileForm = forms.of("ProfileRequest");
        this.routingForm = forms.of("RoutingRuleRequest");
        this.merchants = merchants;
        this.profiles = profiles;
    }

    @PostMapping("/admin/merchants")
    @Allows(value = KeyKind.ADMIN, scope = Scope.MERCHANTS_WRITE)
    Answer create(Call call) {
        var body = call.read(merchantForm);
        var id = body.required("merchant_id").stringValue();
        var merchant = merchants.create(id, text(body, "name"));
        profiles.create(
                id,
                call.newId(PROFILE_PREFIX),
                Json.emptyObject().put("name", "Default").put(Profiles.IS_DEFAULT, true));
        StoredResources.audit(call, id, id, new Change<>(null, merchant), this::writeMerchant);
        return StoredResources.show(merchant, this::writeMerchant);
    }

    @GetMapping("/admin/merchants")
    @Allows(value = KeyKind.ADMIN, scope = Scope.CONFIGURATION_READ)
    Answer list() {
        return StoredResources.showAll(merchants.all(), Merchant::merchantId, this::writeMerchant);
    }

    @GetMapping("/admin/merchants/{merchantId}")
    @Allows(value = KeyKind.ADMIN, scope = Scope.CONFIGURATION_READ)
    Answer retrieve(@PathVariable String merchantId) {
        return StoredResources.show(merchants.require(merchantId), this::writeMerchant);
    }

    @PostMapping("/admin/merchants/{merchantId}/profiles")
    @Allows(value = KeyKind.ADMIN, scope = Scope.MERCHANTS_WRITE)
    Answer createProfile(Call call, @PathVariable String merchantId) {
        merchants.require(merchantId);
        var body = call.read(profileForm);
        requireSense(body);
        var chosen = text(body, "profile_id");
        var id = chosen == null ? call.newId(PROFILE_PREFIX) : chosen;
        return change(call, new Change<>(null, profiles.create(merchantId, id, body)));
    }

    @GetMapping("/admin/merchants/{merchantId}/profiles")
    @Allows(value = KeyKind.ADMIN, scope = Scope.CONFIGURATION_READ)
    Answer listProfiles(@PathVariable String merchantId) {
        merchants.require(merchantId);
        return StoredResources.showAll(
                profiles.of(merchantId), Profile::profileId, MerchantController::writeListed);
    }

    @PostMapping("/admin/merchants/{merchantId}/profiles/{profileId}")
    @Allows(value = KeyKind.ADMIN, scope = Scope.MERCHANTS_WRITE)
    Answer updateProfile(
            Call call, @PathVariable String merchantId, @PathVariable String profileId) {
        var body = call.read(profileForm);
        requireSense(body);
        return change(call, profiles.update(merchantId, profileId, body));
    }

    @PostMapping("/admin/merchants/{merchantId}/profiles/{profileId}/routing")
    @Allows(value = KeyKind.ADMIN, scope = Scope.ROUTING_WRITE)
    Answer route(Call call, @PathVariable String merchantId, @PathVariable String profileId) {
        var body = call.read(routingForm);
        requireSense(body);
        return change(call, profiles.route(merchantId, profileId, body.get(Profiles.ROUTING)));
    }

    /** The audit log has what lists show: never what signs. */
    private Answer change(Call call, Change<Profile> change) {
        StoredResources.audit(
                call,
                change.after().merchantId(),
                change.after().profileId(),
                change,
                MerchantController::writeListed);
        return StoredResources.show(change.after(), this::writeProfile);
    }

    private void writeMerchant(Merchant merchant, JsonGenerator json) {
        var defaultProfile =
                profiles.of(merchant.merchantId()).stream()
                        .filter(Profile::defaultProfile)
                        .findFirst();
        json.writeStartObject();
        json.writeStringProperty("merchant_id", merchant.merchantId());
        json.writeName("name");
        Values.text(merchant.name(), json);
        json.writeName("created_at");
        Values.time(merchant.createdAt(), json);
        json.writeName("default_profile_id");
        Values.text(defaultProfile.map(Profile::profileId).orElse(null), json);
        json.writeEndObject();
    }

    /** Whoever may change a profile sees its key; who only reads a list does not. */
    private void writeProfile(Profile profile, JsonGenerator json) {
        json.writeStartObject();
        writeFields(profile, json);
        json.writeName(Profiles.HASH_KEY);
        Values.text(profiles.hashKey(profile), json);
        json.writeEndObject();
    }

    static void writeListed(Profile profile, JsonGenerator json) {
        json.writeStartObject();
        writeFields(profile, json);
        json.writeEndObject();
    }

    private static void writeFields(Profile profile, JsonGenerator json) {
        json.writeStringProperty("profile_id", profile.profileId());
        json.writeStringProperty("merchant_id", profile.merchantId());
        json.writeName("name");
        Values.text(profile.name(), json);
        json.writeName(Profiles.ROUTING);
        Values.raw(profile.routing(), json);
        json.writeArrayPropertyStart(Profiles.DOMAINS);
        profile.domains().forEach(json::writeString);
        json.writeEndArray();
        json.writeName(Profiles.WEBHOOK_URL);
        Values.text(profile.webhookUrl(), json);
        json.writeBooleanProperty(
                Profiles.ACCEPT_PARTIAL_APPROVAL,
                Boolean.TRUE.equals(profile.acceptPartialApproval()));
        json.writeName(Profiles.LINK_EXPIRES_IN);
        Values.number(profile.paymentLinkExpiresIn(), json);
        json.writeBooleanProperty(Profiles.IS_DEFAULT, profile.defaultProfile());
        json.writeName("created_at");
        Values.time(profile.createdAt(), json);
    }

    /** Checks what the form of a routing rule cannot say. */
    static void requireSense(ObjectNode body) {
        RoutingValidation.problemOf(body.path(Profiles.ROUTING))
                .ifPresent(
                        problem -> {
                            throw ApiException.of(problem);
                        });
    }

    static @Nullable String text(ObjectNode body, String name) {
        var value = body.get(name);
        return value == null ? null : value.asString();
    }
}
