package dev.paylater.api.form;

import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import com.networknt.schema.path.NodePath;
import com.networknt.schema.path.PathType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** The forms of the OpenAPI document, each compiled once. */
@Component
public final class Forms {

    private static final SchemaLocation LOCATION = SchemaLocation.of("urn:paylater:openapi");

    private final OpenApi api;
    private final com.networknt.schema.Schema root;
    private final Map<String, Form> forms = new ConcurrentHashMap<>();

    public Forms(OpenApi api) {
        this.api = api;
        var registry =
                SchemaRegistry.withDialect(
                        dialect(),
                        builder ->
                                builder.schemaRegistryConfig(
                                        SchemaRegistryConfig.builder()
                                                .formatAssertionsEnabled(true)
                                                .typeLoose(false)
                                                .build()));
        root = registry.getSchema(LOCATION, api.document());
    }

    /** The form that is a schema of the document. */
    public Form of(String schemaName) {
        return forms.computeIfAbsent(schemaName, this::compile);
    }

    private Form compile(String schemaName) {
        var schema =
                root.getRefSchema(
                        new NodePath(PathType.JSON_POINTER)
                                .append("components")
                                .append("schemas")
                                .append(schemaName));
        schema.initializeValidators();
        return new Form(schema, Shape.of(api, api.schema(schemaName)), new SchemaProblems(api));
    }

    /** The members of an OpenAPI document are no rules; without this each would be warned about. */
    private static Dialect dialect() {
        var builder = Dialect.builder(Dialects.getDraft202012());
        Stream.of("openapi", "info", "servers", "paths", "components")
                .forEach(name -> builder.keyword(new NonValidationKeyword(name)));
        return builder.format(new CalendarTime())
                .format(new AddressFormat())
                .format(new EmailFormat())
                .build();
    }
}
