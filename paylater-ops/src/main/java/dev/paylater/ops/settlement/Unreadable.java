package dev.paylater.ops.settlement;

/** Why a line cannot be read, in words. */
final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;

    Unreadable(String why) {
        super(why);
    }
}
