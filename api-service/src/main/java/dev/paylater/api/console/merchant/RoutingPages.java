package dev.paylater.api.console.merchant;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.admin.AccountDesk;
import dev.paylater.api.admin.RoutingDesk;
import dev.paylater.api.console.ActView;
import dev.paylater.api.console.ConsolePages;
import dev.paylater.api.console.Frame;
import dev.paylater.api.console.ListView;
import dev.paylater.api.console.Menu;
import dev.paylater.api.console.Reason;
import dev.paylater.api.console.Words;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.Problem;
import dev.paylater.api.form.OpenApi;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Audited;
import dev.paylater.api.http.Call;
import dev.paylater.api.http.ConsoleDoor;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.merchant.Merchant;
import dev.paylater.api.merchant.MerchantRepository;
import dev.paylater.api.merchant.Profile;
import dev.paylater.options.Routing;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import tools.jackson.databind.JsonNode;

/** The routing rules of a merchant's profiles, what they make of a payment, and their change. */
@Controller
final class RoutingPages {

    private static final String RULE =
            "/console/merchants/{merchantId}/profiles/{profileId}/routing";
    private static final String MERCHANT = "merchant_id";
    private static final String PROFILE = "profile_id";
    private static final String UNKNOWN_RULE = "The console does not know this kind of rule";
    private static final Set<String> CODES = Set.of("currency", "country");
    private static final List<String> FIELDS =
            List.of(
                    "amount",
                    "currency",
                    "country",
                    "payment_method_type",
                    "capture_method",
                    "connector",
                    "routing");

    private final RoutingDesk desk;
    private final AccountDesk accounts;
    private final RoutingTrial trial;
    private final MerchantRepository merchants;
    private final OpenApi api;

    RoutingPages(
            RoutingDesk desk,
            AccountDesk accounts,
            RoutingTrial trial,
            MerchantRepository merchants,
            OpenApi api) {
        this.desk = desk;
        this.accounts = accounts;
        this.trial = trial;
        this.merchants = merchants;
        this.api = api;
    }

    @GetMapping(Menu.ROUTING)
    @Allows(
            value = {KeyKind.ADMIN, KeyKind.SECRET},
            scope = {Scope.CONFIGURATION_READ, Scope.PAYMENTS_READ})
    Answer show(Call call) {
        var own = call.keysMerchant();
        var wanted = call.filter(MERCHANT);
        if (own != null && wanted != null && !own.equals(wanted)) {
            throw ApiException.notFound("merchant");
        }
        var merchantId = own == null ? wanted : own;
        var profiles = merchantId == null ? List.<Profile>of() : desk.of(merchantId);
        var profile = profile(call, merchantId, profiles);
        var typed = typed(call);
        String complaint = null;
        List<RoutingView.Trial> trials = List.of();
        if (profile != null && !typed.isEmpty()) {
            try {
                trials = trials(profile, typed);
            } catch (ApiException e) {
                complaint = e.getMessage();
            }
        }
        return ConsolePages.page(
                "routing",
                Frame.of(call, "Routing", Menu.ROUTING),
                new RoutingView(
                        own == null ? merchants() : null,
                        merchantId,
                        profiles.stream().map(each -> rule(call, each)).toList(),
                        typed,
                        profiles.stream().map(each -> choice(each, profile)).toList(),
                        choices("PaymentMethodType", typed.get("payment_method_type")),
                        choices("CaptureMethod", typed.get("capture_method")),
                        complaint,
                        trials));
    }

    private List<String> merchants() {
        return merchants.findAllByOrderByMerchantId().stream().map(Merchant::merchantId).toList();
    }

    /** The one that was asked for, or the default. */
    private @Nullable Profile profile(
            Call call, @Nullable String merchantId, List<Profile> profiles) {
        var wanted = call.filter(PROFILE);
        return merchantId != null && wanted != null
                ? desk.require(merchantId, wanted)
                : profiles.stream().filter(Profile::defaultProfile).findFirst().orElse(null);
    }

