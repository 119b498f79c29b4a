package dev.paylater.e2e.chaos;

import dev.paylater.e2e.ApiAnswer;
import dev.paylater.e2e.Crowd;
import java.util.List;
import java.util.concurrent.Callable;

/** Sends one request several times at the same moment, each as a request of its own. */
final class AtOnce {

    private AtOnce() {}

    static List<ApiAnswer> run(int times, Callable<ApiAnswer> request) throws Stuck {
        return Crowd.start(times, times, request).stream().map(Crowd::await).toList();
    }
}
