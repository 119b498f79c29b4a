package dev.paylater.orchestrator.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paylater.orchestrator.payment.Operation.Kind;
import dev.paylater.orchestrator.payment.result.ResultRule;
import dev.paylater.orchestrator.payment.result.ResultTable;
import dev.paylater.provider.ProviderResult.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResultTableTest {

    private static final List<Kind> KINDS = List.of(Kind.values());

    @Test
    void a_table_that_lacks_a_pair_cannot_be_made_and_names_it() {
        var table = new ResultTable();
        for (var kind : Kind.values()) {
            for (var status : Status.values()) {
                if (kind != Kind.CAPTURE || status != Status.UNKNOWN) {
                    table.on(kind, status, ResultRule.NOTHING);
                }
            }
        }
        assertThatThrownBy(table::total)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("No rule for CAPTURE UNKNOWN");
    }

    @Test
    void a_pair_has_one_rule() {
        var table = new ResultTable().on(Kind.VOID, Status.DECLINED, ResultRule.NOTHING);
        assertThatThrownBy(() -> table.on(Kind.VOID, Status.DECLINED, ResultRule.NOTHING))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Two rules for VOID DECLINED");
    }

    @Test
    void the_rule_for_any_other_result_leaves_those_that_have_one() {
        var own = new ResultRule("own", (_, _) -> {});
        var table =
                new ResultTable()
                        .on(Kind.VOID, Status.DECLINED, own)
                        .onAnyOther(KINDS, ResultRule.NOTHING)
                        .total();
        assertThat(table.rule(Kind.VOID, Status.DECLINED)).isSameAs(own);
        assertThat(table.rule(Kind.VOID, Status.UNKNOWN)).isSameAs(ResultRule.NOTHING);
    }
}
