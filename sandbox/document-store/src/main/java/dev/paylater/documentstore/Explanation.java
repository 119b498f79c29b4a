package dev.paylater.documentstore;

import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** Shows which plan a query gets and what it examined, so that tests can require an index. */
final class Explanation {

    private Explanation() {}

    static BsonDocument ofNothing(String namespace) {
        return explanation(namespace, new BsonDocument("stage", new BsonString("EOF")), 0, 0, 0);
    }

    static BsonDocument of(Collection collection, StoreQuery query) {
        try (StoreQuery.Opened opened = query.open(collection)) {
            Scan scan = opened.scan();
            int[] returned = {0};
            if (scan.plan().sorted()) {
                Cursor.OfScan cursor =
                        new Cursor.OfScan(
                                collection, scan, new Projection(new BsonDocument()), query);
                while (cursor.next(opened.view(), Long.MAX_VALUE, document -> returned[0]++)) {
                    // A batch ends at its size in bytes; all of them are wanted.
                }
            } else {
                returned[0] = query.sorted(opened).size();
            }
            return explanation(
                    collection.namespace(),
                    stage(scan.plan()),
                    returned[0],
                    scan.plan().everything() && scan.plan().index().isOfIds()
                            ? 0
                            : scan.keysExamined(),
                    scan.documentsExamined());
        }
    }

    private static BsonDocument stage(Planner.Plan plan) {
        BsonDocument found;
        if (plan.everything() && plan.index().isOfIds()) {
            found = new BsonDocument("stage", new BsonString("COLLSCAN"));
        } else {
            BsonDocument scan = new BsonDocument("stage", new BsonString("IXSCAN"));
            scan.append("keyPattern", plan.index().key());
            scan.append("indexName", new BsonString(plan.index().name()));
            scan.append("isMultiKey", BsonBoolean.valueOf(plan.index().multikey()));
            scan.append("direction", new BsonString(plan.backward() ? "backward" : "forward"));
            found = new BsonDocument("stage", new BsonString("FETCH")).append("inputStage", scan);
        }
        return plan.sorted()
                ? found
                : new BsonDocument("stage", new BsonString("SORT")).append("inputStage", found);
    }

    private static BsonDocument explanation(
            String namespace, BsonDocument stage, int returned, long keys, long documents) {
        BsonDocument planner = new BsonDocument("namespace", new BsonString(namespace));
        planner.append("winningPlan", stage);
        BsonDocument execution = new BsonDocument("executionSuccess", BsonBoolean.TRUE);
        execution.append("nReturned", new BsonInt32(returned));
        execution.append("totalKeysExamined", ReadCommands.whole(keys));
        execution.append("totalDocsExamined", ReadCommands.whole(documents));
        return new BsonDocument("queryPlanner", planner).append("executionStats", execution);
    }
}
