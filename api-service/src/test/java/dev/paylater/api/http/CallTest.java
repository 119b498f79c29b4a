package dev.paylater.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.f4b6a3.ulid.Ulid;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CallTest {

    @Test
    void ids_of_one_millisecond_are_no_neighbours() {
        var ids = IntStream.range(0, 200).mapToObj(_ -> Ulid.from(Call.newCommandId())).toList();
        for (var i = 1; i < ids.size(); i++) {
            var before = ids.get(i - 1);
            var apart = ids.get(i).getLeastSignificantBits() - before.getLeastSignificantBits();
            assertThat(Math.abs(apart)).isGreaterThan(1_000_000);
        }
    }
}
