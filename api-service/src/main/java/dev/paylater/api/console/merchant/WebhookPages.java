package dev.paylater.api.console.merchant;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.console.ActView;
import dev.paylater.api.console.ConsolePages;
import dev.paylater.api.console.ConsolePayments;
import dev.paylater.api.console.Frame;
import dev.paylater.api.console.ListView;
import dev.paylater.api.console.Menu;
import dev.paylater.api.console.Reason;
import dev.paylater.api.console.Words;
import dev.paylater.api.console.merchant.WebhooksView.Opened;
import dev.paylater.api.delivery.DeliveryFilter;
import dev.paylater.api.delivery.DeliveryLog;
import dev.paylater.api.endpoint.EndpointChanges;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.form.Form;
import dev.paylater.api.form.Forms;
import dev.paylater.api.http.Allows;
import dev.paylater.api.http.Answer;
import dev.paylater.api.http.Audited;
import dev.paylater.api.http.Call;
import dev.paylater.api.http.ConsoleDoor;
import dev.paylater.api.json.Json;
import dev.paylater.api.key.KeyKind;
import dev.paylater.api.key.Scope;
import dev.paylater.api.merchant.WebhookEndpoint;
import dev.paylater.api.merchant.WebhookEndpoints;
import java.net.URLEncoder;
import java.time.Instant;
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
import tools.jackson.databind.JsonNode;

/** A merchant's webhook endpoints and what was delivered there. */
@Controller
final class WebhookPages {

    private static final String ENDPOINT = Menu.WEBHOOKS + "/{endpointId}";
    private static final int MAX_DELIVERIES = 100;
    private static final int MAX_ANSWER_CHARACTERS = 200;
    private static final List<String> STATUSES = List.of("pending", "delivered", "failed");

    private final Form createForm;
    private final Form updateForm;
    private final WebhookEndpoints endpoints;
    private final EndpointChanges changes;
    private final DeliveryLog deliveries;

    WebhookPages(
            Forms forms,
            WebhookEndpoints endpoints,
            EndpointChanges changes,
            DeliveryLog deliveries) {
        this.createForm = forms.of("WebhookEndpointRequest");
        this.updateForm = forms.of("WebhookEndpointUpdateRequest");
        this.endpoints = endpoints;
        this.changes = changes;
        this.deliveries = deliveries;
    }

    @GetMapping(Menu.WEBHOOKS)
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    Answer list(Call call) {
        return page(call, null, null);
    }

    private Answer page(Call call, @Nullable String secret, @Nullable Opened opened) {
        var rows = endpoints.of(call.merchantId()).stream().map(WebhookPages::row).toList();
        return ConsolePages.page(
                "webhooks",
                Frame.of(call, "Webhooks", Menu.WEBHOOKS),
                new WebhooksView(rows, secret, opened));
    }

    private static WebhooksView.Endpoint row(WebhookEndpoint endpoint) {
        var failing = endpoint.failingSince();
        var disabled = Objects.requireNonNullElse(endpoint.disabledReason(), "");
        return new WebhooksView.Endpoint(
                address(endpoint.endpointId()),
                endpoint.url(),
                String.join(", ", endpoint.events()),
                endpoint.payload() + (endpoint.ordered() ? ", in order" : ""),
                !endpoint.enabled()
                        ? ("Disabled " + disabled).strip()
                        : failing == null ? "Enabled" : "Failing since " + Words.time(failing),
                !endpoint.enabled() ? "quiet" : failing == null ? "good" : "bad");
    }

    private static String address(String endpointId) {
        return Menu.WEBHOOKS + "/" + URLEncoder.encode(endpointId, UTF_8);
    }

    @PostMapping(Menu.WEBHOOKS)
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    @Audited("createWebhookEndpoint")
    Answer create(Call call) {
        call.continueAsForm(call.field("form_id"));
        var body =
                Json.emptyObject()
                        .put("url", Objects.requireNonNullElse(call.field("url"), ""))
                        .put("payload", Objects.requireNonNullElse(call.field("payload"), "full"))
                        .put("ordered", call.field("ordered") != null);
        var events = body.putArray("events");
        Stream.of(Objects.requireNonNullElse(call.field("events"), "*").split("[\\s,]+"))
                .filter(event -> !event.isEmpty())
                .forEach(events::add);
        createForm.check(body);
        var change = changes.create(call, body);
        return page(call, change.secret(), null);
    }

    @GetMapping(ENDPOINT)
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    Answer open(Call call, @PathVariable String endpointId) {
        var endpoint = endpoints.require(call.merchantId(), endpointId);
        var status = call.filter("status");
        var known = status != null && STATUSES.contains(status) ? status : null;
        return page(
                call,
                null,
                new Opened(
                        address(endpointId),
                        endpoint.url(),
                        endpoint.enabled(),
                        STATUSES.stream()
                                .map(
                                        each ->
                                                new ListView.Choice(
                                                        each,
                                                        Words.readable(each),
                                                        each.equals(known)))
                                .toList(),
                        deliveries(call, endpointId, known)));
    }

    private List<WebhooksView.Delivery> deliveries(
            Call call, String endpointId, @Nullable String status) {
        var filter = new DeliveryFilter(call.merchantId(), endpointId, null, status);
        return deliveries.list(filter, null, MAX_DELIVERIES).deliveries().stream()
                .map(delivery -> delivery(call, delivery))
                .toList();
    }

