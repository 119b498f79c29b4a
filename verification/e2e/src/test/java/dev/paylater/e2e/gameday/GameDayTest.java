package dev.paylater.e2e.gameday;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The troubles of a game day lead to alerts that there are, and to their pages. */
class GameDayTest {

    private static final Path ROOT = Path.of("..", "..");

    @Test
    void there_are_ten_troubles_each_with_an_alert_of_its_own_and_a_runbook() throws IOException {
        var rules = Files.readString(ROOT.resolve("docker/prometheus/rules.yml"));
        var troubles = GameDay.all();

        assertThat(troubles).hasSize(10);
        assertThat(troubles).extracting(Trouble::name).doesNotHaveDuplicates();
        assertThat(troubles)
                .extracting(trouble -> trouble.alert().name())
                .doesNotHaveDuplicates()
                .allSatisfy(alert -> assertThat(rules).contains("- alert: " + alert + "\n"));
        assertThat(troubles).allSatisfy(trouble -> assertThat(trouble.runbook()).isNotEmpty());
    }

    @Test
    void the_page_about_it_names_each_trouble() throws IOException {
        var page = Files.readString(ROOT.resolve("docs/operators/game-day.md"));
        assertThat(GameDay.all())
                .allSatisfy(
                        trouble ->
                                assertThat(page)
                                        .contains(
                                                "| " + trouble.meaning() + " |",
                                                trouble.alert()
                                                        .name()
                                                        .replaceFirst("^Paylater", "")));
    }
}
