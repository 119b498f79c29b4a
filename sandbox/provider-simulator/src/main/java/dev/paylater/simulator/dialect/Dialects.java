package dev.paylater.simulator.dialect;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** All the providers of this process. */
public final class Dialects {

    private final List<Dialect> all;
    private final Map<String, Dialect> byConnector;

    public Dialects(List<Dialect> all) {
        this.all = List.copyOf(all);
        this.byConnector =
                all.stream()
                        .collect(
                                Collectors.toUnmodifiableMap(
                                        Dialect::connector, Function.identity()));
    }

    public Dialect of(String connector) {
        var dialect = byConnector.get(connector);
        if (dialect == null) {
            throw new IllegalArgumentException("No provider " + connector);
        }
        return dialect;
    }

    public boolean knows(String connector) {
        return byConnector.containsKey(connector);
    }

    public @Nullable Dialect at(String path) {
        for (var dialect : all) {
            var base = dialect.base();
            if (path.startsWith(base)
                    && (path.length() == base.length() || path.charAt(base.length()) == '/')) {
                return dialect;
            }
        }
        return null;
    }
}
