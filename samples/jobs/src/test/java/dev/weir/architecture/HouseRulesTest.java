package dev.weir.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each rule finds the bad classes and lets the good ones beside them pass. */
class HouseRulesTest {

    private static final String ROOT = "dev.weir.architecture.bad";
    private static final HouseRules RULES = new HouseRules(ROOT);
    private static final JavaClasses BAD = new ClassFileImporter().importPackages(ROOT);

    @Test
    void aLookUpwardsIsFound() {
        assertThat(violations(RULES.modulesDependDownwards()))
                .anyMatch(violation -> violation.contains("ReachesUp") && violation.contains("TransportMayKnowPekko"))
                .anyMatch(violation -> violation.contains("ReachesTestTools"))
                .noneMatch(violation -> violation.contains("ConfigurationMayKnowTheEngine"));
    }

    @Test
    void aCycleOfPackagesIsFound() {
        assertThat(violations(RULES.packagesFormNoCycle()))
                .singleElement()
                .asString()
                .contains("engine.first", "engine.second");
    }

    @Test
    void aDecisionThatKnowsPekkoIsFound() {
        assertThat(violations(RULES.onlyActorsKnowPekko()))
                .isNotEmpty()
                .allMatch(violation -> violation.contains("KnowsPekko."));
    }

    @Test
    void aDecisionThatReadsTheClockIsFound() {
        assertThat(violations(RULES.decisionsTakeTimeAsAnArgument()))
                .hasSize(3)
                .anyMatch(violation -> violation.contains("System.nanoTime"))
                .anyMatch(violation -> violation.contains("Instant.now"))
                .anyMatch(violation -> violation.contains("System.currentTimeMillis"));
    }

    @Test
    void aReaderOfHoconInTheWrongRoomIsFound() {
        assertThat(violations(RULES.onlyClusterConfigReadsHocon()))
                .isNotEmpty()
                .allMatch(violation -> violation.contains("ReadsHocon."));
    }

    @Test
    void anUnhandledCommandAndAnOpenProtocolAreFound() {
        String job = ROOT + ".engine.job.";
        assertThat(violations(RULES.everyActorHandlesEveryCommand()))
                .containsExactlyInAnyOrder(
                        job + "HalfDeafActor registers no handler for " + job + "HalfDeafActor$Unheard",
                        job + "HalfDeafActor registers no handler for " + job + "HalfDeafActor$UnheardHalf",
                        job + "OpenEndedActor declares no sealed Command");
    }

    @Test
    void javaSerializationIsFound() {
        assertThat(violations(RULES.nothingIsSerializedByJava()))
                .anyMatch(violation -> violation.contains("ReadsSerializedObjects"))
                .anyMatch(violation -> violation.contains("WritesSerializedObjects"))
                .anyMatch(violation -> violation.contains("IsAnObjectStream"))
                .noneMatch(violation -> violation.contains("AsksAboutSerialization"));
    }

    @Test
    void aPackageWithoutItsNullMarkIsFound() {
        assertThat(violations(RULES.packagesAreNullMarked()))
                .anyMatch(violation -> violation.contains("engine.first.Hen"))
                .anyMatch(violation -> violation.contains("engine.plan.TakesTime"))
                .noneMatch(violation -> violation.contains("engine.wire.TransportMayKnowPekko resides"));
    }

    private static List<String> violations(ArchRule rule) {
        return rule.evaluate(BAD).getFailureReport().getDetails();
    }
}
