package dev.paylater.connectors;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
        packages = {"dev.paylater.connectors", "dev.paylater.connector.kit"},
        importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

    @ArchTest
    static final ArchRule connectors_and_their_kit_are_pure =
            classes()
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.paylater.connectors..",
                            "dev.paylater.connector.kit",
                            "dev.paylater.provider",
                            "dev.paylater.schemas",
                            "com.google.i18n.phonenumbers",
                            "tools.jackson..",
                            "io.soabase.recordbuilder..",
                            "org.jspecify..",
                            "java..",
                            "javax.crypto..");

    @ArchTest
    static final ArchRule connectors_and_their_kit_use_no_clock_and_no_io =
            noClasses()
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
    static final ArchRule the_kit_knows_no_connector =
            noClasses()
                    .that()
                    .resideInAPackage("dev.paylater.connector.kit")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("dev.paylater.connectors..");

    @ArchTest
    static final ArchRule connectors_do_not_know_each_other =
            slices().matching("dev.paylater.connectors.(*)..").should().notDependOnEachOther();
}
