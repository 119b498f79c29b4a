package dev.paylater.simulation;

import dev.paylater.kernel.Stored;
import dev.paylater.kit.bson.BsonBuffer;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;

/**
 * A version to come, which keeps one more member in every part of a document. The version of today
 * knows none of them and has to leave them where they are.
 */
final class NewerVersion {

    private static final String MEMBER = "newer";
    private static final String PAYMENT = "payment";
    private static final String JOURNAL = "journal";
    private static final BsonDocumentCodec DOCUMENTS = new BsonDocumentCodec();

    private NewerVersion() {}

    /** Of two processes of a service the second one is newer. */
    static boolean isOf(Node node) {
        return node.name.endsWith("-2");
    }

    /** The document as a newer process writes it: what it knows of before, and some more. */
    static RawBsonDocument written(@Nullable Stored<?, ?> before, RawBsonDocument document) {
        var after = document.decode(DOCUMENTS);
        var known = known(before);
        if (known != null) {
            known.forEach((name, value) -> copy(name, value, after));
        }
        var version = new BsonInt64(after.getInt64("version").getValue());
        after.put(MEMBER, version);
        if (after.containsKey(PAYMENT)) {
            after.getDocument(PAYMENT).put(MEMBER, version);
        }
        var latest = after.getArray(JOURNAL).getLast().asDocument();
        latest.put(MEMBER, version);
        fields(latest).put(MEMBER, version);
        return BsonBuffer.encode(after, document.getByteBuffer().remaining());
    }

    private static void copy(String name, BsonValue value, BsonDocument after) {
        switch (name) {
            case MEMBER -> after.put(MEMBER, value);
            case PAYMENT -> copyMember(value.asDocument(), after.getDocument(PAYMENT));
            case JOURNAL -> {
                for (var entry : value.asArray()) {
                    var same = entry(after, entry.asDocument());
                    if (same != null) {
                        copyMember(entry.asDocument(), same);
                        copyMember(fields(entry), fields(same));
                    }
                }
            }
            default -> {}
        }
    }

    /** Of an entry's event. */
    private static BsonDocument fields(BsonValue entry) {
        return entry.asDocument().getDocument("event").getDocument("d");
    }

    private static void copyMember(BsonDocument from, BsonDocument to) {
        var value = from.get(MEMBER);
        if (value != null) {
            to.put(MEMBER, value);
        }
    }

    private static @Nullable BsonDocument entry(BsonDocument document, BsonDocument like) {
        for (var one : document.getArray(JOURNAL)) {
            if (one.asDocument().getInt64("sequence").equals(like.getInt64("sequence"))) {
                return one.asDocument();
            }
        }
        return null;
    }

    /** Throws a violation unless all that a newer process has written before is still there. */
    static void requireKept(@Nullable Stored<?, ?> before, RawBsonDocument document) {
        var known = known(before);
        if (known == null) {
            return;
        }
        var after = document.decode(DOCUMENTS);
        var id = after.getString("_id").getValue();
        requireKept(id, known, after);
        if (known.containsKey(PAYMENT)) {
            requireKept(id, known.getDocument(PAYMENT), after.getDocument(PAYMENT));
        }
        for (var entry : known.getArray(JOURNAL)) {
            var same = entry(after, entry.asDocument());
            if (same != null) {
                requireKept(id, entry.asDocument(), same);
                requireKept(id, fields(entry), fields(same));
            }
        }
    }

    private static void requireKept(String id, BsonDocument before, BsonDocument after) {
        Violation.unless(
                !before.containsKey(MEMBER) || after.containsKey(MEMBER),
                "%s has lost what a newer version had written",
                id);
    }

    /** Documents in which nothing is unknown are not kept as they were read. */
    private static @Nullable BsonDocument known(@Nullable Stored<?, ?> stored) {
        return stored == null || stored.asRead() == null ? null : stored.asRead().decode(DOCUMENTS);
    }
}
