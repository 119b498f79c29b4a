package dev.paylater.api.form;

import dev.paylater.api.error.ErrorCode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The errors that each operation can answer with, by their HTTP status. The document's file names
 * an operation's own under x-error-codes; those that follow from its keys, parameters and body are
 * added there. Tests hold every answer against the result.
 */
final class OperationErrors {

    private static final String CODES = "x-error-codes";
    private static final Set<ErrorCode> OF_EVERY_CALL =
            EnumSet.of(
                    ErrorCode.IR_01,
                    ErrorCode.IR_05,
                    ErrorCode.IR_17,
                    ErrorCode.RL_01,
                    ErrorCode.HE_00);
    private static final Set<ErrorCode> OF_A_QUERY =
            EnumSet.of(ErrorCode.IR_05, ErrorCode.IR_06, ErrorCode.HE_02);
    private static final Set<ErrorCode> OF_A_BODY =
            EnumSet.of(ErrorCode.IR_04, ErrorCode.IR_05, ErrorCode.IR_06);
    private static final Set<ErrorCode> OF_A_CLIENT =
            EnumSet.of(ErrorCode.IR_04, ErrorCode.IR_08, ErrorCode.IR_09);
    private static final Set<ErrorCode> OF_AN_IDEMPOTENCY_KEY =
            EnumSet.of(ErrorCode.ID_01, ErrorCode.ID_02);

    private OperationErrors() {}

    static void addTo(JsonNode document) {
        for (var path : document.required("paths").properties()) {
            for (var method : path.getValue().properties()) {
                var operation = (ObjectNode) method.getValue();
                add(codes(operation, method.getKey()), operation);
            }
        }
    }

    private static Set<ErrorCode> codes(ObjectNode operation, String method) {
        var codes = EnumSet.copyOf(OF_EVERY_CALL);
        operation.path(CODES).forEach(code -> codes.add(ErrorCode.valueOf(code.stringValue())));
        for (var parameter : operation.path("parameters")) {
            if (parameter.required("in").stringValue().equals("path")) {
                codes.add(ErrorCode.HE_02);
            } else {
                codes.addAll(OF_A_QUERY);
            }
        }
        if (operation.has("requestBody")) {
            codes.addAll(OF_A_BODY);
        }
        if (hasKey(operation, "publishable_key")) {
            codes.addAll(OF_A_CLIENT);
        }
        if (!method.equals("get")) {
            codes.add(ErrorCode.HE_03);
            if (!hasKey(operation, "admin_key")) {
                codes.addAll(OF_AN_IDEMPOTENCY_KEY);
            }
        }
        return codes;
    }

    private static boolean hasKey(ObjectNode operation, String scheme) {
        return operation.required("security").valueStream().anyMatch(key -> key.has(scheme));
    }

    private static void add(Set<ErrorCode> codes, ObjectNode operation) {
        var named = operation.putArray(CODES);
        codes.forEach(code -> named.add(code.name()));
        var byStatus = new TreeMap<Integer, List<ErrorCode>>();
        for (var code : codes) {
            for (var status : code.statuses()) {
                byStatus.computeIfAbsent(status, _ -> new ArrayList<>()).add(code);
            }
        }
        var responses = (ObjectNode) operation.required("responses");
        byStatus.forEach(
                (status, possible) -> {
                    var response = responses.putObject(Integer.toString(status));
                    response.put("description", description(status, possible));
                    response.putObject("content")
                            .putObject("application/json")
                            .putObject("schema")
                            .put("$ref", OpenApi.REFERENCE_PREFIX + "ErrorResponse");
                });
        // Last, as it is read.
        responses.set("default", responses.remove("default"));
    }

    private static String description(int status, List<ErrorCode> codes) {
        return codes.stream()
                .map(code -> code.name() + ": " + code.reason(status))
                .collect(Collectors.joining("; "));
    }
}
