package dev.paylater.documentstore;

import java.util.Arrays;

/** A growing byte array in which keys are put together, big-endian. */
final class KeyBuffer {

    private byte[] bytes = new byte[64];
    private int size;

    KeyBuffer put(int value) {
        ensure(1);
        bytes[size++] = (byte) value;
        return this;
    }

    KeyBuffer putInt(int value) {
        return put(value >>> 24).put(value >>> 16).put(value >>> 8).put(value);
    }

    KeyBuffer putLong(long value) {
        return putInt((int) (value >>> 32)).putInt((int) value);
    }

    KeyBuffer put(byte[] source) {
        return put(source, 0, source.length);
    }

    KeyBuffer put(byte[] source, int start, int end) {
        ensure(end - start);
        System.arraycopy(source, start, bytes, size, end - start);
        size += end - start;
        return this;
    }

    /** Turns the order of everything from a position on: the key of a descending component. */
    void invertFrom(int position) {
        for (int i = position; i < size; i++) {
            bytes[i] = (byte) ~bytes[i];
        }
    }

    int size() {
        return size;
    }

    int first() {
        return bytes[0] & 0xff;
    }

    KeyBuffer truncate(int newSize) {
        size = newSize;
        return this;
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    int compareTo(byte[] other) {
        return Arrays.compareUnsigned(bytes, 0, size, other, 0, other.length);
    }

    private void ensure(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }
}
