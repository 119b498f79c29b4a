package dev.paylater.api;

import dev.paylater.api.http.Allows;
import dev.paylater.api.key.KeyKind;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;

/**
 * An endpoint as the running application serves it.
 *
 * @param kinds the kinds of keys with which it may be called; none when it is public
 */
record Endpoint(String name, String verb, String path, List<KeyKind> kinds) {

    static Stream<Endpoint> of(RunningApi api) {
        return api.endpoints().entrySet().stream()
                .flatMap(entry -> of(entry.getKey(), entry.getValue()))
                .filter(endpoint -> !endpoint.path().startsWith("/error"));
    }

    private static Stream<Endpoint> of(RequestMappingInfo mapping, HandlerMethod method) {
        var allows = method.getMethodAnnotation(Allows.class);
        var kinds = allows == null ? List.<KeyKind>of() : List.of(allows.value());
        return mapping.getMethodsCondition().getMethods().stream()
                .flatMap(
                        verb ->
                                mapping.getPatternValues().stream()
                                        .map(
                                                path ->
                                                        new Endpoint(
                                                                verb + " " + path,
                                                                verb.name(),
                                                                path,
                                                                kinds)));
    }

    boolean isOfConsole() {
        return path.startsWith("/console");
    }

    /** Called with a key, an id of nothing, and a body that is no JSON. */
    RunningApi.Reply call(RunningApi api, String key) {
        var header = kinds.contains(KeyKind.ADMIN) ? "admin-api-key" : "api-key";
        var body = BodyPublishers.ofString("not json");
        var request =
                api.request(path.replaceAll("\\{\\w+}", "x"))
                        .header("content-type", "application/json")
                        .method(verb, verb.equals("GET") ? BodyPublishers.noBody() : body);
        return api.send(key.isEmpty() ? request : request.header(header, key));
    }
}
