package dev.paylater.connector;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
        packages = "dev.paylater.connector",
        importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

    @ArchTest
    static final ArchRule arrows_point_inwards =
            layeredArchitecture()
                    .consideringOnlyDependenciesInAnyPackage("dev.paylater.connector..")
                    .layer("application")
                    .definedBy("dev.paylater.connector")
                    .layer("doors")
                    .definedBy(
                            "..connector.kafka..",
                            "..connector.webhook..",
                            "..connector.verification..")
                    .layer("call")
                    .definedBy("..connector.call..")
                    .layer("exchange")
                    .definedBy("..connector.exchange..")
                    .layer("lease")
                    .definedBy("..connector.lease..")
                    .layer("account")
                    .definedBy("..connector.account..")
                    .layer("message")
                    .definedBy("..connector.message..")
                    .whereLayer("application")
                    .mayNotBeAccessedByAnyLayer()
                    .whereLayer("doors")
                    .mayNotBeAccessedByAnyLayer()
                    .whereLayer("call")
                    .mayOnlyBeAccessedByLayers("doors", "lease", "exchange")
                    .whereLayer("exchange")
                    .mayNotBeAccessedByAnyLayer()
                    .whereLayer("lease")
                    .mayOnlyBeAccessedByLayers("doors")
                    .whereLayer("account")
                    .mayOnlyBeAccessedByLayers("doors")
                    .whereLayer("message")
                    .mayOnlyBeAccessedByLayers("doors", "call", "lease");
}
