package dev.paylater.ops.settlement;

import dev.paylater.ops.environment.StoreAddress;
import dev.paylater.ops.reconcile.Narrowing;
import dev.paylater.ops.reconcile.Report;
import java.time.Duration;
import java.time.Instant;

/**
 * Compares the settlement files of each account with what was captured and refunded by it.
 *
 * @param within how long a provider may take to settle
 */
public record SettlementCheck(SettlementFiles files, Duration within) {

    /** Adds what differs to a report; of a merchant's accounts where it is narrowed to one. */
    public void run(StoreAddress store, Narrowing narrowing, Instant now, Report report) {
        store.ask(
                database -> {
                    for (SettlementFiles.Account account : files.accounts()) {
                        String only = narrowing.merchantId();
                        if (only == null || only.equals(account.merchantId())) {
                            var owner = new Report.Owner(account.merchantId(), account.id());
                            var comparison =
                                    new SettlementComparison(
                                            difference -> report.add(owner, difference),
                                            now,
                                            within);
                            files.read(
                                    account,
                                    line -> {
                                        comparison.add(line);
                                        report.countSettled();
                                    },
                                    comparison::trouble);
                            new SettledReader(database, account).each(comparison);
                            comparison.end();
                        }
                    }
                    return report;
                });
    }
}
