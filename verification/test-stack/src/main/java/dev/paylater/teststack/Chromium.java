package dev.paylater.teststack;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A browser that is installed here, driven by its DevTools protocol, with one tab. */
public final class Chromium implements AutoCloseable {

    /** What people hold or sit in front of. */
    public enum Screen {
        PHONE(360, 780),
        DESKTOP(1280, 800);

        private final int width;
        private final int height;

        Screen(int width, int height) {
            this.width = width;
            this.height = height;
        }

        /** In CSS pixels. */
        public int width() {
            return width;
        }
    }

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final List<String> NAMES =
            List.of(
                    "chromium-headless-shell",
                    "chromium",
                    "chromium-browser",
                    "google-chrome",
                    "google-chrome-stable");
    private static final String LISTENING = "DevTools listening on ";
    private static final int LATENCY_MILLIS = 150;
    private static final int DOWN_BYTES_PER_SECOND = 1_600_000 / 8;
    private static final int UP_BYTES_PER_SECOND = 750_000 / 8;
    private static final int TIMES_SLOWER = 4;
    private static final Duration UNTIL_SHOWN = Duration.ofSeconds(60);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final WebSocket socket;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();

    /** By the id of the navigation that a page comes from. */
    private final Map<String, CompletableFuture<Boolean>> pages = new ConcurrentHashMap<>();

    private @Nullable String session;

    private Chromium(Path program) throws Exception {
        process =
                new ProcessBuilder(
                                program.toString(),
                                "--headless",
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-dev-shm-usage",
                                "--remote-debugging-port=0",
                                "--user-data-dir=" + Files.createTempDirectory("chromium"))
                        .redirectErrorStream(true)
                        .start();
        socket =
                HttpClient.newHttpClient()
                        .newWebSocketBuilder()
                        .buildAsync(address(process), new Answers())
                        .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        var tab = send("Target.createTarget", Map.of("url", "about:blank")).path("targetId");
        session =
                send("Target.attachToTarget", Map.of("targetId", tab.asString(), "flatten", true))
                        .path("sessionId")
                        .asString();
        for (var domain : List.of("Page", "Runtime", "Log")) {
            send(domain + ".enable", Map.of());
        }
        send("Page.setLifecycleEventsEnabled", Map.of("enabled", true));
    }

    /** Nothing where no such browser is on the path. */
    public static Optional<Chromium> started() throws Exception {
        var program =
                Stream.of(System.getenv("PATH").split(":"))
                        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                        .filter(Files::isExecutable)
                        .findFirst();
        return program.isEmpty() ? Optional.empty() : Optional.of(new Chromium(program.get()));
    }

