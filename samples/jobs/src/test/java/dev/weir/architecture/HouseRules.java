package dev.weir.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.be;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.jspecify.annotations.NullMarked;

/**
 * What holds between the rooms of the house. The rules are written against a root package, so the very same ones are
 * checked on the project and on the bad classes that show they can fail. A rule whose room is still empty holds.
 */
public final class HouseRules {

    private final String root;

    public HouseRules(String root) {
        this.root = root;
    }

    public ArchRule modulesDependDownwards() {
        return layeredArchitecture()
                .consideringOnlyDependenciesInAnyPackage(root + "..")
                .withOptionalLayers(true)
                .layer("samples")
                .definedBy(root + ".samples..", root + ".benchmarks..")
                .layer("cluster-config")
                .definedBy(root + ".cluster..")
                .layer("operators")
                .definedBy(root + ".operators..")
                .layer("engine")
                .definedBy(root + ".engine..")
                .layer("snapshot")
                .definedBy(root + ".snapshot..")
                .layer("simulation")
                .definedBy(root + ".simulation..")
                .layer("testing")
                .definedBy(root + ".testing..")
                .whereLayer("samples")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("cluster-config")
                .mayOnlyBeAccessedByLayers("samples")
                .whereLayer("operators")
                .mayOnlyBeAccessedByLayers("samples")
                .whereLayer("engine")
                .mayOnlyBeAccessedByLayers("operators", "cluster-config", "samples", "simulation")
                .whereLayer("snapshot")
                .mayOnlyBeAccessedByLayers("engine", "operators", "cluster-config", "samples", "simulation")
                .whereLayer("simulation")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("testing")
                .mayNotBeAccessedByAnyLayer()
                .because("records move down the house, never up, and test tools stay in tests");
    }

    public ArchRule packagesFormNoCycle() {
        return slices().matching(root + ".(**)")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .because("a package can be read, tested and replaced only without its users");
    }

    public ArchRule onlyActorsKnowPekko() {
        return noClasses()
                .that()
                .resideInAPackage(root + "..")
                .and(areNoPartOfAnActor())
                .and()
                .resideOutsideOfPackages(root + "..wire..", root + "..local..", root + "..web..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.pekko..")
                .allowEmptyShould(true)
                .because("decisions are tested without an actor system");
    }

    public ArchRule decisionsTakeTimeAsAnArgument() {
        return noClasses()
                .that()
                .resideInAnyPackage(root + ".engine..", root + ".snapshot..")
                .and(areNoPartOfAnActor())
                .and()
                .resideOutsideOfPackages(root + "..wire..", root + "..local..")
                .should()
                .accessTargetWhere(readsTheClock())
                .allowEmptyShould(true)
                .because("a decision that reads the clock cannot be replayed");
    }

    public ArchRule onlyClusterConfigReadsHocon() {
        return noClasses()
                .that()
                .resideInAPackage(root + "..")
                .and()
                .resideOutsideOfPackages(root + ".cluster..", root + "..wire..", root + "..local..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.typesafe.config..")
                .allowEmptyShould(true)
                .because("other rooms are handed typed settings");
    }

    public ArchRule everyActorHandlesEveryCommand() {
        return classes()
                .that()
                .resideInAPackage(root + "..")
                .and(describe("are actors", HouseRules::isActor))
                .should(new HandleEveryCommand())
                .allowEmptyShould(true)
                .because("a message nobody handles is lost without a word");
    }

    /** Asking by reflection whether a class would serialise itself is no use of serialization and stays allowed. */
    public ArchRule nothingIsSerializedByJava() {
        return noClasses()
                .that()
                .resideInAPackage(root + "..")
                .should()
                .accessClassesThat(areObjectStreams())
                .orShould(be(areObjectStreams()))
                .allowEmptyShould(true)
                .because("Java serialization runs what it reads and binds formats to class files");
    }

    public ArchRule packagesAreNullMarked() {
        return classes()
                .that(resideInAnyPackage(root + ".."))
                .should(new ArchCondition<>("reside in a @NullMarked package") {
                    @Override
                    public void check(JavaClass item, ConditionEvents events) {
                        if (!isNullMarked(item.getPackage())) {
                            String message =
                                    item.getName() + " resides in a package whose package-info lacks @NullMarked";
                            events.add(SimpleConditionEvent.violated(item, message));
                        }
                    }
                })
                .allowEmptyShould(true)
                .because("null is refused by the compiler, package by package");
    }

    private static DescribedPredicate<JavaClass> areObjectStreams() {
        return describe(
                "are object streams",
                c -> c.isAssignableTo(ObjectInputStream.class) || c.isAssignableTo(ObjectOutputStream.class));
    }

    private static boolean isNullMarked(JavaPackage room) {
        return room.tryGetPackageInfo()
                .map(info -> info.isAnnotatedWith(NullMarked.class))
                .orElse(false);
    }

    private static boolean isActor(JavaClass candidate) {
        return candidate.isTopLevelClass() && candidate.getSimpleName().endsWith("Actor");
    }

    private static DescribedPredicate<JavaClass> areNoPartOfAnActor() {
        return describe("are no part of an actor", c -> !topLevelName(c).endsWith("Actor"));
    }

    private static String topLevelName(JavaClass inner) {
        int nesting = inner.getName().indexOf('$');
        return nesting < 0 ? inner.getName() : inner.getName().substring(0, nesting);
    }

    private static DescribedPredicate<JavaAccess<?>> readsTheClock() {
        return describe("reads the clock", access -> {
            String owner = access.getTargetOwner().getName();
            String member = access.getName();
            return switch (owner) {
                case "java.lang.System" -> member.equals("nanoTime") || member.equals("currentTimeMillis");
                case "java.time.Clock" -> member.startsWith("system") || member.startsWith("tick");
                default -> owner.startsWith("java.time.") && member.equals("now");
            };
        });
    }
}
