package dev.paylater.orchestrator;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Arrows run from technology to core, never back and never sideways. */
@AnalyzeClasses(
        packages = "dev.paylater.orchestrator",
        importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule the_core_knows_only_java_options_and_provider_results =
            classes()
                    .that()
                    .resideInAPackage("..orchestrator.payment..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "java..",
                            "org.jspecify.annotations..",
                            "io.soabase.recordbuilder.core..",
                            "dev.paylater.options..",
                            "dev.paylater.provider..",
                            "..orchestrator.payment..");

    @ArchTest
    static final ArchRule the_core_reads_no_clock =
            noClasses()
                    .that()
                    .resideInAPackage("..orchestrator.payment..")
                    .should()
                    .callMethod(java.time.Instant.class, "now")
                    .orShould()
                    .callMethod(System.class, "currentTimeMillis")
                    .orShould()
                    .dependOnClassesThat()
                    .haveFullyQualifiedName("java.util.Random");

    @ArchTest
    static final ArchRule the_store_knows_no_broker =
            noClasses()
                    .that()
                    .resideInAnyPackage("..orchestrator.mongo..", "..orchestrator.journal..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("..orchestrator.kafka..", "..orchestrator.timer..");

    @ArchTest
    static final ArchRule only_kafka_and_timer_send =
            noClasses()
                    .that()
                    .resideInAnyPackage("..orchestrator.mongo..", "..orchestrator.routing..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("dev.paylater.kit.kafka..");
}
