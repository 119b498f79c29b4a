package dev.paylater.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.regex.Pattern;

/** A browser of somebody who is signed in to the console. */
final class ConsoleClient {

    private static final Pattern TOKEN = Pattern.compile("name=\"form_token\" value=\"([^\"]+)\"");
    private static final Pattern FORM = Pattern.compile("name=\"form_id\" value=\"([^\"]+)\"");

    private final RunningApi api;
    final String cookie;
    final String formToken;

    private ConsoleClient(RunningApi api, String cookie) {
        this.api = api;
        this.cookie = cookie;
        this.formToken = find(TOKEN, get("/console/sessions").body());
    }

    /** Signed in with one click, as the local profile allows. */
    static ConsoleClient as(RunningApi api, String role) {
        return new ConsoleClient(api, cookieOf(signIn(api, "role=" + role)));
    }

    /** Signed in with an admin key. */
    static ConsoleClient with(RunningApi api, String key) {
        return new ConsoleClient(api, cookieOf(signIn(api, "key=" + key)));
    }

    static RunningApi.Reply signIn(RunningApi api, String form) {
        return api.send(
                api.request("/console/sign_in")
                        .header("content-type", "application/x-www-form-urlencoded")
                        .header("accept", "text/html")
                        .POST(BodyPublishers.ofString(form)));
    }

    private static String cookieOf(RunningApi.Reply answer) {
        return answer.header("set-cookie").replaceAll(";.*", "");
    }

    RunningApi.Reply get(String path) {
        return api.send(
                api.request(path).header("cookie", cookie).header("accept", "text/html").GET());
    }

    /** Sends a form of this session. */
    RunningApi.Reply submit(String path, String... namesAndValues) {
        var form = new StringBuilder("form_token=" + formToken);
        for (var i = 0; i < namesAndValues.length; i += 2) {
            form.append('&')
                    .append(namesAndValues[i])
                    .append('=')
                    .append(URLEncoder.encode(namesAndValues[i + 1], UTF_8));
        }
        return submitRaw(path, form.toString());
    }

    RunningApi.Reply submitRaw(String path, String form, String... headers) {
        var request =
                api.request(path)
                        .header("cookie", cookie)
                        .header("content-type", "application/x-www-form-urlencoded")
                        .header("accept", "text/html")
                        .POST(BodyPublishers.ofString(form));
        for (var i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return api.send(request);
    }

    /** The id of the form that a page shows. */
    static String formId(RunningApi.Reply page) {
        return find(FORM, page.body());
    }

    private static String find(Pattern pattern, String page) {
        var matcher = pattern.matcher(page);
        if (!matcher.find()) {
            throw new AssertionError("No " + pattern + " in " + page);
        }
        return matcher.group(1);
    }
}
