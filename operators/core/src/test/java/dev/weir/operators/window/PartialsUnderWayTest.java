package dev.weir.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.snapshot.codec.Codecs;
import dev.weir.snapshot.codec.ValueCodec;
import dev.weir.snapshot.state.TypeHint;
import java.util.List;
import org.junit.jupiter.api.Test;

class PartialsUnderWayTest {

    @Test
    void whatWasGatheredBeforeTheShuffleCanBeStoredAmongRecords() {
        ClassLoader loader = getClass().getClassLoader();
        ValueCodec<Object> codec = new Codecs(loader).codec(TypeHint.of(Object.class));
        List<Object> gathered = List.of(
                new Partial.LongOfLong(7, -3, 12),
                new Partial.LongOfObject("key", Long.MAX_VALUE, 1),
                new Partial.ObjectOfObject(List.of("a", 2), List.of(1.5, "sum"), 4),
                "a plain record",
                new Partial.ObjectOfObject(5L, 6L, 1));
        List<byte[]> written = gathered.stream().map(codec::encode).toList();
        List<Object> read = written.stream()
                .map(bytes -> new Codecs(loader)
                        .reader(TypeHint.of(Object.class), codec.schema())
                        .decode(bytes))
                .toList();
        assertThat(read).isEqualTo(gathered);
    }
}