    /** Whatever else it says is read too, so that it never waits for somebody to do so. */
    private static URI address(Process process) throws IOException {
        var output = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        for (var line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(LISTENING)) {
                Thread.startVirtualThread(() -> output.lines().forEach(_ -> {}));
                return URI.create(line.substring(LISTENING.length()));
            }
        }
        throw new IOException("The browser ended before it listened");
    }

    /** Opens a page and waits until all of it is loaded; one that is still loading is left. */
    public void open(String address) throws Exception {
        complaints.clear();
        var navigation = send("Page.navigate", Map.of("url", address));
        page(navigation.path("loaderId").asString("")).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private CompletableFuture<Boolean> page(String navigation) {
        return pages.computeIfAbsent(navigation, _ -> new CompletableFuture<>());
    }

    /**
     * Does what leads to another page, such as pressing a button, and waits until all of it is
     * loaded. The page that is left carries a mark, so that it is never taken for the next one.
     */
    public void follow(String script) throws Exception {
        evaluate("window.isLeft = true");
        evaluate(script);
        awaitNext();
    }

    private void awaitNext() throws Exception {
        await(
                "String(window.isLeft === undefined && document.readyState === 'complete')",
                "true"::equals);
    }

    /**
     * Clicks with the mouse at the middle of the first element that this selects, which has to be
     * visible there: what lies under something else is not clicked.
     */
    public void click(String selector) throws Exception {
        var middle =
                evaluate(
                        """
                        (() => {
                          const element = document.querySelector(%s);
                          if (element === null) return 'There is none';
                          element.scrollIntoView({ block: 'center', behavior: 'instant' });
                          const box = element.getClientRects()[0];
                          if (box === undefined) return 'It is not shown';
                          const x = box.left + box.width / 2, y = box.top + box.height / 2;
                          const hit = document.elementFromPoint(x, y);
                          return element.contains(hit) ? { x, y } : 'It is covered';
                        })()
                        """
                                .formatted(JSON.writeValueAsString(selector)));
        if (!middle.isObject()) {
            throw new AssertionError(selector + ": " + middle.asString(""));
        }
        for (var type : List.of("mousePressed", "mouseReleased")) {
            send(
                    "Input.dispatchMouseEvent",
                    Map.of(
                            "type",
                            type,
                            "x",
                            middle.path("x").asDouble(),
                            "y",
                            middle.path("y").asDouble(),
                            "button",
                            "left",
                            "clickCount",
                            1));
        }
    }

    /** Clicks on what leads to another page, and waits until all of that is loaded. */
    public void clickThrough(String selector) throws Exception {
        evaluate("window.isLeft = true");
        click(selector);
        awaitNext();
    }

    /** Clicks into a field and types in the place of what is there. */
    public void type(String selector, String text) throws Exception {
        click(selector);
        evaluate("document.activeElement.select()");
        send("Input.insertText", Map.of("text", text));
    }

    /** The HTTP status that the page was answered with. */
    public int status() throws Exception {
        return evaluate("performance.getEntriesByType('navigation')[0].responseStatus").asInt(0);
    }

    /** Keeps files that pages offer in this folder from now on. */
    public void downloadTo(Path folder) throws Exception {
        send(
                "Browser.setDownloadBehavior",
                Map.of("behavior", "allow", "downloadPath", folder.toString()));
    }

    /** Shows pages on a screen of this size from now on, in CSS pixels. */
    public void resize(Screen screen) throws Exception {
        send(
                "Emulation.setDeviceMetricsOverride",
                Map.of(
                        "width",
                        screen.width,
                        "height",
                        screen.height,
                        "deviceScaleFactor",
                        1,
                        "mobile",
                        screen == Screen.PHONE));
    }

    /** Whether scripts of pages that are opened from now on run. */
    public void allowScripts(boolean isAllowed) throws Exception {
        send("Emulation.setScriptExecutionDisabled", Map.of("value", !isAllowed));
    }

    /**
     * Loads and runs pages from now on as a phone of the middle range does on a slow mobile
     * network; the figures are Lighthouse's.
     */
    public void slowDown() throws Exception {
        send(
                "Network.emulateNetworkConditions",
                Map.of(
                        "offline",
                        false,
                        "latency",
                        LATENCY_MILLIS,
                        "downloadThroughput",
                        DOWN_BYTES_PER_SECOND,
                        "uploadThroughput",
                        UP_BYTES_PER_SECOND));
        send("Emulation.setCPUThrottlingRate", Map.of("rate", TIMES_SLOWER));
    }

    /**
     * All of the page as a PNG. One that ends above the fold is shown as it is: drawn beyond the
     * window, a page that is read from the right would be moved.
     */
    public byte[] picture() throws Exception {
        var isLonger = "document.documentElement.scrollHeight > innerHeight";
        var picture =
                send(
                        "Page.captureScreenshot",
                        Map.of(
                                "format",
                                "png",
                                "captureBeyondViewport",
                                evaluate(isLonger).asBoolean()));
        return Base64.getDecoder().decode(picture.path("data").asString());
    }

    /** Errors of scripts, and what the page's policy refused, since it was opened. */
    public List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** What a script, or the promise that it makes, comes to; it runs as the page's own would. */
    public JsonNode evaluate(String script) throws Exception {
        return send(
                        "Runtime.evaluate",
                        Map.of("expression", script, "returnByValue", true, "awaitPromise", true))
                .at("/result/value");
    }

    /** The text of the element with this id, as soon as it is as wanted; fails after a minute. */
    public String text(String id, Predicate<String> isWanted) throws Exception {
        return await("document.getElementById('" + id + "').textContent", isWanted);
    }

    /** The text that a script comes to, as soon as it is as wanted; fails after a minute. */
    public String await(String script, Predicate<String> isWanted) throws Exception {
        var end = Instant.now().plus(UNTIL_SHOWN);
        var text = evaluate(script).asString("");
        while (!isWanted.test(text)) {
            if (Instant.now().isAfter(end)) {
                throw new AssertionError(script + " is: " + text);
            }
            Thread.sleep(20);
            text = evaluate(script).asString("");
        }
        return text;
    }

    /** Waits until the page has had a complaint like this; fails after a minute. */
    public void awaitComplaint(String part) throws Exception {
        var end = Instant.now().plus(UNTIL_SHOWN);
        while (complaints.stream().noneMatch(complaint -> complaint.contains(part))) {
            if (Instant.now().isAfter(end)) {
                throw new AssertionError("None of " + complaints + " has " + part);
            }
            Thread.sleep(20);
        }
    }

    private JsonNode send(String method, Map<String, Object> parameters) throws Exception {
        var id = ids.incrementAndGet();
        var answer = new CompletableFuture<JsonNode>();
        answers.put(id, answer);
        var message = JSON.createObjectNode();
        message.put("id", id).put("method", method);
        if (session != null) {
            message.put("sessionId", session);
        }
        var members = message.putObject("params");
        parameters.forEach((name, value) -> put(members, name, value));
        socket.sendText(JSON.writeValueAsString(message), true)
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).path("result");
    }

    private static void put(ObjectNode members, String name, Object value) {
        switch (value) {
            case Boolean flag -> members.put(name, flag);
            case Integer number -> members.put(name, number);
            case Double number -> members.put(name, number);
            default -> members.put(name, value.toString());
        }
    }

    private void heard(JsonNode message) {
        var answer = answers.remove(message.path("id").asInt(0));
        if (answer != null) {
            answer.complete(message);
            return;
        }
        switch (message.path("method").asString("")) {
            case "Page.lifecycleEvent" -> {
                if (message.at("/params/name").asString("").equals("load")) {
                    page(message.at("/params/loaderId").asString("")).complete(true);
                }
            }
            case "Runtime.exceptionThrown" -> complaints.add(message.path("params").toString());
            case "Log.entryAdded" -> {
                var entry = message.at("/params/entry");
                // An icon that there is not, for example, is nothing that the page does.
                if (!entry.path("source").asString("").equals("network")) {
                    complaints.add(entry.path("text").asString(""));
                }
            }
            default -> {}
        }
    }

    private final class Answers implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(
                WebSocket from, CharSequence part, boolean isLast) {
            text.append(part);
            if (isLast) {
                heard(JSON.readTree(text.toString()));
                text.setLength(0);
            }
            from.request(1);
            return null;
        }
    }

    @Override
    public void close() {
        socket.abort();
        // Debian's program is a script that starts the browser as its child.
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
