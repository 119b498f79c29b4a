package dev.paylater.documentstore;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * A compiled query: tells whether a raw document matches, and what bounds it puts on a field so
 * that an index can find the candidates.
 */
record Filter(BsonDocument source, Condition condition) {

    static Filter of(BsonDocument source) {
        return new Filter(source, FilterParser.parse(source));
    }

    boolean matches(Value document) {
        return condition.test(document, new Match());
    }

    /** The key of the one id that can match, if the filter names one. */
    byte @Nullable [] onlyId() {
        return condition.bounds("_id", false) instanceof Bounds.Points(List<byte[]> keys)
                        && keys.size() == 1
                ? keys.getFirst()
                : null;
    }

    /** The fields that decide whether a document matches. */
    List<Path> paths() {
        List<Path> paths = new ArrayList<>();
        collectPaths(source, paths);
        return paths;
    }

    private static void collectPaths(BsonDocument query, List<Path> paths) {
        query.forEach(
                (name, value) -> {
                    if (!name.startsWith("$")) {
                        paths.add(Path.of(name));
                    } else if (value.isArray()) {
                        value.asArray().forEach(part -> collectPaths(part.asDocument(), paths));
                    }
                });
    }

    boolean matchesEverything() {
        return source.isEmpty();
    }

    /** What positional updates need to know of how a document matched. */
    static final class Match {
        private int arrayIndex = -1;

        int arrayIndex() {
            return arrayIndex;
        }

        void found(int index) {
            arrayIndex = index;
        }
    }

    /** One node of a compiled query. */
    interface Condition {
        boolean test(Value document, Match match);

        /**
         * A superset of the keys that a matching document has for a field. Where arrays may give a
         * field several keys, two conditions can be met by two of them, so only one may be used.
         */
        default Bounds bounds(String field, boolean severalKeys) {
            return Bounds.Interval.ALL;
        }
    }

    record And(List<Condition> conditions) implements Condition {
        @Override
        public boolean test(Value document, Match match) {
            for (Condition condition : conditions) {
                if (!condition.test(document, match)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public Bounds bounds(String field, boolean severalKeys) {
            Bounds all = Bounds.Interval.ALL;
            for (Condition condition : conditions) {
                Bounds one = condition.bounds(field, severalKeys);
                if (one.isAll()) {
                    continue;
                }
                if (!severalKeys || all.isAll()) {
                    all = all.intersect(one);
                } else if (one instanceof Bounds.Points) {
                    all = one;
                }
            }
            return all;
        }
    }

    record Or(List<Condition> conditions) implements Condition {
        @Override
        public boolean test(Value document, Match match) {
            for (Condition condition : conditions) {
                if (condition.test(document, match)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public Bounds bounds(String field, boolean severalKeys) {
            return conditions.stream()
                    .map(condition -> condition.bounds(field, severalKeys))
                    .reduce(Bounds::hull)
                    .orElse(Bounds.Interval.ALL);
        }
    }

    record Not(Condition condition) implements Condition {
        @Override
        public boolean test(Value document, Match match) {
            return !condition.test(document, new Match());
        }
    }

    /** A test of one value; null stands for a missing one. */
    interface Test {
        boolean test(@Nullable Value value);

        default Bounds bounds() {
            return Bounds.Interval.ALL;
        }

        /** Whether the elements of an array at the end of the path are tested one by one too. */
        default boolean looksIntoArray() {
            return true;
        }
    }

    /** A test of whatever a path leads to, through arrays on the way as MongoDB goes. */
    record AtPath(Path path, Test test) implements Condition {
        @Override
        public boolean test(Value document, Match match) {
            return descend(document, 0, match);
        }

        @Override
        public Bounds bounds(String field, boolean severalKeys) {
            return field.equals(path.text()) ? test.bounds() : Bounds.Interval.ALL;
        }

        private boolean descend(@Nullable Value value, int next, Match match) {
            if (next == path.size()) {
                return atEnd(value, match);
            }
            if (value != null && value.isDocument()) {
                return descend(value.get(path.parts()[next]), next + 1, match);
            }
            if (value == null || !value.isArray()) {
                return test.test(null);
            }
            Elements elements = value.elements();
            for (int i = 0; elements.advance(); i++) {
                Value element = elements.value();
                boolean named =
                        element.isDocument()
                                && descend(element.get(path.parts()[next]), next + 1, match);
                boolean indexed = path.indexes()[next] == i && descend(element, next + 1, match);
                if (named || indexed) {
                    match.found(i);
                    return true;
                }
            }
            return false;
        }

        private boolean atEnd(@Nullable Value value, Match match) {
            if (value != null && value.isArray() && test.looksIntoArray()) {
                Elements elements = value.elements();
                for (int i = 0; elements.advance(); i++) {
                    if (test.test(elements.value())) {
                        match.found(i);
                        return true;
                    }
                }
            }
            return test.test(value);
        }
    }

    /** An array that has an element for which a whole query holds. */
    record ElementMatches(Path path, Condition condition, boolean ofValues) implements Condition {
        @Override
        public boolean test(Value document, Match match) {
            Test inArray =
                    new Test() {
                        @Override
                        public boolean test(@Nullable Value value) {
                            return value != null && value.isArray() && hasMatch(value, match);
                        }

                        @Override
                        public boolean looksIntoArray() {
                            return false;
                        }
                    };
            Match outer = new Match();
            boolean matches = new AtPath(path, inArray).test(document, outer);
            if (matches && outer.arrayIndex() >= 0) {
                match.found(outer.arrayIndex());
            }
            return matches;
        }

        @Override
        public Bounds bounds(String field, boolean severalKeys) {
            if (ofValues) {
                return field.equals(path.text()) ? condition.bounds("", true) : Bounds.Interval.ALL;
            }
            return field.startsWith(path.text() + ".")
                    ? condition.bounds(field.substring(path.text().length() + 1), severalKeys)
                    : Bounds.Interval.ALL;
        }

        private boolean hasMatch(Value array, Match match) {
            Elements elements = array.elements();
            for (int i = 0; elements.advance(); i++) {
                Value element = elements.value();
                if ((ofValues || element.isDocument() || element.isArray())
                        && condition.test(element, new Match())) {
                    match.found(i);
                    return true;
                }
            }
            return false;
        }
    }

    /** A test of the value itself, as $elemMatch and $pull apply operators to elements. */
    record OfValue(Test test) implements Condition {
        @Override
        public boolean test(Value value, Match match) {
            return test.test(value);
        }

        @Override
        public Bounds bounds(String field, boolean severalKeys) {
            return field.isEmpty() ? test.bounds() : Bounds.Interval.ALL;
        }
    }
}
