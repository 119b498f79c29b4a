package dev.paylater.documentstore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Collects the keys of one document, one for each element of the array it may hold. */
final class KeyExtraction {
    private final IndexDefinition index;
    private final TreeSet<byte[]> found = new TreeSet<>(Arrays::compareUnsigned);
    private final KeyBuffer buffer = new KeyBuffer();
    private Set<String> arrays = Set.of();
    private boolean sawValue;

    KeyExtraction(IndexDefinition index, Value document) {
        this.index = index;
        int fields = index.paths().size();
        Slot[] slots = new Slot[fields];
        Arrays.fill(slots, new Slot(document, 0, false));
        expand(slots);
    }

    boolean foundNothing() {
        return !sawValue;
    }

    IndexDefinition.Keys keys() {
        return new IndexDefinition.Keys(new ArrayList<>(found), arrays);
    }

    /** Where the walk along one field's path has come to. */
    private record Slot(@Nullable Value value, int next, boolean emptyArray) {}

    private void expand(Slot[] before) {
        Slot[] slots = before.clone();
        @Nullable Value array = null;
        for (int i = 0; i < slots.length; i++) {
            slots[i] = walk(slots[i], index.paths().get(i));
            Value value = slots[i].value;
            if (value != null && value.isArray() && !isElement(slots[i])) {
                if (array != null && array.start() != value.start()) {
                    throw new CommandError(
                            MongoErrorCode.CANNOT_INDEX_PARALLEL_ARRAYS,
                            "cannot index parallel arrays");
                }
                array = value;
            }
        }
        if (array == null) {
            emit(slots);
        } else {
            expandArray(slots, array);
        }
    }

    /** An array inside of an array is a value like any other: next is one past the end. */
    private boolean isElement(Slot slot) {
        return slot.next < 0;
    }

    private static Slot walk(Slot slot, Path path) {
        @Nullable Value value = slot.value;
        int next = slot.next;
        while (next >= 0 && next < path.size() && value != null && value.isDocument()) {
            value = value.get(path.parts()[next++]);
        }
        boolean cutShort = next >= 0 && next < path.size() && value != null && !value.isArray();
        return new Slot(cutShort ? null : value, next, slot.emptyArray);
    }

    private void expandArray(Slot[] slots, Value array) {
        Elements elements = array.elements();
        boolean empty = true;
        while (elements.advance()) {
            empty = false;
            expand(replaceArray(slots, array, elements.value()));
        }
        if (empty) {
            expand(replaceArray(slots, array, null));
        }
    }

    private Slot[] replaceArray(Slot[] slots, Value array, @Nullable Value element) {
        Slot[] replaced = slots.clone();
        for (int i = 0; i < slots.length; i++) {
            Value value = slots[i].value;
            if (value == null || !value.isArray() || value.start() != array.start()) {
                continue;
            }
            boolean atEnd = slots[i].next == index.paths().get(i).size();
            boolean walksOn = !atEnd && element != null && element.isDocument();
            note(index.paths().get(i).upTo(slots[i].next));
            replaced[i] =
                    atEnd
                            ? new Slot(element, -1, element == null)
                            : new Slot(
                                    walksOn ? element : null, walksOn ? slots[i].next : -1, false);
        }
        return replaced;
    }

    private void note(String array) {
        if (!arrays.contains(array)) {
            arrays = new HashSet<>(arrays);
            arrays.add(array);
        }
    }

    private void emit(Slot[] slots) {
        buffer.truncate(0);
        for (int i = 0; i < slots.length; i++) {
            int start = buffer.size();
            sawValue |= slots[i].value != null || slots[i].emptyArray;
            if (slots[i].emptyArray) {
                buffer.put(KeyCodec.EMPTY_ARRAY);
            } else {
                KeyCodec.write(slots[i].value, buffer);
            }
            if (index.descending().get(i)) {
                buffer.invertFrom(start);
            }
        }
        found.add(buffer.toBytes());
    }
}
