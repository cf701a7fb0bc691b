package dev.weir.samples.peers.weir.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FaultsTest {

    private final Faults faults = new Faults();
    private final Faults.Point prepare = faults.point(FaultPhase.SINK_PREPARE);

    @Test
    void aPhaseThrowsOnceForEachTimeItWasArmed() {
        prepare.pass();
        faults.arm(FaultPhase.SINK_PREPARE);
        faults.arm(FaultPhase.SINK_PREPARE);

        assertThatThrownBy(prepare::pass).isInstanceOf(InjectedFault.class).hasMessageContaining("sinkPrepare");
        assertThat(prepare.strikes()).isTrue();
        prepare.pass();

        assertThat(faults.thrown()).containsEntry(FaultPhase.SINK_PREPARE, 2).containsEntry(FaultPhase.SWEEP, 0);
    }

    @Test
    void whatIsDisarmedNeverThrows() {
        faults.arm(FaultPhase.SINK_PREPARE);
        faults.disarmAll();
        prepare.pass();
        assertThat(prepare.thrownCount()).isZero();
    }

    @Test
    void everyPhaseComesUpInTime() {
        Random random = new Random(1);
        EnumSet<FaultPhase> silent = EnumSet.allOf(FaultPhase.class);
        for (int i = 0; i < 1_000; i++) {
            faults.armOne(random);
            silent.removeIf(phase -> faults.point(phase).strikes());
        }
        assertThat(silent).isEmpty();
    }

    @Test
    void aFailureIsWantedWhereAFaultIsAmongItsCauses() {
        RuntimeException wanted = new IllegalStateException(new InjectedFault(FaultPhase.SWEEP));
        assertThat(InjectedFault.isIn(wanted)).isTrue();
        assertThat(InjectedFault.isIn(new IllegalStateException("a bug"))).isFalse();
    }
}
