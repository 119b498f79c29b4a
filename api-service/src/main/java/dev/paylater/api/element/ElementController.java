package dev.paylater.api.element;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.http.Answer;
import dev.paylater.api.json.Json;
import dev.paylater.api.page.Language;
import dev.paylater.api.page.Texts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.core.io.ClassPathResource;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/**
 * The custom elements that a shop puts into its own page, and the sentences that they show: those
 * of the hosted page. Anybody may read both.
 */
@Controller
final class ElementController {

    private static final String SCRIPT = "paylater.js";
    private static final Map<String, String> FILES =
            Map.of(
                    SCRIPT,
                    "text/javascript;charset=utf-8",
                    "paylater.d.ts",
                    "text/plain;charset=utf-8");

    /** An hour: a shop's pages load it often, and a new version is in use the same day. */
    private static final Map<String, String> CACHED =
            Map.of("Cache-Control", "public, max-age=3600");

    private static final List<String> SENTENCES =
            List.of(
                    "country.choose",
                    "details",
                    "error.",
                    "errors.",
                    "field.",
                    "method.",
                    "pay.button",
                    "plan.",
                    "problem.");

    /** What a shop's page names to be sure of the script that it gets. */
    @GetMapping("/elements/v1")
    Answer version() {
        var script = resource(SCRIPT);
        return Answer.json(
                json -> {
                    json.writeStartObject();
                    json.writeStringProperty("version", "1");
                    json.writeStringProperty("script", "/elements/v1/" + SCRIPT);
                    json.writeStringProperty("integrity", "sha384-" + sha384(script));
                    json.writeEndObject();
                });
    }

    @GetMapping("/elements/v1/{name}")
    Answer file(@PathVariable String name) {
        var type = FILES.get(name);
        if (type == null) {
            throw ApiException.notFound("file");
        }
        return Answer.of(200, type, resource(name), CACHED);
    }

    /** In English where the language is none of the pages'. */
    @GetMapping("/elements/v1/texts/{language}")
    Answer texts(@PathVariable String language) {
        var texts = Texts.in(Language.of(language).orElse(Language.EN));
        var body =
                Json.write(
                        json -> {
                            json.writeStartObject();
                            json.writeStringProperty("language", texts.language().code());
                            json.writeObjectPropertyStart("texts");
                            texts.beginningWith(SENTENCES).forEach(json::writeStringProperty);
                            json.writeEndObject();
                            json.writeArrayPropertyStart("countries");
                            for (var country : Locale.getISOCountries()) {
                                json.writeString(country);
                            }
                            json.writeEndArray();
                            json.writeEndObject();
                        });
        return Answer.of(200, "application/json", body, CACHED);
    }

    private static byte[] resource(String name) {
        try {
            return new ClassPathResource("elements/" + name).getContentAsByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha384(byte[] content) {
        try {
            var digest = MessageDigest.getInstance("SHA-384").digest(content);
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
