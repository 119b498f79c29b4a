package dev.paylater.simulation;

import java.time.Clock;
import java.util.function.Supplier;

/**
 * One process of a service. Whatever its code does to the outside goes through {@link #step}: there
 * it can die, stand still, or let others go first.
 */
abstract class Node {

    private static final long LONGEST_STALL_MILLIS = 25_000;
    private static final long LONGEST_RESTART_MILLIS = 8_000;
    private static final long SKEW_MILLIS = 2_000;
    private static final long LONGEST_CUT_MILLIS = 20_000;

    /** What of a process reaches the others. */
    private enum Connection {
        WHOLE,
        /** Nothing that it sends arrives. */
        NOT_HEARD,
        /** What it sends arrives, and it gets no answer. */
        NOT_ANSWERED
    }

    final World world;
    final String name;
    final Clock clock;
    private final TopicGroup group;
    private int life;
    private boolean running;
    private long stoppedUntil;
    private long skewMillis;
    private Connection connection = Connection.WHOLE;

    Node(World world, String name, TopicGroup group) {
        this.world = world;
        this.name = name;
        this.group = group;
        this.clock = world.clock(() -> skewMillis);
        if (world.chance().knows(Fault.SKEW)) {
            skewMillis = world.chance().between(-SKEW_MILLIS, SKEW_MILLIS);
        }
    }

    /** Makes everything that a process has in its memory, and sets it to work. */
    abstract void begin();

    final void start() {
        running = true;
        world.tell(name, "starts");
        begin();
    }

    final boolean isRunning() {
        return running;
    }

    private void die() {
        world.tell(name, "DIES");
        life++;
        running = false;
        connection = Connection.WHOLE;
        group.gone(this);
        world.after(world.chance().between(200, LONGEST_RESTART_MILLIS), this::start);
    }

    /** Neither learns of news nor can do anything about it. */
    final boolean isCutOff() {
        return connection != Connection.WHOLE;
    }

    /** Whether the group hears of it. */
    final boolean isHeard() {
        return running && connection != Connection.NOT_HEARD;
    }

    /** Throws while nothing that this process sends arrives. */
    final void checkHeard(Supplier<RuntimeException> failure) {
        if (connection == Connection.NOT_HEARD) {
            throw failure.get();
        }
    }

    /** Throws while this process gets no answers. */
    final void checkAnswered(Supplier<RuntimeException> failure) {
        if (isCutOff()) {
            throw failure.get();
        }
    }

    private void cutOff() {
        var chance = world.chance();
        connection = chance.once(2) ? Connection.NOT_HEARD : Connection.NOT_ANSWERED;
        var millis = chance.between(500, LONGEST_CUT_MILLIS);
        world.tell(name, "is CUT OFF for %d ms: %s", millis, connection);
        group.silent(this);
        var born = life;
        world.after(
                millis,
                () -> {
                    if (born == life) {
                        world.tell(name, "is back");
                        connection = Connection.WHOLE;
                        group.back(this);
                    }
                });
    }

    /** Sets something to work in this process. */
    final void spawn(Runnable body) {
        var coroutine = new Coroutine(body);
        var born = life;
        world.after(0, () -> resume(coroutine, born));
    }

    /** An effect is about to be made, or has just been made. */
    final void step(String place, Object... details) {
        var chance = world.chance();
        world.tell(name, place, details);
        if (chance.strikes(Fault.CRASH)) {
            die();
            Coroutine.suspend();
        }
        // What is ready when it goes on, goes on before it stands still again: one stall after the
        // other would be longer than what the bounds of requests allow for.
        if (world.now() > stoppedUntil && chance.strikes(Fault.STALL)) {
            stoppedUntil = world.now() + chance.between(500, LONGEST_STALL_MILLIS);
            world.tell(name, "stands still for %d ms", stoppedUntil - world.now());
        }
        if (!isCutOff() && chance.strikes(Fault.CUT_OFF)) {
            cutOff();
        }
        if (chance.strikes(Fault.CLOCK_STEP)) {
            skewMillis = chance.between(-SKEW_MILLIS, SKEW_MILLIS);
            world.tell(name, "has its clock set to %d ms from the true time", skewMillis);
        }
        if (stoppedUntil > world.now()) {
            sleep(stoppedUntil - world.now());
        } else if (chance.once(2)) {
            sleep(chance.below(8));
        }
    }

    final void sleep(long millis) {
        world.after(millis, waker());
        Coroutine.suspend();
    }

    /** What wakes the code that asks for it, once, if its process still lives. */
    final Runnable waker() {
        var coroutine = world.current();
        var born = life;
        var used = new boolean[1];
        return () -> {
            if (!used[0]) {
                used[0] = true;
                world.after(0, () -> resume(coroutine, born));
            }
        };
    }

    private void resume(Coroutine coroutine, int born) {
        if (born != life) {
            return;
        }
        if (stoppedUntil > world.now()) {
            world.after(stoppedUntil - world.now(), () -> resume(coroutine, born));
        } else {
            world.resume(coroutine);
        }
    }
}
