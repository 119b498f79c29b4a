package dev.paylater.refund;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

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
                            "dev.paylater.kernel",
                            "dev.paylater.provider..",
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
                            "..refund.kafka..", "..refund.timer..", "dev.paylater.kit.kafka..");

    @ArchTest
    static final ArchRule no_arrow_runs_from_one_technology_to_another =
            slices().matching("..refund.(kafka|mongo|timer)..").should().notDependOnEachOther();
}
