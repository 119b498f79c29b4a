package dev.paylater.e2e.drill;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A fault from second 10 to second 20, with two purchases a second from second 0 to 30. */
class CourseTest {

    private static final int ASKED_EACH_SECOND = 2;

    @Test
    void nobody_is_held_up_where_each_purchase_is_paid_at_once() {
        var course = course(second -> second);
        assertThat(course.row("none"))
                .isEqualTo("| none | 2.0 | 2.0, 2 | 0.00 s, 0.0 s | 0 | 0 | 0.0 s |");
    }

    @Test
    void purchases_of_the_fault_that_are_paid_after_it_count_until_the_last_of_them() {
        // Those of seconds 12 to 21 are all paid at second 23.
        var course = course(second -> second >= 12 && second < 22 ? 23 : second);
        assertThat(course.worstSecond()).isZero();
        assertThat(course.perSecond(course.began(), course.ended())).isEqualTo(0.4);
        assertThat(course.slowest(course.began())).isEqualTo(TimeUnit.SECONDS.toNanos(11));
        assertThat(course.healed()).isEqualTo(TimeUnit.SECONDS.toNanos(3));
    }

    @Test
    void the_p99_is_of_purchases_that_began_during_the_fault() {
        // 20 purchases: those of second 19 take 4 s, those of second 25 take 5 s.
        var course = course(second -> second == 19 ? 23 : second == 25 ? 30 : second);
        assertThat(course.p99()).isEqualTo(TimeUnit.SECONDS.toNanos(4));
    }

    @Test
    void what_is_never_paid_is_counted_and_hides_nothing_of_the_rest() {
        var course = course(second -> second == 15 ? -1 : second);
        assertThat(course.neverPaid()).isEqualTo(ASKED_EACH_SECOND);
        assertThat(course.worstSecond()).isZero();
        assertThat(course.healed()).isZero();
    }

    @Test
    void purchases_of_the_warm_up_do_not_count() {
        var course =
                new Course(
                        at(5),
                        at(10),
                        at(20),
                        at(30),
                        List.of(new Paid(at(1), at(9), 7), new Paid(at(6), at(6), 1)));
        assertThat(course.refusals()).isEqualTo(1);
        assertThat(course.slowest(at(0))).isZero();
    }

    @FunctionalInterface
    private interface Answer {
        /** The second in which purchases of this second are paid; -1: never. */
        int paid(int second);
    }

    private static Course course(Answer answer) {
        var all = new ArrayList<Paid>();
        for (var second = 0; second < 30; second++) {
            var paid = answer.paid(second);
            for (var i = 0; i < ASKED_EACH_SECOND; i++) {
                all.add(new Paid(at(second), paid < 0 ? 0 : at(paid), 0));
            }
        }
        return new Course(at(0), at(10), at(20), at(30), all);
    }

    /** The clock has no zero of its own. */
    private static long at(int second) {
        return TimeUnit.SECONDS.toNanos(1_000L + second);
    }
}
