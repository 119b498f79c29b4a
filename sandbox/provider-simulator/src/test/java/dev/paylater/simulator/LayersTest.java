package dev.paylater.simulator;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;

/**
 * The rules know nothing of the book, the book nothing of the providers, and no provider another.
 */
class LayersTest {

    private static final String ROOT = "dev.paylater.simulator";

    private final JavaClasses classes =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages(ROOT);

    @Test
    void arrows_run_towards_the_rules() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("main")
                .definedBy(ROOT)
                .layer("control")
                .definedBy(ROOT + ".control")
                .layer("providers")
                .definedBy(
                        ROOT + ".sandbox",
                        ROOT + ".klarna",
                        ROOT + ".afterpay",
                        ROOT + ".mondu",
                        ROOT + ".billie",
                        ROOT + ".tamara",
                        ROOT + ".paypal",
                        ROOT + ".alma",
                        ROOT + ".riverty",
                        ROOT + ".two")
                .layer("http")
                .definedBy(ROOT + ".http")
                .layer("later")
                .definedBy(ROOT + ".later")
                .layer("behaviour")
                .definedBy(ROOT + ".behaviour")
                .layer("dialect")
                .definedBy(ROOT + ".dialect")
                .layer("book")
                .definedBy(ROOT + ".book")
                .layer("payment")
                .definedBy(ROOT + ".payment")
                .whereLayer("main")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("control")
                .mayOnlyBeAccessedByLayers("main")
                .whereLayer("providers")
                .mayOnlyBeAccessedByLayers("main")
                .whereLayer("http")
                .mayOnlyBeAccessedByLayers("main", "control", "providers")
                .whereLayer("later")
                .mayOnlyBeAccessedByLayers("main")
                .whereLayer("dialect")
                .mayOnlyBeAccessedByLayers("main", "control", "providers", "http", "later")
                .check(classes);
    }

    @Test
    void the_rules_are_plain_java() {
        ArchRuleDefinition.classes()
                .that()
                .resideInAPackage(ROOT + ".payment")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        ROOT + ".payment",
                        "java..",
                        "org.jspecify..",
                        "io.soabase..",
                        "tools.jackson.databind.node")
                .check(classes);
    }
}
