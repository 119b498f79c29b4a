package dev.paylater.api;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.mongodb.client.MongoCollection;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.paylater.api.http.Answer;
import org.springframework.web.bind.annotation.RequestMapping;

/**
 * Arrows run from the resources down to what they are made of, never back and never in a circle.
 */
@AnalyzeClasses(packages = "dev.paylater.api", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule resources_stand_on_the_parts_and_not_the_other_way_round =
            layeredArchitecture()
                    .consideringOnlyDependenciesInLayers()
                    .layer("resources")
                    .definedBy(
                            "..api.admin..",
                            "..api.console..",
                            "..api.customer..",
                            "..api.deadletter..",
                            "..api.dispute..",
                            "..api.docs..",
                            "..api.endpoint..",
                            "..api.link..",
                            "..api.payment..",
                            "..api.redirect..",
                            "..api.refund..",
                            "..api.rotation..",
                            "..api.sandbox..",
                            "..api.webhook..")
                    .layer("http")
                    .definedBy("..api.http..", "..api.upstream..")
                    .layer("parts")
                    .definedBy(
                            "..api.audit..",
                            "..api.command..",
                            "..api.delivery..",
                            "..api.document..",
                            "..api.form..",
                            "..api.idempotency..",
                            "..api.key..",
                            "..api.merchant..",
                            "..api.oidc..",
                            "..api.session..",
                            "..api.store..")
                    .layer("words")
                    .definedBy("..api.error..", "..api.json..", "..api.settings..")
                    .whereLayer("resources")
                    .mayNotBeAccessedByAnyLayer()
                    .whereLayer("http")
                    .mayOnlyBeAccessedByLayers("resources")
                    .whereLayer("parts")
                    .mayOnlyBeAccessedByLayers("http", "resources");

    @ArchTest
    static final ArchRule nothing_goes_round_in_circles =
            slices().matching("dev.paylater.api.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule payments_and_refunds_are_only_read =
            noClasses()
                    .that()
                    .resideInAPackage("..api.store..")
                    .should()
                    .callMethodWhere(
                            target(owner(assignableTo(MongoCollection.class)))
                                    .and(
                                            target(
                                                    nameMatching(
                                                            "(insert|update|replace|delete|bulk|"
                                                                    + "findOneAnd|drop).*"))));

    @ArchTest
    static final ArchRule kafka_is_touched_in_one_package =
            noClasses()
                    .that()
                    .resideOutsideOfPackages("..api.command..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("org.apache.kafka..");

    @ArchTest
    static final ArchRule endpoints_answer_with_answers =
            methods()
                    .that()
                    .areMetaAnnotatedWith(RequestMapping.class)
                    .should()
                    .haveRawReturnType(Answer.class);
}
