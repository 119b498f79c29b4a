package dev.paylater.documentstore;

import static java.util.stream.Collectors.joining;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A dotted field path, split and encoded once. */
@SuppressWarnings("ArrayRecordComponent") // Paths are compared by their text only.
record Path(String text, byte[][] parts, int[] indexes) {

    static Path of(String text) {
        String[] names = text.split("\\.", -1);
        byte[][] parts = new byte[names.length][];
        int[] indexes = new int[names.length];
        for (int i = 0; i < names.length; i++) {
            parts[i] = names[i].getBytes(StandardCharsets.UTF_8);
            indexes[i] = arrayIndex(names[i]);
        }
        return new Path(text, parts, indexes);
    }

    /** The array index that a path component can also mean, or -1. */
    static int arrayIndex(String name) {
        boolean digits =
                !name.isEmpty() && name.length() < 8 && name.chars().allMatch(Character::isDigit);
        return digits ? Integer.parseInt(name) : -1;
    }

    int size() {
        return parts.length;
    }

    boolean hasIndex() {
        return Arrays.stream(indexes).anyMatch(index -> index >= 0);
    }

    /** The first components, as a path. */
    String upTo(int components) {
        return Arrays.stream(text.split("\\.")).limit(components).collect(joining("."));
    }

    /** Whether this is the other path or goes on from it. */
    boolean leadsThrough(String other) {
        return text.startsWith(other)
                && (text.length() == other.length() || text.charAt(other.length()) == '.');
    }
}
