package dev.paylater.simulation;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Code that can stop in the middle of anything and go on later, in the thread of whoever resumes
 * it. It is what virtual threads are made of, taken without their scheduler, since the simulation
 * has its own; the JDK offers it to nobody else, so this one class opens jdk.internal.vm. One that
 * is never resumed simply is no more, its finally blocks included: just as after kill -9.
 */
final class Coroutine {

    private static final Object SCOPE;
    private static final MethodHandle NEW;
    private static final MethodHandle RUN;
    private static final MethodHandle YIELD;

    static {
        try {
            var lookup = MethodHandles.lookup();
            var scope = Class.forName("jdk.internal.vm.ContinuationScope");
            var continuation = Class.forName("jdk.internal.vm.Continuation");
            SCOPE =
                    lookup.findConstructor(scope, MethodType.methodType(void.class, String.class))
                            .invoke("simulation");
            NEW =
                    lookup.findConstructor(
                                    continuation,
                                    MethodType.methodType(void.class, scope, Runnable.class))
                            .asType(
                                    MethodType.methodType(
                                            Object.class, Object.class, Runnable.class));
            RUN =
                    lookup.findVirtual(continuation, "run", MethodType.methodType(void.class))
                            .asType(MethodType.methodType(void.class, Object.class));
            YIELD =
                    lookup.findStatic(
                                    continuation,
                                    "yield",
                                    MethodType.methodType(boolean.class, scope))
                            .asType(MethodType.methodType(boolean.class, Object.class));
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(
                    new IllegalStateException(
                            "Run with --add-exports java.base/jdk.internal.vm=ALL-UNNAMED", e));
        }
    }

    private final Object continuation;
    private @Nullable Throwable failure;

    Coroutine(Runnable body) {
        Runnable guarded =
                () -> {
                    try {
                        body.run();
                    } catch (Throwable e) {
                        failure = e;
                    }
                };
        try {
            continuation = (Object) NEW.invokeExact(SCOPE, guarded);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Goes on until the next {@link #suspend} or the end; throws what the code threw. */
    void resume() {
        try {
            RUN.invokeExact(continuation);
        } catch (Throwable e) {
            throw new IllegalStateException("A coroutine could not go on", e);
        }
        switch (failure) {
            case Error error -> throw error;
            case RuntimeException exception -> throw exception;
            case null -> {}
            default -> throw new IllegalStateException(failure);
        }
    }

    /** Stops here until somebody resumes the coroutine that this is called in. */
    static void suspend() {
        boolean went;
        try {
            went = (boolean) YIELD.invokeExact(SCOPE);
        } catch (Throwable e) {
            throw new IllegalStateException("Cannot stop here", e);
        }
        if (!went) {
            throw new IllegalStateException("Cannot stop here");
        }
    }
}
