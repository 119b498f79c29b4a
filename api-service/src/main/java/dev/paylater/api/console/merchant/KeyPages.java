package dev.paylater.api.console.merchant;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.admin.KeyDesk;
import dev.paylater.api.console.ActView;
import dev.paylater.api.console.ConsolePages;
import dev.paylater.api.console.Frame;
import dev.paylater.api.console.Menu;
import dev.paylater.api.console.Reason;
import dev.paylater.api.console.Words;
import dev.paylater.api.console.merchant.KeysView.Row;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Audited;
import dev.paylater.api.http.Call;
import dev.paylater.api.http.ConsoleDoor;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.ApiKey;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.merchant.Merchant;
import dev.paylater.api.merchant.MerchantRepository;
import java.net.URLEncoder;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import tools.jackson.databind.node.ObjectNode;

/** The keys of a merchant: who may, lists them, issues them, and rotates and revokes them. */
@Controller
final class KeyPages {

    private static final String OF_MERCHANT = "/console/merchants/{merchantId}/keys";
    private static final String KEY = OF_MERCHANT + "/{keyId}";
    private static final String SCOPE = "scope.";

    private final KeyDesk desk;
    private final MerchantRepository merchants;
    private final Clock clock;

    KeyPages(KeyDesk desk, MerchantRepository merchants, Clock clock) {
        this.desk = desk;
        this.merchants = merchants;
        this.clock = clock;
    }

    @GetMapping(Menu.KEYS)
    @Allows(value = KeyKind.ADMIN, scope = Scope.KEYS_READ)
    Answer list(Call call) {
        return page(call, call.filter("merchant_id"), null);
    }

    private Answer page(Call call, @Nullable String merchantId, @Nullable String text) {
        var rows =
                merchantId == null
                        ? List.<Row>of()
                        : desk.of(merchantId).stream().map(key -> row(call, key)).toList();
        return ConsolePages.page(
                "keys",
                Frame.of(call, "Keys", Menu.KEYS),
                new KeysView(
                        merchants.findAllByOrderByMerchantId().stream()
                                .map(Merchant::merchantId)
                                .toList(),
                        merchantId,
                        rows,
                        text,
                        call.may(Scope.KEYS_WRITE) ? scopes().map(Scope::wireName).toList() : null,
                        merchantId == null ? "" : address(merchantId),
                        Call.newFormId()));
    }

    private static Stream<Scope> scopes() {
        return Stream.of(Scope.values()).filter(scope -> scope.kind() == KeyKind.SECRET);
    }

    private static String address(String merchantId) {
        return "/console/merchants/" + URLEncoder.encode(merchantId, UTF_8) + "/keys";
    }

    private static String address(String merchantId, String keyId) {
        return address(merchantId) + "/" + URLEncoder.encode(keyId, UTF_8);
    }

    private static String home(String merchantId) {
        return Menu.KEYS + "?merchant_id=" + URLEncoder.encode(merchantId, UTF_8);
    }

    private Row row(Call call, ApiKey key) {
        var isValid = key.isValid(clock.instant());
        var limits = key.limits();
        var scopes = limits == null ? null : limits.scopes();
        var from = limits == null ? null : limits.allowedAddresses();
        return new Row(
                key.keyId(),
                Objects.requireNonNullElse(key.name(), "–"),
                key.prefix() + "…",
                key.kind() == KeyKind.PUBLISHABLE
                        ? "What a browser may"
                        : scopes == null ? "Everything" : String.join(", ", scopes),
                from == null ? "Anywhere" : String.join(", ", from),
                times(key),
                state(key, isValid),
                isValid ? "good" : "quiet",
                isValid && call.may(Scope.KEYS_WRITE) ? acts(key) : List.of());
    }

    private static String times(ApiKey key) {
        return Words.time(key.createdAt())
                + (key.expiresAt() == null ? "" : ", until " + Words.time(key.expiresAt()));
    }

    private static String state(ApiKey key, boolean isValid) {
        if (key.revokedAt() != null) {
            return "Revoked";
        }
        if (!isValid) {
            return "Expired";
        }
        return key.successorId() == null ? "Valid" : "Rotated";
    }

