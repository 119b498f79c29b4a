package dev.paylater.e2e;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/** Many merchants' requests at once, a bounded number of them in flight. */
public final class Crowd {

    private Crowd() {}

    public static <T> List<Future<T>> start(int count, int atOnce, Callable<T> request) {
        var places = new Semaphore(atOnce);
        var answers = new ArrayList<Future<T>>();
        var executor = Executors.newVirtualThreadPerTaskExecutor();
        for (var i = 0; i < count; i++) {
            answers.add(
                    executor.submit(
                            () -> {
                                places.acquire();
                                try {
                                    return request.call();
                                } finally {
                                    places.release();
                                }
                            }));
        }
        executor.shutdown();
        return answers;
    }

    public static <T> T await(Future<T> answer) {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw new AssertionError("A request failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted", e);
        }
    }
}
