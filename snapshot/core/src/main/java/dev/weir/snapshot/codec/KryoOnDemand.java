package dev.weir.snapshot.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.serializers.TimeSerializers;
import org.jspecify.annotations.Nullable;

/**
 * The one Kryo instance of its owner, made when a value first needs it: making it takes longer than writing a small
 * snapshot, and most values need none. References off, nesting bounded, only registered classes. One thread.
 */
final class KryoOnDemand {

    private final ClassLoader loader;
    private @Nullable Kryo made;

    KryoOnDemand(ClassLoader loader) {
        this.loader = loader;
    }

    Kryo get() {
        Kryo known = made;
        if (known == null) {
            known = make();
            made = known;
        }
        return known;
    }

    private Kryo make() {
        Kryo kryo = new Kryo();
        kryo.setClassLoader(loader);
        kryo.setReferences(false);
        kryo.setRegistrationRequired(true);
        kryo.setMaxDepth(Encoder.MAX_DEPTH);
        TimeSerializers.addDefaultSerializers(kryo);
        LeafForms.BY_KRYO.forEach(kryo::register);
        return kryo;
    }
}
