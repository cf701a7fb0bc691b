package dev.weir.samples.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.local.StartFrom;
import dev.weir.snapshot.restore.RestoreOptions;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class RestoreArgumentsTest {

    private static StartFrom from(String... commandLine) {
        return RunSettings.startFrom(JobArguments.parse(List.of(commandLine)));
    }

    @Test
    void withoutRestoreARunStartsFromTheBeginning() {
        assertThat(from("--input", "in")).isEqualTo(new StartFrom.Fresh());
        assertThatThrownBy(() -> from("--claim"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--claim")
                .hasMessageContaining("--restore");
    }

    @Test
    void aSavepointIsNamedByUriOrPathWithAllItsOptions() {
        assertThat(from("--restore", "file:///place/savepoint-a-1"))
                .isEqualTo(new StartFrom.Savepoint("file:///place/savepoint-a-1"));
        String uri = Path.of("savepoint-a-1").toAbsolutePath().toUri().toString();
        assertThat(from(
                        "--restore",
                        "./savepoint-a-1",
                        "--claim",
                        "--allow-non-restored-state",
                        "--map",
                        "a=b, a.x=b.y",
                        "--max-parallelism",
                        "256"))
                .isEqualTo(new StartFrom.Savepoint(uri)
                        .claiming()
                        .allowingNonRestoredState()
                        .mapping("a", "b")
                        .mapping("a.x", "b.y")
                        .withMaxParallelism(256));
    }

    @Test
    void theLatestCheckpointTakesOptionsButNoClaim() {
        assertThat(from("--restore", "latest")).isEqualTo(new StartFrom.Latest());
        assertThat(from("--restore", "latest", "--map", "a=b"))
                .isEqualTo(new StartFrom.Latest(RestoreOptions.DEFAULT.mapping("a", "b")));
        assertThatThrownBy(() -> from("--restore", "latest", "--claim")).hasMessageContaining("is its own already");
    }

    @Test
    void whatMakesNoSenseIsRefusedWithTheValue() {
        assertThatThrownBy(() -> from("--restore", "lastest"))
                .hasMessageContaining("'latest'")
                .hasMessageContaining("'lastest'");
        assertThatThrownBy(() -> from("--restore", "latest", "--map", "ab"))
                .hasMessageContaining("old=new")
                .hasMessageContaining("'ab'");
        assertThatThrownBy(() -> from("--restore", "latest", "--map", "a=b,a=c"))
                .hasMessageContaining("mapped once");
        assertThatThrownBy(() -> from("--restore", "latest", "--max-parallelism", "40000"))
                .hasMessageContaining("1..32768");
    }
}
