package dev.paylater.oneprocess;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What lies on one class path could use each other, and does not. */
@AnalyzeClasses(packages = "dev.paylater", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule no_part_uses_a_class_of_another =
            slices().matching(
                            "dev.paylater.(api|orchestrator|connector|refund|webhook|simulator|documentstore|broker)..")
                    .should()
                    .notDependOnEachOther()
                    // A library, and no part of connector-service.
                    .ignoreDependency(
                            DescribedPredicate.alwaysTrue(),
                            resideInAPackage("dev.paylater.connector.kit.."));
}
