package dev.paylater.refund.http;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The one shape of every error. */
final class ErrorBody {

    private static final JsonMapper JSON = JsonMapper.shared();

    private ErrorBody() {}

    static byte[] of(RequestRefused refused, String requestId) {
        var first = refused.first();
        var body = JSON.createObjectNode();
        var error = body.putObject("error");
        error.put("type", first.code().type());
        describe(error, first);
        error.put("request_id", requestId);
        if (first.param() != null) {
            var fields = error.putArray("fields");
            refused.problems().forEach(problem -> describe(fields.addObject(), problem));
        }
        return JSON.writeValueAsBytes(body);
    }

    private static void describe(ObjectNode node, Problem problem) {
        node.put("code", problem.code().name());
        node.put("message", problem.message());
        if (problem.param() != null) {
            node.put("param", problem.param());
        }
    }
}
