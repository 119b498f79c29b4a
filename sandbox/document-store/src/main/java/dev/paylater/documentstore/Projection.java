package dev.paylater.documentstore;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/** Which fields of a document to answer: some, or all but some. Computed ones are refused. */
final class Projection {

    private static final String ID = "_id";

    private final boolean everything;
    private final boolean including;
    private final Node root = new Node(new HashMap<>());

    /** The fields below a field; none means all of it. */
    private record Node(Map<String, Node> children) {
        void add(String path) {
            Node node = this;
            for (String part : path.split("\\.", -1)) {
                node = node.children.computeIfAbsent(part, name -> new Node(new HashMap<>()));
            }
        }

        boolean hasOnlyLeaves() {
            return children.values().stream().allMatch(node -> node.children.isEmpty());
        }
    }

    Projection(BsonDocument spec) {
        everything = spec.isEmpty();
        @Nullable Boolean wanted = null;
        for (Map.Entry<String, BsonValue> field : spec.entrySet()) {
            boolean included = isIncluded(field.getKey(), field.getValue());
            if (field.getKey().equals(ID)) {
                continue;
            }
            if (wanted != null && wanted != included) {
                throw CommandError.badValue(
                        "Cannot do inclusion and exclusion on fields in one projection");
            }
            wanted = included;
            root.add(field.getKey());
        }
        boolean withId = !spec.containsKey(ID) || Tests.isTrue(spec.get(ID));
        including = wanted != null ? wanted : withId;
        if (including == withId) {
            root.add(ID);
        }
    }

    private static boolean isIncluded(String field, BsonValue value) {
        if (!(value.isBoolean() || value.isNumber()) || field.contains("$")) {
            throw CommandError.badValue(
                    "the projection of '" + field + "' is not supported by the document store");
        }
        return Tests.isTrue(value);
    }

    BsonDocument apply(byte[] document) {
        if (everything) {
            return new RawBsonDocument(document);
        }
        if (including) {
            return include(Value.document(document));
        }
        return root.hasOnlyLeaves()
                ? exclude(document)
                : project(Value.document(document).decode(), root);
    }

    /** Copies what is kept as it lies: that is most of a document, and nobody looks into it. */
    private BsonDocument exclude(byte[] document) {
        byte[] kept = new byte[document.length];
        int length = Integer.BYTES;
        Elements elements = Value.document(document).elements();
        while (elements.advance()) {
            if (!root.children.containsKey(elements.name())) {
                int size = elements.value().end() - elements.elementStart();
                System.arraycopy(document, elements.elementStart(), kept, length, size);
                length += size;
            }
        }
        byte[] exact = Arrays.copyOf(kept, length + 1);
        Value.setLength(exact);
        return new RawBsonDocument(exact);
    }

    /** Decodes only what is asked for. */
    private BsonDocument include(Value document) {
        BsonDocument result = new BsonDocument();
        Elements elements = document.elements();
        while (elements.advance()) {
            Node below = root.children.get(elements.name());
            BsonValue kept =
                    below == null ? null : project(BsonValues.decode(elements.value()), below);
            if (kept != null) {
                result.append(elements.name(), kept);
            }
        }
        return result;
    }

    private BsonDocument project(BsonDocument document, Node node) {
        BsonDocument result = new BsonDocument();
        document.forEach(
                (name, value) -> {
                    Node below = node.children.get(name);
                    BsonValue kept =
                            below == null ? (including ? null : value) : project(value, below);
                    if (kept != null) {
                        result.append(name, kept);
                    }
                });
        return result;
    }

    private @Nullable BsonValue project(BsonValue value, Node node) {
        if (node.children.isEmpty()) {
            return including ? value : null;
        }
        return switch (value) {
            case BsonDocument document -> project(document, node);
            case BsonArray array -> {
                BsonArray kept = new BsonArray();
                for (BsonValue element : array) {
                    BsonValue part = project(element, node);
                    if (part != null) {
                        kept.add(part);
                    }
                }
                yield kept;
            }
            default -> including ? null : value;
        };
    }
}
