package dev.paylater.api.deadletter;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.kit.kafka.KafkaConfiguration;
import dev.paylater.kit.kafka.KafkaSettings;
import dev.paylater.messaging.DeadLetter;
import dev.paylater.messaging.DeadLetterOffice;
import dev.paylater.messaging.DeadLetterOffice.Pile;
import dev.paylater.messaging.DeadLettersUnavailable;
import dev.paylater.messaging.ReplayRefused;
import dev.paylater.schemas.Topic;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The dead letters of paylater's own topics, for administrators: the same that {@code ./paylater
 * dlq} shows and replays. One request at a time reads, so that they take no more memory than one.
 */
@Component
public final class DeadLetterDesk {

    /** So many letters are put back by one request. */
    public static final int MAX_REPLAYED = 1_000;

    private static final Set<String> TOPICS =
            Topic.all().stream()
                    .map(topic -> topic.deadLetters().name())
                    .collect(Collectors.toUnmodifiableSet());

    private final KafkaSettings settings;
    private final ReentrantLock oneAtATime = new ReentrantLock();

    DeadLetterDesk(KafkaSettings settings) {
        this.settings = settings;
    }

    /**
     * Letters in the order in which they were set aside.
     *
     * @param goesOn whether there are more after them
     */
    public record Page(Pile pile, List<DeadLetter> letters, boolean goesOn) {}

    /** Which letters of a topic there are, by partition. */
    public List<Pile> piles() {
        return open(DeadLetterOffice::piles);
    }

    /**
     * Some letters of a topic.
     *
     * @param from offset of the first; null: the oldest that there is
     * @throws ApiException when the topic has none
     */
    public Page page(String topic, int partition, @Nullable Long from, int limit) {
        return open(
                office -> {
                    var pile = pile(office, topic, partition);
                    var letters = office.read(pile, from == null ? pile.first() : from, limit);
                    return new Page(
                            pile,
                            letters,
                            !letters.isEmpty() && letters.getLast().offset() + 1 < pile.end());
                });
    }

    /**
     * Puts letters back to the topic that they come from, those that were not yet.
     *
     * @return the letters that are still there afterwards, and how many went
     * @throws ApiException when the topic has none, or Kafka does not take them
     */
    public Replay replay(String topic, int partition, Predicate<DeadLetter> which) {
        return open(
                office -> {
                    var count =
                            office.replay(
                                    pile(office, topic, partition),
                                    letter -> !letter.isReplayed() && which.test(letter),
                                    MAX_REPLAYED);
                    return new Replay(count, pile(office, topic, partition));
                });
    }

    /** How many letters were put back, and what is there afterwards. */
    public record Replay(int count, Pile pile) {}

    private static Pile pile(DeadLetterOffice office, String topic, int partition) {
        return office.piles().stream()
                .filter(pile -> pile.topic().equals(topic) && pile.partition() == partition)
                .findFirst()
                .orElseThrow(() -> ApiException.notFound("topic with dead letters"));
    }

    private <T> T open(Function<DeadLetterOffice, T> work) {
        oneAtATime.lock();
        try (var office = KafkaConfiguration.deadLetterOffice(settings, TOPICS::contains)) {
            return work.apply(office);
        } catch (DeadLettersUnavailable e) {
            throw ApiException.unavailable(String.valueOf(e.getMessage()));
        } catch (ReplayRefused e) {
            throw ApiException.of(ErrorCode.IR_16, String.valueOf(e.getMessage()));
        } finally {
            oneAtATime.unlock();
        }
    }
}
