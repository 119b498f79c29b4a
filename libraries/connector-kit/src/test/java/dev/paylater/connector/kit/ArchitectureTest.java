package dev.paylater.connector.kit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
        packages = "dev.paylater.connector.kit",
        importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

    @ArchTest
    static final ArchRule the_kit_is_pure =
            classes()
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.paylater.connector.kit..",
                            "dev.paylater.provider",
                            "dev.paylater.schemas",
                            "tools.jackson..",
                            "io.soabase.recordbuilder..",
                            "org.jspecify..",
                            "java..",
                            "javax.crypto..");

    @ArchTest
    static final ArchRule the_kit_uses_no_clock_and_no_io =
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
}
