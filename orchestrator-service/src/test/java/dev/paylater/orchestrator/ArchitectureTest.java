package dev.paylater.orchestrator;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.paylater.orchestrator.routing.Accounts;

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
                            "dev.paylater.kernel",
                            "dev.paylater.provider..",
                            "dev.paylater.options..",
                            "dev.paylater.provider..",
                            "..orchestrator.payment..");

    @ArchTest
    static final ArchRule each_package_of_the_core_uses_only_those_before_it =
            layeredArchitecture()
                    .consideringOnlyDependenciesInLayers()
                    .layer("state")
                    .definedBy("..orchestrator.payment")
                    .layer("evolution")
                    .definedBy("..orchestrator.payment.evolution")
                    .layer("request")
                    .definedBy("..orchestrator.payment.request")
                    .layer("result")
                    .definedBy("..orchestrator.payment.result")
                    .layer("decision")
                    .definedBy("..orchestrator.payment.decision")
                    .whereLayer("state")
                    .mayNotAccessAnyLayer()
                    .whereLayer("evolution")
                    .mayOnlyAccessLayers("state")
                    .whereLayer("request")
                    .mayOnlyAccessLayers("state", "evolution")
                    .whereLayer("result")
                    .mayOnlyAccessLayers("state", "evolution", "request");

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
    static final ArchRule no_arrow_runs_from_one_technology_to_another =
            slices().matching("..orchestrator.(kafka|mongo|routing|timer)..")
                    .should()
                    .notDependOnEachOther()
                    .ignoreDependency(resideInAPackage("..kafka.."), equivalentTo(Accounts.class))
                    .ignoreDependency(resideInAPackage("..kafka.."), simpleName("MandateJson"));

    @ArchTest
    static final ArchRule only_kafka_sends =
            noClasses()
                    .that()
                    .resideInAnyPackage("..orchestrator.mongo..", "..orchestrator.routing..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("dev.paylater.kit.kafka..");
}
