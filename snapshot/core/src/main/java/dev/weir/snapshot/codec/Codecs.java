package dev.weir.snapshot.codec;

import dev.weir.snapshot.state.TypeHint;
import dev.weir.snapshot.state.ValueSerializers;

/**
 * Makes codecs for one owner thread; neither this nor its codecs may be shared between threads. It holds one Kryo
 * instance: references off, nesting bounded, and only registered classes.
 */
public final class Codecs {

    private final ClassLoader loader;
    private final KryoOnDemand kryo;

    /** @param loader finds the classes of the job's values */
    public Codecs(ClassLoader loader) {
        this.loader = loader;
        this.kryo = new KryoOnDemand(loader);
    }

    /** A codec that writes, and reads what it wrote itself. */
    public <T> ValueCodec<T> codec(TypeHint<T> type) {
        return codec(type, new TypeIds());
    }

    /** The same with ids that others write by as well. */
    public <T> ValueCodec<T> codec(TypeHint<T> type, TypeIds ids) {
        return new ValueCodec<>(type, loader, kryo, new WriteTable(ids, ValueSerializers.of(loader)));
    }

    /** A codec for another type of the same state: both share one schema. */
    public <T> ValueCodec<T> codec(TypeHint<T> type, ValueCodec<?> sibling) {
        return new ValueCodec<>(type, loader, kryo, sibling.table());
    }

    /**
     * A reader of what another codec wrote.
     *
     * @param writer the schema kept beside the bytes
     * @throws CodecException where the schema can't be read as the program's classes are now: class and field named
     */
    public <T> ValueReader<T> reader(TypeHint<T> type, Schema writer) {
        ReadTable table = new ReadTable(writer, loader);
        table.check();
        return new ValueReader<>(type, table, kryo);
    }

    /** A codec for keys. */
    public KeyCodec keys() {
        return new KeyCodec(loader, kryo);
    }
}
