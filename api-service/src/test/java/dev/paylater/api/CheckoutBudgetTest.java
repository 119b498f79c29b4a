package dev.paylater.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.paylater.api.page.Language;
import dev.paylater.teststack.Chromium;
import dev.paylater.teststack.Chromium.Screen;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/**
 * What the checkout may weigh. How soon a slow phone can use it is printed: it depends on what else
 * the machine does.
 */
class CheckoutBudgetTest {

    private static final RunningApi API = RunningApi.shared();
    private static final int MOST_OF_PAGE = 60_000;
    private static final int MOST_OF_ELEMENT = 40_000;

    private static String link() {
        var lines =
                "{\"product_name\": \"A bicycle bell that rings\", \"quantity\": 2, \"amount\":"
                        + " 654}";
        var payment =
                API.create(
                        ", \"payment_link\": true, \"order_details\": ["
                                + String.join(", ", List.of(lines, lines, lines, lines, lines))
                                + "]");
        var link = payment.at("/payment_link/link").asString();
        return link.substring(link.indexOf("/pay/"));
    }

    @Test
    void the_hosted_page_is_one_request_below_60_kb_on_a_slow_phone() throws Exception {
        var found = Chromium.started();
        assumeTrue(found.isPresent(), "No Chromium on the path");
        try (var browser = found.get()) {
            browser.resize(Screen.PHONE);
            browser.slowDown();
            browser.open(API.request(link()).build().uri().toString());
            var page =
                    browser.evaluate(
                            """
                            (() => {
                              const [page] = performance.getEntriesByType('navigation');
                              const others = performance.getEntriesByType('resource');
                              const [paint] = performance.getEntriesByName('first-contentful-paint');
                              return {
                                bytes: [page, ...others].reduce((sum, one) => sum + one.transferSize, 0),
                                requests: 1 + others.length,
                                painted: Math.round(paint?.startTime ?? 0),
                                interactive: Math.round(page.domInteractive),
                                loaded: Math.round(page.loadEventEnd),
                              };
                            })()
                            """);
            System.out.println("Hosted page on a slow phone, times in ms: " + page);
            assertThat(page.path("requests").asInt()).isEqualTo(1);
            assertThat(page.path("bytes").asInt()).isBetween(1, MOST_OF_PAGE);
        }
    }

    @Test
    void the_hosted_page_is_below_60_kb_in_every_language_and_after_an_error() {
        var link = link();
        for (var language : Language.values()) {
            var address = link + "?lang=" + language.code();
            assertThat(API.get(address).body().getBytes(UTF_8))
                    .as(language.code())
                    .hasSizeLessThan(MOST_OF_PAGE);
            var wrong =
                    API.send(
                            API.request(address)
                                    .header("content-type", "application/x-www-form-urlencoded")
                                    .POST(BodyPublishers.ofString("payment_method_type=invoice")));
            assertThat(wrong.body().getBytes(UTF_8))
                    .as(language.code())
                    .hasSizeLessThan(MOST_OF_PAGE);
        }
    }

    @Test
    void the_element_is_below_40_kb_compressed() throws IOException {
        var path = "/elements/v1/paylater.js";
        var script = API.get(path).body().getBytes(UTF_8);
        var compressed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(compressed)) {
            out.write(script);
        }
        System.out.printf("%s: %d bytes, %d compressed%n", path, script.length, compressed.size());
        assertThat(script.length).isPositive();
        assertThat(compressed.size()).isLessThan(MOST_OF_ELEMENT);
    }
}
