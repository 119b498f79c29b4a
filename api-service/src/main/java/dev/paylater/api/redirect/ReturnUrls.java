package dev.paylater.api.redirect;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paylater.api.document.PaymentDocument;
import dev.paylater.api.json.Json;
import dev.paylater.api.merchant.Profile;
import dev.paylater.api.merchant.ProfileReads;
import dev.paylater.api.merchant.ResponseHashKeys;
import dev.paylater.kit.outgoing.WebAddress;
import java.net.URLDecoder;
import java.time.Clock;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Where a customer is sent in the end: only ever to the return_url of the payment, and only when it
 * is of one of the profile's domains, so nobody else can make this service a signpost. The
 * parameters that are added are signed, and none of the same name is left beside them.
 */
@Component
final class ReturnUrls {

    private static final Logger log = LoggerFactory.getLogger(ReturnUrls.class);
    private static final Set<String> ADDED =
            Set.of("payment_id", "status", "timestamp", "signature");

    /** Some readers take a semicolon for the end of a parameter as well. */
    private static final Pattern PIECES = Pattern.compile(";");

    private static final Pattern END_OF_NAME = Pattern.compile("[\\[\\x00]");

    private final ProfileReads profiles;
    private final ResponseHashKeys hashKeys;
    private final Clock clock;

    ReturnUrls(ProfileReads profiles, ResponseHashKeys hashKeys, Clock clock) {
        this.profiles = profiles;
        this.hashKeys = hashKeys;
        this.clock = clock;
    }

    Optional<String> of(PaymentDocument payment) {
        var domains = profiles.allowedDomains(payment.merchantId(), payment.profileId());
        return Optional.ofNullable(payment.term("return_url"))
                .flatMap(text -> callable(Json.read(text).asString()))
                .filter(domains::contain)
                .map(url -> withOutcome(url, payment));
    }

    /**
     * A return_url that was stored before URLs were checked may be one that no browser can open.
     */
    private static Optional<String> callable(String url) {
        try {
            return Optional.of(WebAddress.of(url).ascii());
        } catch (WebAddress.Unusable e) {
            log.warn("A return_url {}: the customer is shown the outcome here", e.getMessage());
            return Optional.empty();
        }
    }

    private String withOutcome(String url, PaymentDocument payment) {
        var hash = url.indexOf('#');
        var base = hash < 0 ? url : url.substring(0, hash);
        var fragment = hash < 0 ? "" : url.substring(hash);
        var question = base.indexOf('?');
        var path = question < 0 ? base : base.substring(0, question);
        var own = question < 0 ? "" : base.substring(question + 1);
        var query =
                Stream.concat(parametersOf(own), Stream.of(outcome(payment)))
                        .collect(Collectors.joining("&"));
        return path + "?" + query + fragment;
    }

    /** Those of the return_url itself, without any that could be taken for one of the answer. */
    private static Stream<String> parametersOf(String query) {
        return Stream.of(query.split("&", -1))
                .filter(parameter -> !parameter.isEmpty())
                .filter(
                        parameter ->
                                PIECES.splitAsStream(parameter).noneMatch(ReturnUrls::isAdded));
    }

    /**
     * By its decoded name, and as readers read it that take points and spaces for underscores, end
     * a name at a bracket or zero byte, or do not tell capitals apart.
     */
    private static boolean isAdded(String parameter) {
        var encoded = parameter.split("=", 2)[0];
        try {
            var name = URLDecoder.decode(encoded, UTF_8).strip();
            var plain = END_OF_NAME.split(name, 2)[0].replace('.', '_').replace(' ', '_');
            return ADDED.contains(plain.toLowerCase(Locale.ROOT));
        } catch (IllegalArgumentException _) {
            // A percent sign that no two digits follow: nobody knows what a reader makes of it.
            return true;
        }
    }

    private String outcome(PaymentDocument payment) {
        var parameters =
                "payment_id=%s&status=%s&timestamp=%s"
                        .formatted(
                                payment.paymentId(),
                                payment.status(),
                                Long.toString(clock.instant().getEpochSecond()));
        return profiles.find(payment.merchantId(), payment.profileId())
                .flatMap(this::keyOf)
                .map(key -> parameters + "&signature=" + ReturnSignature.of(parameters, key))
                .orElse(parameters);
    }

    private Optional<String> keyOf(Profile profile) {
        return Optional.ofNullable(hashKeys.open(profile));
    }
}
