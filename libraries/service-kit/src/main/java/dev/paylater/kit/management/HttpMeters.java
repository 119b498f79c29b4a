package dev.paylater.kit.management;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Requests by route, method and status, with the buckets that objectives are stated in; what else
 * Spring tags them with follows from these, and would only multiply the series.
 */
@Configuration(proxyBeanMethods = false)
public class HttpMeters {

    private static final String REQUESTS = "http.server.requests";

    /** There are no sessions, and the rest says what others say better. */
    private static final List<String> UNUSED =
            List.of("http.server.requests.active", "tomcat.sessions", "tasks.scheduled");

    private static final double[] OBJECTIVES =
            Stream.of(50, 200, 500, 1_000, 3_000, 10_000)
                    .mapToDouble(millis -> Duration.ofMillis(millis).toNanos())
                    .toArray();

    @Bean
    static MeterFilter fewerTags() {
        return new MeterFilter() {
            @Override
            public Meter.Id map(Meter.Id id) {
                return id.getName().equals(REQUESTS)
                        ? new Meter.Id(REQUESTS, kept(id), null, "Requests, answered", id.getType())
                        : id;
            }

            @Override
            public MeterFilterReply accept(Meter.Id id) {
                return UNUSED.stream().anyMatch(id.getName()::startsWith) || isStream(id)
                        ? MeterFilterReply.DENY
                        : MeterFilterReply.NEUTRAL;
            }
        };
    }

    /** It lasts as long as somebody listens, which says nothing of how fast the service is. */
    private static boolean isStream(Meter.Id id) {
        var route = id.getTag("uri");
        return id.getName().equals(REQUESTS) && route != null && route.endsWith("/live");
    }

    private static Tags kept(Meter.Id id) {
        return Tags.of(id.getTags().stream().filter(tag -> isKept(tag.getKey())).toList());
    }

    private static boolean isKept(String tag) {
        return tag.equals("uri") || tag.equals("method") || tag.equals("status");
    }

    @Bean
    static MeterFilter objectives() {
        return new MeterFilter() {
            @Override
            public DistributionStatisticConfig configure(
                    Meter.Id id, DistributionStatisticConfig config) {
                return id.getName().equals(REQUESTS)
                        ? DistributionStatisticConfig.builder()
                                .serviceLevelObjectives(OBJECTIVES)
                                .build()
                                .merge(config)
                        : config;
            }
        };
    }
}
