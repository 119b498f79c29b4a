package dev.paylater.connector;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
        packages = "dev.paylater.connector",
        importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

    @ArchTest
    static final ArchRule providers_are_pure =
            classes()
                    .that()
                    .resideInAPackage("..connector.provider..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "..connector.provider..",
                            "dev.paylater.schemas",
                            "tools.jackson..",
                            "io.soabase.recordbuilder..",
                            "org.jspecify..",
                            "java..",
                            "javax.crypto..");

    @ArchTest
    static final ArchRule providers_read_no_clock_and_do_no_io =
            noClasses()
                    .that()
                    .resideInAPackage("..connector.provider..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "java.io..", "java.nio.file..", "java.net.http..", "java.sql..")
                    .orShould()
                    .callMethod(java.time.Instant.class, "now")
                    .orShould()
                    .callMethod(System.class, "currentTimeMillis")
                    .orShould()
                    .callMethod(java.util.UUID.class, "randomUUID");

    @ArchTest
    static final ArchRule providers_do_not_know_each_other =
            slices().matching("..connector.provider.(*)..").should().notDependOnEachOther();

    @ArchTest
    static final ArchRule arrows_point_to_the_providers =
            layeredArchitecture()
                    .consideringOnlyDependenciesInAnyPackage("dev.paylater.connector..")
                    .layer("application")
                    .definedBy("dev.paylater.connector")
                    .layer("doors")
                    .definedBy("..connector.kafka..", "..connector.webhook..")
                    .layer("call")
                    .definedBy("..connector.call..")
                    .layer("account")
                    .definedBy("..connector.account..")
                    .layer("message")
                    .definedBy("..connector.message..")
                    .layer("provider")
                    .definedBy("..connector.provider..")
                    .whereLayer("application")
                    .mayNotBeAccessedByAnyLayer()
                    .whereLayer("doors")
                    .mayNotBeAccessedByAnyLayer()
                    .whereLayer("call")
                    .mayOnlyBeAccessedByLayers("doors")
                    .whereLayer("account")
                    .mayOnlyBeAccessedByLayers("doors")
                    .whereLayer("message")
                    .mayOnlyBeAccessedByLayers("doors", "call");
}