    private static WebhooksView.Delivery delivery(Call call, JsonNode delivery) {
        var status = delivery.path("status").asString("");
        var paymentId = delivery.path("payment_id").asString("");
        return new WebhooksView.Delivery(
                delivery.path("id").asString(""),
                delivery.path("event_type").asString(""),
                paymentId.isEmpty() || !call.may(Scope.PAYMENTS_READ)
                        ? null
                        : ConsolePayments.address(call.merchantId(), paymentId),
                paymentId,
                Words.readable(status),
                status.equals("failed") ? "bad" : Words.colour(status),
                delivery.path("attempts").valueStream().map(WebhookPages::attempt).toList());
    }

    private static String attempt(JsonNode attempt) {
        var status = attempt.path("status");
        return "%s: %s, %s ms %s"
                .formatted(
                        Words.time(attempt.path("time").asString("")),
                        status.isNumber()
                                ? status.asString()
                                : attempt.path("error").asString("no answer"),
                        attempt.path("latency_ms").asString("0"),
                        cut(attempt.path("answer").asString("")))
                .strip();
    }

    private static String cut(String answer) {
        return answer.length() > MAX_ANSWER_CHARACTERS
                ? answer.substring(0, MAX_ANSWER_CHARACTERS)
                : answer;
    }

    /** What can be done to an endpoint, with a page that says what follows. */
    private enum Act {
        NEW_SECRET(
                "New secret",
                "Webhooks are signed with a new secret, which is shown once. For a day they are"
                        + " signed with the old one as well."),
        DELETE(
                "Delete",
                "The endpoint is called no more, and what it has not got yet is not sent. This"
                        + " cannot be undone."),
        RESEND_FAILED(
                "Send all that failed again",
                "Every webhook to this endpoint that was given up is tried once more.");

        private final String text;
        private final String consequence;

        Act(String text, String consequence) {
            this.text = text;
            this.consequence = consequence;
        }

        private String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }

        private static Act of(String word) {
            return Stream.of(values())
                    .filter(act -> act.wireName().equals(word))
                    .findFirst()
                    .orElseThrow(() -> ApiException.notFound("action"));
        }
    }

    @GetMapping(ENDPOINT + "/act/{action}")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    Answer ask(Call call, @PathVariable String endpointId, @PathVariable String action) {
        var act = Act.of(action);
        var endpoint = endpoints.require(call.merchantId(), endpointId);
        return ConsolePages.page(
                "act",
                Frame.of(call, act.text, Menu.WEBHOOKS),
                new ActView(
                        act.text,
                        act.consequence,
                        List.of(new ActView.Fact("Endpoint", endpoint.url(), null)),
                        address(endpointId) + "/" + act.wireName(),
                        address(endpointId),
                        Map.of(),
                        null,
                        Call.newFormId()));
    }

    @PostMapping(ENDPOINT + "/new_secret")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    @Audited("rotateWebhookSecret")
    Answer rotate(Call call, @PathVariable String endpointId) {
        var reason = begin(call, endpointId);
        return page(call, changes.rotate(call, endpointId, reason).secret(), null);
    }

    private static String begin(Call call, String endpointId) {
        var reason = Reason.note(call, call.merchantId(), endpointId, Map.of());
        call.continueAsForm(call.field("form_id"));
        return reason;
    }

    @PostMapping(ENDPOINT + "/delete")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    @Audited("deleteWebhookEndpoint")
    Answer delete(Call call, @PathVariable String endpointId) {
        changes.delete(call, endpointId, begin(call, endpointId));
        return ConsoleDoor.redirect(Menu.WEBHOOKS);
    }

    @PostMapping(ENDPOINT + "/switch")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    @Audited("updateWebhookEndpoint")
    Answer enable(Call call, @PathVariable String endpointId) {
        var body = Json.emptyObject().put("enabled", "true".equals(call.field("enabled")));
        updateForm.check(body);
        changes.update(call, endpointId, body);
        return ConsoleDoor.redirect(address(endpointId));
    }

    @PostMapping(ENDPOINT + "/test")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    @Audited("testWebhookEndpoint")
    Answer test(Call call, @PathVariable String endpointId) {
        deliveries.test(call.merchantId(), endpointId);
        return ConsoleDoor.redirect(address(endpointId));
    }

    @PostMapping(ENDPOINT + "/resend_failed")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    @Audited("resendFailedWebhooks")
    Answer resendFailed(Call call, @PathVariable String endpointId) {
        begin(call, endpointId);
        deliveries.resendFailed(call.merchantId(), endpointId, Instant.EPOCH);
        return ConsoleDoor.redirect(address(endpointId));
    }

    @PostMapping(ENDPOINT + "/deliveries/{deliveryId}/resend")
    @Allows(value = KeyKind.SECRET, scope = Scope.WEBHOOKS)
    @Audited("resendWebhookDelivery")
    Answer resend(Call call, @PathVariable String endpointId, @PathVariable String deliveryId) {
        deliveries.resend(call.merchantId(), deliveryId);
        return ConsoleDoor.redirect(address(endpointId));
    }
}
