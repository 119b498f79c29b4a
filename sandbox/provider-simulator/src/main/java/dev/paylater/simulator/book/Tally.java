package dev.paylater.simulator.book;

import java.math.BigInteger;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/** Counts and sums of the ledger per connector and operation. */
final class Tally {

    private static final class Sum {
        private long count;
        private final Map<String, BigInteger> amounts = new TreeMap<>();
    }

    private long entries;
    private final Map<String, Map<String, Sum>> connectors = new TreeMap<>();

    long entries() {
        return entries;
    }

    void add(LedgerEntry entry) {
        entries++;
        var sum =
                connectors
                        .computeIfAbsent(entry.connector(), connector -> new TreeMap<>())
                        .computeIfAbsent(entry.operationName(), operation -> new Sum());
        sum.count++;
        sum.amounts.merge(entry.currency(), BigInteger.valueOf(entry.amount()), BigInteger::add);
    }

    ObjectNode toJson() {
        var json = BookJson.MAPPER.createObjectNode();
        json.put("entries", entries);
        var all = json.putObject("connectors");
        connectors.forEach(
                (connector, operations) -> {
                    var one = all.putObject(connector);
                    operations.forEach((operation, sum) -> put(one.putObject(operation), sum));
                });
        return json;
    }

    private static void put(ObjectNode json, Sum sum) {
        json.put("count", sum.count);
        json.put("amount", sum.amounts.values().stream().reduce(BigInteger.ZERO, BigInteger::add));
        var amounts = json.putObject("amounts");
        sum.amounts.forEach(amounts::put);
    }
}
