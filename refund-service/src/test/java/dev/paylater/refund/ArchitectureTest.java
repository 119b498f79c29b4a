package dev.paylater.refund;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Arrows run from http, kafka and timer to listing and mongo to core, never back or sideways. */
@AnalyzeClasses(
        packages = "dev.paylater.refund",
        importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule the_core_knows_only_java =
            classes()
                    .that()
                    .resideInAPackage("..refund.core..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "java..",
                            "org.jspecify.annotations..",
                            "io.soabase.recordbuilder.core..",
                            "..refund.core..");

    @ArchTest
    static final ArchRule the_core_reads_no_clock =
            noClasses()
                    .that()
                    .resideInAPackage("..refund.core..")
                    .should()
                    .callMethod(java.time.Instant.class, "now")
                    .orShould()
                    .callMethod(System.class, "currentTimeMillis")
                    .orShould()
                    .dependOnClassesThat()
                    .haveFullyQualifiedName("java.util.Random");

    @ArchTest
    static final ArchRule the_store_knows_no_broker_and_no_port =
            noClasses()
                    .that()
                    .resideInAPackage("..refund.mongo..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "..refund.kafka..",
                            "..refund.timer..",
                            "..refund.http..",
                            "dev.paylater.kit.kafka..");

    @ArchTest
    static final ArchRule only_http_lists =
            noClasses()
                    .that()
                    .resideInAnyPackage("..refund.mongo..", "..refund.kafka..", "..refund.timer..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("..refund.listing..");

    @ArchTest
    static final ArchRule kafka_knows_neither_timer_nor_http =
            noClasses()
                    .that()
                    .resideInAPackage("..refund.kafka..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("..refund.timer..", "..refund.http..");

    @ArchTest
    static final ArchRule timer_knows_neither_kafka_nor_http =
            noClasses()
                    .that()
                    .resideInAPackage("..refund.timer..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("..refund.kafka..", "..refund.http..");

    @ArchTest
    static final ArchRule http_knows_neither_kafka_nor_timer =
            noClasses()
                    .that()
                    .resideInAPackage("..refund.http..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("..refund.kafka..", "..refund.timer..");
}
