package dev.paylater.simulation;

import java.time.Clock;

/**
 * One process of a service. Whatever its code does to the outside goes through {@link #step}: there
 * it can die, stand still, or let others go first.
 */
abstract class Node {

    private static final long LONGEST_STALL_MILLIS = 25_000;
    private static final long LONGEST_RESTART_MILLIS = 8_000;
    private static final long SKEW_MILLIS = 2_000;

    final World world;
    final String name;
    final Clock clock;
    private int life;
    private boolean running;
    private long stoppedUntil;

    Node(World world, String name) {
        this.world = world;
        this.name = name;
        var chance = world.chance();
        this.clock =
                world.clock(
                        chance.knows(Fault.SKEW) ? chance.between(-SKEW_MILLIS, SKEW_MILLIS) : 0);
    }

    /** Makes everything that a process has in its memory, and sets it to work. */
    abstract void begin();

    /** Others are told that the process is gone, after a while if it does not come back. */
    abstract void gone();

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
        gone();
        world.after(world.chance().between(200, LONGEST_RESTART_MILLIS), this::start);
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
        if (chance.strikes(Fault.STALL)) {
            stoppedUntil = world.now() + chance.between(500, LONGEST_STALL_MILLIS);
            world.tell(name, "stands still for %d ms", stoppedUntil - world.now());
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
