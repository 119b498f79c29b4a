package dev.paylater.api.form;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.error.Problem;
import dev.paylater.api.json.Json;
import dev.paylater.kit.outgoing.WebAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What one kind of request body has to look like, and all that is wrong with one that does not. */
public final class Form {

    private final Schema schema;
    private final Shape shape;
    private final SchemaProblems schemaProblems;

    Form(Schema schema, Shape shape, SchemaProblems schemaProblems) {
        this.schema = schema;
        this.shape = shape;
        this.schemaProblems = schemaProblems;
    }

    /** The members of a body that the interface does not have, at any depth that it describes. */
    public List<Problem> undeclared(ObjectNode fields) {
        return Undeclared.in(fields, shape);
    }

    /**
     * Reads a body; an empty one is an object without fields. Fields that are null count as left
     * out.
     *
     * @throws ApiException with every problem of the body
     */
    public ObjectNode read(byte[] body) {
        return readChanges(body).fields();
    }

    /**
     * A body without the fields that are null.
     *
     * @param cleared the names of those, which an update removes
     */
    public record Changes(ObjectNode fields, Set<String> cleared) {}

    /**
     * Reads the body of an update.
     *
     * @throws ApiException with every problem of the body
     */
    public Changes readChanges(byte[] body) {
        var all = object(body);
        var cleared =
                all.propertyStream()
                        .filter(field -> field.getValue().isNull())
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet());
        all.remove(cleared);
        check(all);
        return new Changes(all, cleared);
    }

    /**
     * Reads a body that is to be checked together with other parameters, by {@link #check}.
     *
     * @throws ApiException when it is no JSON object
     */
    public static ObjectNode parse(byte[] body) {
        var fields = object(body);
        fields.removeIf(JsonNode::isNull);
        return fields;
    }

    /**
     * Checks fields, wherever they were sent.
     *
     * @throws ApiException with every problem
     */
    public void check(ObjectNode fields) {
        var problems = new ArrayList<Problem>();
        Unrepresentable.findIn(fields, problems);
        if (problems.isEmpty()) {
            NullItems.findIn(fields, shape, problems);
            findIn(fields, problems);
        }
        if (!problems.isEmpty()) {
            throw ApiException.of(problems);
        }
    }

    private void findIn(ObjectNode fields, List<Problem> problems) {
        var errors = new BoundedErrors(schema.createExecutionContext().getExecutionConfig());
        schema.validate(errors, fields);
        var seen = new HashSet<>();
        for (var error : errors.getErrors()) {
            if (!isInsideAlternative(error)) {
                var problem = schemaProblems.of(error);
                if (seen.add(problem.param())) {
                    problems.add(problem);
                }
            }
        }
        if (problems.isEmpty() && !errors.getErrors().isEmpty()) {
            problems.add(SchemaProblems.ofAlternative(errors.getErrors().getFirst()));
        }
    }

    /**
     * Keeps the first errors only: a body that is wrong in a hundred thousand places would fill the
     * memory with them. At least one stays, so a body that is wrong is never taken for right.
     */
    private static final class BoundedErrors extends ExecutionContext {

        private static final int MAX_ERRORS = 10 * ApiException.MAX_PROBLEMS;

        BoundedErrors(ExecutionConfig config) {
            super(config);
        }

        @Override
        public void addError(Error error) {
            if (getErrors().size() < MAX_ERRORS) {
                super.addError(error);
            }
        }
    }

    /** Puts a checked address into the one form in which it is stored and called. */
    public static void normalizeAddress(ObjectNode fields, String name) {
        var value = fields.path(name);
        if (value.isString()) {
            try {
                fields.put(name, WebAddress.of(value.stringValue()).ascii());
            } catch (WebAddress.Unusable e) {
                throw ApiException.of(Problem.malformed(name, String.valueOf(e.getMessage())));
            }
        }
    }

    private static ObjectNode object(byte[] body) {
        if (body.length == 0) {
            return Json.emptyObject();
        }
        try {
            if (Json.readRequest(body) instanceof ObjectNode fields) {
                return fields;
            }
        } catch (StreamConstraintsException _) {
            throw ApiException.of(
                    ErrorCode.IR_05,
                    "The body is nested more than "
                            + Json.MAX_DEPTH
                            + " levels deep, has more than "
                            + Json.MAX_VALUES
                            + " names and values or holds a number of too many digits");
        } catch (JacksonException e) {
            throw ApiException.of(400, ErrorCode.IR_06, "The body is not JSON: " + where(e));
        }
        throw ApiException.of(Problem.malformed("body", "must be a JSON object"));
    }

    private static String where(JacksonException e) {
        var location = e.getLocation();
        return location == null || location.getLineNr() < 1
                ? "it cannot be parsed"
                : "line " + location.getLineNr() + ", column " + location.getColumnNr();
    }

    /** Of a choice that fails, only the failure of the choice itself is worth telling. */
    private static boolean isInsideAlternative(Error error) {
        var path = error.getEvaluationPath().toString();
        return path.contains("/oneOf/") || path.contains("/anyOf/");
    }
}
