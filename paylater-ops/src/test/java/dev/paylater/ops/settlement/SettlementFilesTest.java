package dev.paylater.ops.settlement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paylater.ops.settlement.Line.Kind;
import dev.paylater.ops.settlement.SettlementFiles.Account;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What each format means, and that no file is a crash. */
class SettlementFilesTest {
    private static final LocalDate DAY = LocalDate.of(2026, 1, 31);

    @TempDir private Path folder;

    private final List<Line> lines = new ArrayList<>();
    private final List<String> troubles = new ArrayList<>();

    @Test
    void our_own_format_takes_decimals_or_minor_units() throws Exception {
        read(
                """
                type,reference,amount,amount_minor,currency,date
                capture,cap_1,65.40,,EUR,2026-01-31
                Refund,re_1,,6540,EUR,2026-01-31T10:00:00Z
                capture,cap_2,1200,,JPY,2026-01-31
                """);
        assertThat(lines)
                .containsExactly(
                        line(Kind.CAPTURE, List.of("cap_1"), List.of("cap_1"), 6540, "EUR", 2),
                        line(Kind.REFUND, List.of("re_1"), List.of("re_1"), 6540, "EUR", 3),
                        line(Kind.CAPTURE, List.of("cap_2"), List.of("cap_2"), 1200, "JPY", 4));
        assertThat(troubles).isEmpty();
    }

    @Test
    void of_klarna_sales_and_returns_are_read_whatever_stands_before_them() throws Exception {
        read(
                """
                payout_date;total_sale_amount
                2026-02-02;100.00

                type;capture_date;order_id;short_order_id;capture_id;refund_id;merchant_reference1;amount;posting_currency
                SALE;2026-01-31T07:45:00Z;ord-1;S1;cap-1;;pay_1;100.00;EUR
                FEE;2026-01-31T07:45:00Z;ord-1;S1;cap-1;;pay_1;-3.00;EUR
                RETURN;2026-01-31T07:45:00Z;ord-1;S1;;ref-1;pay_1;-40.00;EUR
                """);
        assertThat(lines)
                .containsExactly(
                        line(
                                Kind.CAPTURE,
                                List.of("cap-1"),
                                List.of("ord-1", "S1", "pay_1"),
                                10000,
                                "EUR",
                                5),
                        line(
                                Kind.REFUND,
                                List.of("ref-1"),
                                List.of("ord-1", "S1", "pay_1"),
                                4000,
                                "EUR",
                                7));
    }

    @Test
    void of_paypal_amounts_are_hundredths_also_of_yen() throws Exception {
        read(
                """
                "RH",2026/02/01 08:00:00 +0000,"A","001"
                "SH",2026/01/31 00:00:00 +0000,2026/02/01 00:00:00 +0000,"ACC",""
                "CH","Transaction ID","Invoice ID","PayPal Reference ID","PayPal Reference ID Type","Transaction Event Code","Transaction Initiation Date","Transaction Completion Date","Transaction  Debit or Credit","Gross Transaction Amount","Gross Transaction Currency","Fee Debit or Credit","Fee Amount","Fee Currency","Custom Field","Consumer ID"
                "SB","TX1","pay_1","AUTH1","TXN","T0006",2026/01/31 09:00:00 +0000,2026/01/31 09:00:00 +0000,"CR",10000,"EUR","DR",300,"EUR","","C"
                "SB","TX2","pay_1","TX1","TXN","T1107",2026/01/31 09:00:00 +0000,2026/01/31 09:00:00 +0000,"DR",500000,"JPY","CR",0,"JPY","","C"
                "SB","TX3","","","","T0400",2026/01/31 09:00:00 +0000,2026/01/31 09:00:00 +0000,"DR",9000,"EUR","",0,"","",""
                "SF","EUR",10000,0
                """);
        assertThat(lines)
                .containsExactly(
                        line(
                                Kind.CAPTURE,
                                List.of("TX1"),
                                List.of("AUTH1", "pay_1"),
                                10000,
                                "EUR",
                                4),
                        line(Kind.REFUND, List.of("TX2"), List.of("TX1", "pay_1"), 5000, "JPY", 5));
        assertThat(troubles).isEmpty();
    }

    @Test
    void a_line_that_cannot_be_read_is_said_with_its_number_and_the_next_ones_are_read()
            throws Exception {
        read(
                String.join(
                        "\r\n",
                        "\uFEFFtype,reference,amount,currency,date",
                        "chargeback,a,1.00,EUR,2026-01-31",
                        "capture,,1.00,EUR,2026-01-31",
                        "capture,a,1.00,XQX,2026-01-31",
                        "capture,a,1.005,EUR,2026-01-31",
                        "capture,a,1.00,EUR,31.01.2026",
                        "capture,a,\"1,00\",EUR,2026-01-31",
                        "capture,\"a,1.00,EUR,2026-01-31",
                        "capture,%s,1.00,EUR,2026-01-31".formatted("x".repeat(70_000)),
                        "capture,a",
                        "",
                        "capture,good,1.00,EUR,2026-01-31"));
        assertThat(lines).extracting(Line::own).containsExactly(List.of("good"));
        assertThat(troubles)
                .containsExactly(
                        "a.csv:2 type is capture or refund, not chargeback",
                        "a.csv:3 reference is empty",
                        "a.csv:4 there is no currency XQX",
                        "a.csv:5 EUR has no amount of 1.005",
                        "a.csv:6 date is a date such as 2026-01-31, not 31.01.2026",
                        "a.csv:7 amount is a number such as 12.50, not 1,00",
                        "a.csv:8 its quotation marks do not match",
                        "a.csv:9 the line is longer than 64 KB",
                        "a.csv:10 currency is empty");
    }

    @Test
    void a_file_without_known_columns_is_said() throws Exception {
        read("\u0000\u0001binary\n".repeat(200));
        assertThat(troubles)
                .containsExactly("a.csv there is no line with the names of the columns");
    }

    private Line line(
            Kind kind,
            List<String> own,
            List<String> shared,
            long amount,
            String currency,
            int number) {
        return new Line(kind, own, shared, amount, currency, DAY, "a.csv:" + number);
    }

    private void read(String content) throws Exception {
        Path account = Files.createDirectories(folder.resolve("m/mca_1"));
        Files.writeString(account.resolve("a.csv"), content);
        Files.writeString(account.resolve("readme.txt"), "no settlement");
        var files = new SettlementFiles(folder);
        assertThat(files.accounts()).containsExactly(new Account("m", "mca_1"));
        files.read(
                new Account("m", "mca_1"),
                lines::add,
                trouble -> troubles.add(trouble.place() + " " + trouble.why()));
    }
}
