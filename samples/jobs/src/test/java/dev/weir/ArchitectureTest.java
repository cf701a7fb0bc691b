package dev.weir;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.weir.architecture.HouseRules;
import org.junit.jupiter.api.Test;

/** The project keeps the rules of the house. Plain test methods: ArchUnit's own rule fields are skipped silently. */
class ArchitectureTest {

    private static final String ROOT = "dev.weir";
    private static final HouseRules RULES = new HouseRules(ROOT);
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    @Test
    void theClassesOfEveryModuleAreLookedAt() {
        assertThat(CLASSES)
                .extracting(JavaClass::getPackageName)
                .anyMatch(room -> room.startsWith("dev.weir.snapshot."))
                .anyMatch(room -> room.startsWith("dev.weir.engine."))
                .anyMatch(room -> room.startsWith("dev.weir.cluster"));
    }

    @Test
    void modulesDependDownwards() {
        RULES.modulesDependDownwards().check(CLASSES);
    }

    @Test
    void packagesFormNoCycle() {
        RULES.packagesFormNoCycle().check(CLASSES);
    }

    @Test
    void onlyActorsKnowPekko() {
        RULES.onlyActorsKnowPekko().check(CLASSES);
    }

    @Test
    void decisionsTakeTimeAsAnArgument() {
        RULES.decisionsTakeTimeAsAnArgument().check(CLASSES);
    }

    @Test
    void onlyClusterConfigReadsHocon() {
        RULES.onlyClusterConfigReadsHocon().check(CLASSES);
    }

    @Test
    void everyActorHandlesEveryCommand() {
        RULES.everyActorHandlesEveryCommand().check(CLASSES);
    }

    @Test
    void nothingIsSerializedByJava() {
        RULES.nothingIsSerializedByJava().check(CLASSES);
    }

    @Test
    void packagesAreNullMarked() {
        RULES.packagesAreNullMarked().check(CLASSES);
    }
}
