package dev.paylater.documentstore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A field, or the document itself, and those below it that indexes take their keys or conditions
 * from. Most changes of a document leave most of these as they are, and with them the entries of
 * their indexes. Indexes are told by their places in the list.
 */
final class IndexedFields {

    private final byte[] name;
    private final BitSet ofThis = new BitSet();
    private final BitSet ofThisOrBelow = new BitSet();
    private final List<IndexedFields> below = new ArrayList<>();

    private IndexedFields(byte[] name) {
        this.name = name;
    }

    /** Those of all indexes but the one of ids, which are never changed. */
    static IndexedFields of(List<IndexDefinition> indexes) {
        IndexedFields document = new IndexedFields(new byte[0]);
        for (int i = 1; i < indexes.size(); i++) {
            for (Path path : indexes.get(i).fields()) {
                document.add(path, i);
            }
        }
        return document;
    }

    private void add(Path path, int index) {
        IndexedFields field = this;
        field.ofThisOrBelow.set(index);
        for (byte[] part : path.parts()) {
            field = field.named(part);
            field.ofThisOrBelow.set(index);
        }
        field.ofThis.set(index);
    }

    private IndexedFields named(byte[] part) {
        for (IndexedFields field : below) {
            if (Arrays.equals(field.name, part)) {
                return field;
            }
        }
        IndexedFields field = new IndexedFields(part);
        below.add(field);
        return field;
    }

    /** The indexes that may have other entries after a change; a new document is in any. */
    BitSet concerned(@Nullable Value before, @Nullable Value after) {
        BitSet concerned = new BitSet();
        collect(before, after, concerned);
        return concerned;
    }

    private void collect(@Nullable Value before, @Nullable Value after, BitSet concerned) {
        if (before == null ? after == null : after != null && before.sameBytes(after)) {
            return;
        }
        if (before == null || after == null || !before.isDocument() || !after.isDocument()) {
            // A path goes on in the elements of an array, each of which may be meant.
            concerned.or(ofThisOrBelow);
            return;
        }
        concerned.or(ofThis);
        @Nullable Value[] old = values(before);
        @Nullable Value[] now = values(after);
        for (int i = 0; i < old.length; i++) {
            below.get(i).collect(old[i], now[i], concerned);
        }
    }

    /** What a document has in each field below; of a name that comes twice the first counts. */
    private @Nullable Value[] values(Value document) {
        @Nullable Value[] values = new Value[below.size()];
        Elements elements = document.elements();
        while (elements.advance()) {
            for (int i = 0; i < values.length; i++) {
                if (values[i] == null && elements.isNamed(below.get(i).name)) {
                    values[i] = elements.value();
                    break;
                }
            }
        }
        return values;
    }
}