    private static Map<String, String> typed(Call call) {
        var typed = new LinkedHashMap<String, String>();
        for (var name : FIELDS) {
            var value = call.filter(name);
            if (value != null && !value.isBlank()) {
                var text = value.strip();
                typed.put(name, CODES.contains(name) ? text.toUpperCase(Locale.ROOT) : text);
            }
        }
        return typed;
    }

    private List<RoutingView.Trial> trials(Profile profile, Map<String, String> typed) {
        var json = profile.routing();
        if (json != null && RuleForm.read(json).isEmpty()) {
            throw ApiException.of(Problem.inconsistent(PROFILE, UNKNOWN_RULE));
        }
        return trial.trials(accounts.of(profile.merchantId()), rule(profile), typed);
    }

    private static RoutingView.Rule rule(Call call, Profile profile) {
        var json = profile.routing();
        var rule = rule(profile);
        return new RoutingView.Rule(
                profile.profileId(),
                name(profile),
                profile.defaultProfile(),
                json != null && rule == null ? UNKNOWN_RULE : RuleForm.Kind.of(rule).text(),
                RuleForm.shares(rule).stream().map(share -> text(rule, share)).toList(),
                json,
                call.may(Scope.ROUTING_WRITE) ? address(profile) : null);
    }

    /** Null where there is none, or none that the console knows. */
    private static @Nullable Routing rule(Profile profile) {
        var json = profile.routing();
        return json == null ? null : RuleForm.read(json).orElse(null);
    }

    private static String name(Profile profile) {
        return Objects.requireNonNullElse(profile.name(), "–");
    }

    private static String text(@Nullable Routing rule, Routing.Share share) {
        var text = RuleForm.text(share.choice());
        return rule instanceof Routing.VolumeSplit ? share.percent() + " %: " + text : text;
    }

    private static String address(Profile profile) {
        return RULE.replace("{merchantId}", URLEncoder.encode(profile.merchantId(), UTF_8))
                .replace("{profileId}", URLEncoder.encode(profile.profileId(), UTF_8));
    }

    private static ListView.Choice choice(Profile profile, @Nullable Profile chosen) {
        return new ListView.Choice(
                profile.profileId(),
                profile.name() == null
                        ? profile.profileId()
                        : profile.name() + ", " + profile.profileId(),
                profile.equals(chosen));
    }

    /** The values of an enumeration of the interface. */
    private List<ListView.Choice> choices(String schema, @Nullable String chosen) {
        return api.schema(schema)
                .path("enum")
                .valueStream()
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .map(each -> new ListView.Choice(each, Words.readable(each), each.equals(chosen)))
                .toList();
    }

    @GetMapping(RULE)
    @Allows(value = KeyKind.ADMIN, scope = Scope.ROUTING_WRITE)
    Answer ask(Call call, @PathVariable String merchantId, @PathVariable String profileId) {
        var profile = desk.require(merchantId, profileId);
        var rule = rule(profile);
        return ConsolePages.page(
                "rule",
                Frame.of(call, "Change the routing rule", Menu.ROUTING),
                new RuleView(
                        List.of(
                                new ActView.Fact("Profile", profileId, null),
                                new ActView.Fact("Name", name(profile), null),
                                new ActView.Fact("Merchant", merchantId, null)),
                        address(profile),
                        home(merchantId),
                        RuleForm.kinds(rule),
                        RuleForm.lines(rule, accounts.of(merchantId)),
                        rule == null ? profile.routing() : null));
    }

    private static String home(String merchantId) {
        return Menu.ROUTING + "?" + MERCHANT + "=" + URLEncoder.encode(merchantId, UTF_8);
    }

    @PostMapping(RULE)
    @Allows(value = KeyKind.ADMIN, scope = Scope.ROUTING_WRITE)
    @Audited("setRouting")
    Answer change(Call call, @PathVariable String merchantId, @PathVariable String profileId) {
        desk.require(merchantId, profileId);
        var reason = Reason.note(call, merchantId, profileId, Map.of());
        desk.route(call, merchantId, profileId, RuleForm.sent(call), reason);
        return ConsoleDoor.redirect(home(merchantId));
    }
}
