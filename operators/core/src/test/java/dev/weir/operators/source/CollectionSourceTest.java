package dev.weir.operators.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.harness.SourceWorld;
import dev.weir.operators.harness.SourceWorld.Checkpoint;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CollectionSourceTest {

    private static final List<String> WORDS = List.of("to", "be", "or", "not", "to", "be");

    @Test
    void oneReaderEmitsEverythingInOrderAndTheOthersEnd() throws Exception {
        SourceWorld<String, ?, ?> world = SourceWorld.start(CollectionSource.of(WORDS), 3);

        world.runToEnd();

        assertThat(world.emittedBy(0)).isEqualTo(WORDS);
        assertThat(world.emitted()).hasSize(6);
    }

    @Test
    void anEmptyCollectionEnds() throws Exception {
        SourceWorld<String, ?, ?> world = SourceWorld.start(CollectionSource.of(List.<String>of()), 1);

        world.runToEnd();

        assertThat(world.emitted()).isEmpty();
    }

    @Test
    void itGoesOnFromAnyPositionInWhicheverReader() throws Exception {
        CollectionSource<String> source = CollectionSource.of(WORDS);
        for (int position = 0; position <= WORDS.size(); position++) {
            SourceWorld<String, ?, ?> world = SourceWorld.start(source, 1);
            world.poll(0, position);
            Checkpoint checkpoint = world.checkpoint();

            SourceWorld<String, ?, ?> restored = SourceWorld.restore(source, 3, checkpoint);
            restored.runToEnd();

            assertThat(restored.emitted()).isEqualTo(WORDS.subList(position, WORDS.size()));
        }
    }

    @Test
    void laterChangesOfTheCollectionDoNotShow() throws Exception {
        List<String> words = new ArrayList<>(WORDS);
        SourceWorld<String, ?, ?> world = SourceWorld.start(CollectionSource.of(words), 1);
        words.clear();

        world.runToEnd();

        assertThat(world.emitted()).isEqualTo(WORDS);
    }
}
