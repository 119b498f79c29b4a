package dev.paylater.kit.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.kit.kafka.MessageContext;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceParentTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";

    @Test
    void the_example_of_the_standard_is_read_and_written() {
        var header = "00-" + TRACE + "-" + SPAN + "-01";

        assertThat(TraceParent.of(header)).contains(new TraceParent(TRACE, SPAN, true));
        assertThat(TraceParent.of(header).map(TraceParent::toString)).contains(header);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00-zz-zz-zz",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more"
            })
    void what_the_standard_calls_invalid_names_no_trace(String header) {
        assertThat(TraceParent.of(header)).isEmpty();
    }

    @Test
    void the_span_of_a_cause_is_the_parent_of_what_it_causes_and_the_request_is_the_first_cause() {
        var trace = new TraceParent(TRACE, SPAN, true);

        assertThat(TraceSpan.parent(trace, null)).isEqualTo(SPAN);
        assertThat(TraceSpan.parent(trace, "cmd_1")).isEqualTo(SpanIds.of("cmd_1")).hasSize(16);
        assertThat(SpanIds.of("cmd_1")).isNotEqualTo(SpanIds.of("cmd_2"));
    }

    @Test
    void the_trace_of_what_is_not_exported_is_not_kept() {
        assertThat(
                        TraceSpan.traceOfCause(
                                new MessageContext(null, null, "00-" + TRACE + "-" + SPAN + "-00")))
                .isNull();
        assertThat(TraceSpan.traceOfCause(MessageContext.NONE)).isNull();
        assertThat(
                        TraceSpan.traceOfCause(
                                new MessageContext(
                                        "cmd_1", null, "00-" + TRACE + "-" + SPAN + "-01")))
                .isEqualTo("00-" + TRACE + "-" + SpanIds.of("cmd_1") + "-01");
    }

    @Test
    void a_tenth_of_all_traces_is_about_a_tenth_and_the_ends_are_none_and_all() {
        var ids =
                Stream.iterate(1L, seed -> seed * 6364136223846793005L + 1442695040888963407L)
                        .limit(10_000)
                        .map(seed -> "%016x%016x".formatted(seed, seed))
                        .toList();

        assertThat(ids.stream().filter(Sampling.of(0.1)::includes).count()).isBetween(800L, 1_200L);
        assertThat(ids).noneMatch(Sampling.NONE::includes).allMatch(Sampling.of(1)::includes);
        assertThatThrownBy(() -> Sampling.of(1.5)).hasMessageContaining("from 0 to 1");
        assertThatThrownBy(() -> Sampling.of(Double.NaN)).hasMessageContaining("from 0 to 1");
    }
}