    private static List<ActView.Fact> acts(ApiKey key) {
        var address = address(Objects.requireNonNull(key.merchantId()), key.keyId());
        return Stream.of(Act.values())
                .map(act -> new ActView.Fact(act.text, key.keyId(), address + "/act/" + act.word()))
                .toList();
    }

    @PostMapping(OF_MERCHANT)
    @Allows(value = KeyKind.ADMIN, scope = Scope.KEYS_WRITE)
    @Audited("issueApiKey")
    Answer issue(Call call, @PathVariable String merchantId) {
        var fields = Json.emptyObject();
        put(fields, "kind", call.field("kind"));
        put(fields, "name", call.field("name"));
        var scopes =
                scopes().map(Scope::wireName)
                        .filter(scope -> call.field(SCOPE + scope) != null)
                        .toList();
        if (!scopes.isEmpty()) {
            scopes.forEach(fields.putArray("scopes")::add);
        }
        var addresses = call.field("allowed_addresses");
        if (addresses != null) {
            Stream.of(addresses.split("[\\s,]+"))
                    .forEach(fields.putArray("allowed_addresses")::add);
        }
        var reason = begin(call, merchantId, merchantId);
        return page(call, merchantId, desk.issue(call, merchantId, fields, reason));
    }

    private static void put(ObjectNode fields, String name, @Nullable String value) {
        if (value != null) {
            fields.put(name, value);
        }
    }

    private static String begin(Call call, String merchantId, String about) {
        var reason = Reason.note(call, merchantId, about, Map.of());
        call.continueAsForm(call.field("form_id"));
        return reason;
    }

    /** What can be done to a key, with a page that says what follows. */
    private enum Act {
        ROTATE(
                "Rotate",
                "A successor with the same name, scopes and addresses is issued, and its text is"
                        + " shown once. This key stays valid for a day."),
        REVOKE(
                "Revoke",
                "Calls with this key are refused within seconds, and its sessions in the console"
                        + " end. This cannot be undone.");

        private final String text;
        private final String consequence;

        Act(String text, String consequence) {
            this.text = text;
            this.consequence = consequence;
        }

        private String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        private static Act of(String word) {
            return Stream.of(values())
                    .filter(act -> act.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> ApiException.notFound("action"));
        }
    }

    @GetMapping(KEY + "/act/{action}")
    @Allows(value = KeyKind.ADMIN, scope = Scope.KEYS_WRITE)
    Answer ask(
            Call call,
            @PathVariable String merchantId,
            @PathVariable String keyId,
            @PathVariable String action) {
        var act = Act.of(action);
        var key = desk.require(merchantId, keyId);
        return ConsolePages.page(
                "act",
                Frame.of(call, act.text, Menu.KEYS),
                new ActView(
                        act.text,
                        act.consequence,
                        List.of(
                                new ActView.Fact("Key", keyId, null),
                                new ActView.Fact(
                                        "Name", Objects.requireNonNullElse(key.name(), "–"), null),
                                new ActView.Fact("Begins with", key.prefix(), null),
                                new ActView.Fact("Merchant", merchantId, null)),
                        address(merchantId, keyId) + "/" + act.word(),
                        home(merchantId),
                        Map.of(),
                        null,
                        Call.newFormId()));
    }

    @PostMapping(KEY + "/rotate")
    @Allows(value = KeyKind.ADMIN, scope = Scope.KEYS_WRITE)
    @Audited("rotateApiKey")
    Answer rotate(Call call, @PathVariable String merchantId, @PathVariable String keyId) {
        var reason = begin(call, merchantId, keyId);
        return page(call, merchantId, desk.rotate(call, merchantId, keyId, reason));
    }

    @PostMapping(KEY + "/revoke")
    @Allows(value = KeyKind.ADMIN, scope = Scope.KEYS_WRITE)
    @Audited("revokeApiKey")
    Answer revoke(Call call, @PathVariable String merchantId, @PathVariable String keyId) {
        desk.revoke(call, merchantId, keyId, begin(call, merchantId, keyId));
        return ConsoleDoor.redirect(home(merchantId));
    }
}
