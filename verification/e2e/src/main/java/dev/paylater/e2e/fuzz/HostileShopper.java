package dev.paylater.e2e.fuzz;

import dev.paylater.e2e.ApiAnswer;
import dev.paylater.e2e.MerchantClient;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Has the publishable key and one payment's client_secret, and sends what comes to mind. */
final class HostileShopper {

    static final int REQUESTS_PER_PAYMENT = 25;
    private static final int SHOWN = 400;
    private static final String METHOD =
            "\"payment_method\": \"pay_later\", \"payment_method_type\": \"invoice\"";

    private final String base;
    private final MerchantClient customer;
    private final Mutations mutations;
    private final SlowRequests pace;
    private final FuzzFindings findings;

    HostileShopper(String base, Mutations mutations, SlowRequests pace, FuzzFindings findings) {
        this.base = base;
        this.customer = MerchantClient.CUSTOMER.at(base);
        this.mutations = mutations;
        this.pace = pace;
        this.findings = findings;
    }

    /** Sends so many requests about a new payment. */
    void attack(int number, int requests) {
        var target = Target.createdBy(MerchantClient.SANDBOX.at(base));
        var before = target.shown();
        var sent = new ArrayList<String>();
        for (var i = 0; i < requests; i++) {
            var request = next(target);
            sent.add(request.shown());
            try {
                send(number, request, target);
            } catch (UncheckedIOException e) {
                findings.unanswered(number, request.shown(), e);
            }
        }
        findings.attacked(number, before, target.shown(), sent);
    }

    private void send(int number, Request request, Target target) {
        var first = pace.time(request.send());
        findings.answered(number, first.answer(), request.shown());
        var fastest = pace.tooLong(first.took(), request.send(), target::look);
        if (fastest != null) {
            findings.slow(number, fastest, request.shown());
        }
    }

    private record Request(String call, String body, Supplier<ApiAnswer> send) {

        String shown() {
            return beginning(call) + " " + beginning(body);
        }

        private static String beginning(String text) {
            return text.length() > SHOWN ? text.substring(0, SHOWN) : text;
        }
    }

    private Request next(Target target) {
        var secret = "\"client_secret\": " + secretFor(target);
        var id = target.paymentId();
        return switch (mutations.random().nextInt(12)) {
            case 0, 1, 2, 3 ->
                    post("/payments/" + id + "/confirm", mutations.body(secret + "," + METHOD));
            case 4 -> post("/" + id + "/complete_authorize", mutations.body(secret));
            case 5 -> post("/payments/" + id + "/3ds/authentication", mutations.body(secret));
            case 6 ->
                    post(
                            "/payments/session_tokens",
                            mutations.body(secret + ",\"payment_id\": " + Mutations.text(id)));
            case 7 -> get("/payments/" + id, mutations.body(secret));
            case 8 -> form(target.link());
            case 9 ->
                    post(
                            "/payments/" + mutations.other().paymentId() + "/confirm",
                            "{\"client_secret\": "
                                    + Mutations.text(target.clientSecret())
                                    + ","
                                    + METHOD
                                    + "}");
            case 10 -> query(target);
            default -> post("/payments/" + id + path(), mutations.body(secret));
        };
    }

    /** Mostly the right one. */
    private String secretFor(Target target) {
        return switch (mutations.random().nextInt(12)) {
            case 0 -> Mutations.text(mutations.other().clientSecret());
            case 1 -> mutations.value();
            default -> Mutations.text(target.clientSecret());
        };
    }

    /** What needs a secret key. */
    private String path() {
        var paths = List.of("", "/capture", "/cancel", "/approve", "/reject", "/timeline");
        return paths.get(mutations.random().nextInt(paths.size()));
    }

    private Request post(String path, String body) {
        var key = "fuzz-" + mutations.random().nextInt(50);
        var headers =
                mutations.random().nextInt(5) == 0
                        ? Map.of("Idempotency-Key", key)
                        : Map.<String, String>of();
        return new Request("POST " + path, body, () -> customer.post(path, body, headers));
    }

    private Request get(String path, String body) {
        return new Request("GET " + path, body, () -> customer.get(path, body));
    }

    private Request query(Target target) {
        var path =
                "/payments/%s?client_secret=%s&%s"
                        .formatted(target.paymentId(), target.clientSecret(), mutations.query());
        return new Request("GET " + path, "", () -> customer.get(path));
    }

    private Request form(String link) {
        var fields =
                "payment_method_type=invoice&country="
                        + encode(mutations.value())
                        + "&email="
                        + encode(mutations.value())
                        + "&zip="
                        + encode(mutations.value())
                        + "&amount=1";
        return new Request(
                "POST " + link, fields, () -> MerchantClient.NOBODY.submit(link, fields));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
