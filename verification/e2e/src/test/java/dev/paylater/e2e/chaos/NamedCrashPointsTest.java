package dev.paylater.e2e.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * An effect without a named crash point fails the build: whoever writes, sends, commits or calls a
 * provider names the place after or before it, there or in what calls it.
 */
class NamedCrashPointsTest {

    private static final String CRASH_POINT = "dev.paylater.kit.CrashPoint";
    private static final List<String> SERVICES =
            List.of(
                    "api-service",
                    "orchestrator-service",
                    "connector-service",
                    "refund-service",
                    "webhook-service");

    /** By type, the methods that have an effect outside the process. */
    private static final Map<String, Set<String>> EFFECTS =
            Map.of(
                    "dev.paylater.kit.kafka.MessagePublisher",
                    Set.of("publish", "publishAll", "send", "sendAll"),
                    "com.mongodb.client.MongoCollection",
                    Set.of(
                            "insertOne",
                            "insertMany",
                            "replaceOne",
                            "updateOne",
                            "updateMany",
                            "deleteOne",
                            "deleteMany",
                            "bulkWrite",
                            "findOneAndUpdate",
                            "findOneAndReplace"),
                    "org.apache.kafka.clients.consumer.Consumer",
                    Set.of("commitSync", "commitAsync"),
                    "org.springframework.kafka.support.Acknowledgment",
                    Set.of("acknowledge"),
                    "dev.paylater.connector.call.OperationExecution",
                    Set.of("carryOut"));

    /** Nothing follows these effects, or the points before and after them lie elsewhere. */
    private static final Map<String, String> ALONE =
            Map.ofEntries(
                    Map.entry(
                            "dev.paylater.api.idempotency.Claims",
                            "claimed ahead of API_BEFORE_PUBLISH, settled after"
                                    + " API_BEFORE_IDEMPOTENT_ANSWER, both in the web layer"),
                    Map.entry(
                            "dev.paylater.connector.kafka.PollLoop",
                            "CONNECTOR_AFTER_COMMIT is in the callback of the commit"),
                    Map.entry(
                            "dev.paylater.api.admin", "one write per request of an administrator"),
                    Map.entry(
                            "dev.paylater.api.audit.AuditEvents",
                            "what was published and is still noted is published again under the"
                                    + " same id"),
                    Map.entry(
                            "dev.paylater.api.rotation",
                            "each document is one conditional write, and a page that was not saved"
                                    + " is gone through again and finds nothing to do"),
                    Map.entry(
                            "dev.paylater.api.sandbox", "written at every start, always the same"),
                    Map.entry(
                            "dev.paylater.api.customer",
                            "a customer is one upsert, repeated with the request"),
                    Map.entry(
                            "dev.paylater.connector.account.CapabilityCatalogue",
                            "written at every start, always the same"),
                    Map.entry(
                            "dev.paylater.kernel.command.CommandListener",
                            "of its commits one renews a lease just ahead of"
                                    + " ORCHESTRATOR_BEFORE_WRITE and REFUND_BEFORE_WRITE, the"
                                    + " other is followed by ORCHESTRATOR_AFTER_COMMIT and"
                                    + " REFUND_AFTER_COMMIT"),
                    Map.entry(
                            "dev.paylater.kernel.store.ArchivingStore",
                            "a copy and its deletion are rounds of their own, a minute apart, and"
                                    + " after each of them the archiver may be gone"),
                    Map.entry(
                            "dev.paylater.webhook.delivery",
                            "each is one write, conditional on the lease; deliveries are inserted"
                                    + " ahead of DELIVERY_AFTER_STORE, and what was sent and not"
                                    + " noted is sent again"),
                    Map.entry(
                            "dev.paylater.webhook.endpoint",
                            "one write of what the next attempt would note as well"),
                    Map.entry(
                            "dev.paylater.api.delivery",
                            "one write per request of a merchant or an operator"));

    @Test
    void every_effect_has_a_named_point_at_it_or_in_what_calls_it() {
        var nameless = new ArrayList<String>();
        for (var service : SERVICES) {
            var classes = classesOf(service, "libraries/aggregate-kernel");
            var naming = naming(classes);
            assertThat(naming).as("methods of %s that name a point", service).isNotEmpty();
            effects(classes).stream()
                    .filter(unit -> !isAlone(unit))
                    .filter(unit -> !isNamed(unit, naming, new HashSet<>()))
                    .map(JavaCodeUnit::getFullName)
                    .sorted()
                    .forEach(nameless::add);
        }
        assertThat(nameless).as("effects without a crash point").isEmpty();
    }

    @Test
    void every_named_point_is_died_at() {
        var named =
                classesOf("libraries/service-kit").get(CRASH_POINT).getFields().stream()
                        .filter(field -> field.getRawType().getName().equals(CRASH_POINT))
                        .map(JavaField::getName)
                        .collect(Collectors.toSet());
        var diedAt =
                CrashPointTest.POINTS.values().stream()
                        .flatMap(List::stream)
                        .collect(Collectors.toSet());
        assertThat(diedAt).isEqualTo(named);
    }

    private static JavaClasses classesOf(String... modules) {
        return new ClassFileImporter()
                .importPaths(
                        Stream.of(modules)
                                .map(module -> Path.of("..", "..", module, "target", "classes"))
                                .toList());
    }

    private static Set<JavaCodeUnit> effects(JavaClasses classes) {
        return calls(classes).stream()
                .filter(NamedCrashPointsTest::isEffect)
                .map(JavaMethodCall::getOrigin)
                .collect(Collectors.toSet());
    }

    private static boolean isEffect(JavaMethodCall call) {
        return EFFECTS.getOrDefault(call.getTargetOwner().getName(), Set.of())
                .contains(call.getName());
    }

    private static Set<JavaCodeUnit> naming(JavaClasses classes) {
        return calls(classes).stream()
                .filter(call -> call.getTargetOwner().getName().equals(CRASH_POINT))
                .map(JavaMethodCall::getOrigin)
                .collect(Collectors.toSet());
    }

    private static Collection<JavaMethodCall> calls(JavaClasses classes) {
        return classes.stream().flatMap(c -> c.getMethodCallsFromSelf().stream()).toList();
    }

    private static boolean isAlone(JavaCodeUnit unit) {
        return ALONE.keySet().stream()
                .anyMatch(place -> unit.getOwner().getName().startsWith(place));
    }

    private static boolean isNamed(
            JavaCodeUnit unit, Set<JavaCodeUnit> naming, Set<JavaCodeUnit> seen) {
        return naming.contains(unit)
                || accesses(unit)
                        .map(access -> access.getOrigin())
                        .filter(seen::add)
                        .anyMatch(caller -> isNamed(caller, naming, seen));
    }

    /** Of the method, and of the interface's method that it implements. */
    private static Stream<? extends JavaAccess<?>> accesses(JavaCodeUnit unit) {
        var promised =
                unit.getOwner().getAllRawInterfaces().stream()
                        .flatMap(i -> i.getMethods().stream())
                        .filter(method -> method.getName().equals(unit.getName()))
                        .flatMap(method -> method.getAccessesToSelf().stream());
        return Stream.concat(unit.getAccessesToSelf().stream(), promised);
    }
}
