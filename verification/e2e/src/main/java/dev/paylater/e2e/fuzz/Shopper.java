package dev.paylater.e2e.fuzz;

import dev.paylater.e2e.Answer;
import dev.paylater.e2e.Merchant;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Has the publishable key and one payment's client_secret, and sends what comes to mind. */
final class Shopper {

    private static final int REQUESTS_PER_PAYMENT = 25;
    private static final int SHOWN = 400;
    private static final String METHOD =
            "\"payment_method\": \"pay_later\", \"payment_method_type\": \"invoice\"";

    private final Mutations mutations;
    private final Watch watch;

    Shopper(Mutations mutations, Watch watch) {
        this.mutations = mutations;
        this.watch = watch;
    }

    /** Hears of each answer. */
    interface Watch {
        void answered(int status, String request);
    }

    /** Attacks a new payment; what of it belongs to the merchant's server must stay as it is. */
    List<String> attack(AtomicInteger left) {
        var target = Target.createdBy(Merchant.SANDBOX);
        var before = target.shown();
        var sent = new ArrayList<String>();
        for (var i = 0; i < REQUESTS_PER_PAYMENT && left.getAndDecrement() > 0; i++) {
            sent.add(send(target));
        }
        return Target.serverOnlyDifference(before, target.shown()).stream()
                .map(changed -> "A server's field changed: " + changed + " after " + sent)
                .toList();
    }

    private String send(Target target) {
        var secret = "\"client_secret\": " + secretFor(target);
        var id = target.paymentId();
        return switch (mutations.random().nextInt(10)) {
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

    private String post(String path, String body) {
        var key = "fuzz-" + mutations.random().nextInt(50);
        var headers =
                mutations.random().nextInt(5) == 0
                        ? Map.of("Idempotency-Key", key)
                        : Map.<String, String>of();
        return note("POST " + path, body, Merchant.CUSTOMER.post(path, body, headers));
    }

    private String get(String path, String body) {
        return note("GET " + path, body, Merchant.CUSTOMER.get(path, body));
    }

    private String form(String link) {
        var fields =
                "payment_method_type=invoice&country="
                        + encode(mutations.value())
                        + "&email="
                        + encode(mutations.value())
                        + "&zip="
                        + encode(mutations.value())
                        + "&amount=1";
        return note("POST " + link, fields, Merchant.NOBODY.submit(link, fields));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private String note(String call, String body, Answer answer) {
        var request = call + " " + (body.length() > SHOWN ? body.substring(0, SHOWN) : body);
        watch.answered(answer.status(), request);
        return request;
    }
}
