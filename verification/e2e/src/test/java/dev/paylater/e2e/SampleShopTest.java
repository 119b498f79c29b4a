package dev.paylater.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.paylater.teststack.Accessibility;
import dev.paylater.teststack.Chromium;
import dev.paylater.teststack.Chromium.Screen;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Somebody buys in samples/shop with the checkout element: the bell is shipped by a webhook, and
 * sent back. Skipped where there is no Chromium or no Node.
 */
@ExtendWith(RunningStack.class)
@Timeout(300)
class SampleShopTest {

    private static final Path SHOP = Path.of("..", "..", "samples", "shop", "shop.mjs");
    private static final int MOST_LINES = 160;
    private static final String ROOT = "document.querySelector('paylater-checkout')?.shadowRoot";
    private static final Map<String, String> ADA =
            Map.of(
                    "first_name", "Ada",
                    "last_name", "Jones",
                    "line1", "Main St 1",
                    "zip", "10115",
                    "city", "Berlin",
                    "country", "DE",
                    "email", "ada@example.com");

    @Test
    void a_bell_is_bought_shipped_and_sent_back() throws Exception {
        var found = Chromium.started();
        assumeTrue(found.isPresent() && hasNode(), "No Chromium or no Node on the path");
        var port = LocalPorts.free();
        var command = new ProcessBuilder("node", SHOP.toString()).redirectErrorStream(true);
        command.environment().put("PAYLATER_URL", MerchantClient.BASE);
        command.environment().put("PORT", String.valueOf(port));
        var shop = command.start();
        try (var browser = found.get();
                var output = shop.inputReader(StandardCharsets.UTF_8)) {
            assertThat(output.readLine()).contains("The shop is open");
            browser.resize(Screen.PHONE);
            browser.open("http://127.0.0.1:" + port + "/");
            browser.follow("document.querySelector('form button').click()");
            browser.await("String(Boolean(" + ROOT + "?.querySelector('button')))", "true"::equals);
            assertThat(Accessibility.violations(browser)).isEmpty();
            for (var entry : ADA.entrySet()) {
                enter(browser, entry.getKey(), entry.getValue());
            }
            browser.evaluate(ROOT + ".querySelector('button').click()");
            var page = "document.body.innerText";
            browser.await(page, text -> text.contains("Your bell is shipped."));
            browser.follow("document.querySelector('form button').click()");
            browser.await(
                    "fetch(location.href).then((page) => page.text())",
                    text -> text.contains("Your bell is refunded."));
            assertThat(browser.complaints()).isEmpty();
        } finally {
            shop.destroy();
        }
    }

    private static void enter(Chromium browser, String id, String value) throws Exception {
        browser.evaluate(
                """
                (() => {
                  const field = %s.getElementById('%s');
                  if (field) { field.value = '%s'; field.dispatchEvent(new Event('input')); }
                })()
                """
                        .formatted(ROOT, id, value));
    }

    @Test
    void it_is_short_enough_to_be_copied() throws IOException {
        assertThat(Files.readAllLines(SHOP)).hasSizeLessThan(MOST_LINES);
    }

    private static boolean hasNode() {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "node")));
    }
}
