package dev.paylater.api.http;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.api.settings.ApiSettings;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Bounds the requests that are worked on: virtual threads are cheap and what they hold is not. A
 * request that still waits for its own body is none of them, but what it has sent already counts
 * where it is large. Health is asked for without a bound.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 2)
final class InFlight extends OncePerRequestFilter {

    private static final String ATTRIBUTE = InFlight.class.getName();

    private final Semaphore free;
    private final Semaphore room;
    private final Answers answers;

    InFlight(ApiSettings settings, Answers answers) {
        this.free = new Semaphore(settings.maxInFlight());
        this.room = new Semaphore((int) (settings.largeBodies().toBytes() / Bodies.CHUNK));
        this.answers = answers;
    }

    /** The place of one request, which one thread takes and leaves. */
    private static final class Place {

        private final Semaphore free;
        private final Semaphore room;
        private boolean isTaken;
        private int chunks;

        Place(Semaphore free, Semaphore room) {
            this.free = free;
            this.room = room;
        }

        void take() {
            if (!free.tryAcquire()) {
                throw busy("Too many requests are under way");
            }
            isTaken = true;
        }

        void takeRoom() {
            if (!room.tryAcquire()) {
                throw busy("Too many large bodies are under way");
            }
            chunks++;
        }

        private static ApiException busy(String message) {
            return ApiException.retryLater(ErrorCode.RL_01.status(), ErrorCode.RL_01, message, 1);
        }

        void leave() {
            if (isTaken) {
                isTaken = false;
                free.release();
            }
        }

        void end() {
            leave();
            room.release(chunks);
        }
    }

    /**
     * Waits without a place for what comes from the sender.
     *
     * @throws ApiException when there is no place for the request afterwards
     */
    static <T> T whileWaiting(HttpServletRequest request, Supplier<T> wait) {
        if (!(request.getAttribute(ATTRIBUTE) instanceof Place place)) {
            return wait.get();
        }
        place.leave();
        var result = wait.get();
        place.take();
        return result;
    }

    /** The request goes on without a place: only events follow, which may take minutes. */
    static void leave(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof Place place) {
            place.leave();
        }
    }

    /**
     * Makes room for one more chunk of a body, until the request has ended.
     *
     * @throws ApiException when bodies hold as much as they may
     */
    static void takeRoom(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof Place place) {
            place.takeRoom();
        }
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getRequestURI().startsWith("/actuator/");
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var place = new Place(free, room);
        try {
            place.take();
        } catch (ApiException e) {
            answers.write(e, request, response);
            return;
        }
        request.setAttribute(ATTRIBUTE, place);
        try {
            chain.doFilter(request, response);
        } finally {
            place.end();
        }
    }
}
