package dev.paylater.api.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.ByteArrayBuilder;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The one JSON mapper. Numbers keep the digits they were sent with, a name may come only once in an
 * object, and nesting is bounded. No name outlives its document: Jackson would keep the last 6,000,
 * each of up to 50,000 characters.
 */
public final class Json {

    public static final int MAX_DEPTH = 40;

    /**
     * What is parsed takes some 40 bytes a value: half a MiB of ones would take twenty times as
     * much. A payment of a thousand lines has a third of it.
     */
    public static final int MAX_VALUES = 100_000;

    private static final JsonMapper MAPPER = mapper(StreamReadConstraints.builder());
    private static final JsonMapper REQUESTS =
            mapper(StreamReadConstraints.builder().maxTokenCount(MAX_VALUES));

    private Json() {}

    private static JsonMapper mapper(StreamReadConstraints.Builder constraints) {
        return JsonMapper.builder(
                        JsonFactory.builder()
                                .streamReadConstraints(
                                        constraints
                                                .maxNestingDepth(MAX_DEPTH)
                                                .maxNumberLength(100)
                                                .build())
                                .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
                                .build())
                .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                .build();
    }

    /** Something that writes one JSON value. */
    @FunctionalInterface
    public interface Content {
        void writeTo(JsonGenerator json);
    }

    /**
     * Reads a whole document.
     *
     * @throws JacksonException when the bytes are not JSON
     */
    public static JsonNode read(byte[] bytes) {
        return MAPPER.readTree(bytes);
    }

    /**
     * Reads the body of a request, which may be anybody's.
     *
     * @throws JacksonException when the bytes are not JSON, or more of it than a body may have
     */
    public static JsonNode readRequest(byte[] bytes) {
        return REQUESTS.readTree(bytes);
    }

    public static JsonNode read(String text) {
        return MAPPER.readTree(text);
    }

    public static ObjectNode emptyObject() {
        return MAPPER.createObjectNode();
    }

    public static String text(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    public static JsonParser parser(String text) {
        return MAPPER.createParser(text);
    }

    public static byte[] write(Content content) {
        try (var bytes = new ByteArrayBuilder(4096)) {
            try (var json = MAPPER.createGenerator(bytes)) {
                content.writeTo(json);
            }
            return bytes.toByteArray();
        }
    }

    /** JSON text. */
    public static String string(Content content) {
        return new String(write(content), UTF_8);
    }

    /** Writes a tree into a document under way. */
    public static void write(JsonNode tree, JsonGenerator json) {
        MAPPER.writeTree(json, tree);
    }
}
