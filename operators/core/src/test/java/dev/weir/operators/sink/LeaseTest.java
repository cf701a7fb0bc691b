package dev.weir.operators.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

class LeaseTest {

    private final List<String> log = new ArrayList<>();
    private final Lease<TransactionCommitter<String>> lease = Lease.of(new TransactionCommitter<>() {
        @Override
        public void commit(Prepared<String> prepared) {
            log.add("commit " + prepared.token());
        }

        @Override
        public void abortLeftovers(Leftovers leftovers) {
            log.add("sweep");
        }

        @Override
        public void close() {
            log.add("close");
        }
    });

    @Test
    void aCommitterIsNotClosedUnderACommit() throws Exception {
        Callable<String> work = lease.work("gone", committer -> {
            lease.release();
            log.add("still open");
            return "done";
        });

        assertThat(work.call()).isEqualTo("done");
        assertThat(log).containsExactly("still open", "close");
    }

    @Test
    void workAfterTheEndDoesNothing() throws Exception {
        Callable<String> work = lease.work("gone", committer -> "done");
        lease.release();

        assertThat(work.call()).isEqualTo("gone");
        assertThat(log).containsExactly("close");
    }
}
