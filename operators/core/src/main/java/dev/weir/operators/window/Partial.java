package dev.weir.operators.window;

/**
 * What one sender has gathered of one key in one window since it last sent. It travels in place of its records, with the
 * window's last ms as its timestamp, which tells the window; nothing else that a record's timestamp could decide is left
 * to decide. It weighs as many records as it was made of.
 */
sealed interface Partial {

    /** The key; boxed where it is kept without a box. */
    Object key();

    /** The key, which is of class Long. */
    long longKey();

    /** What was gathered, where that is a long. */
    long longValue();

    /** What was gathered. */
    Object value();

    /** How many records it stands for. */
    long records();

    /** A long of a key of class Long. */
    record LongOfLong(long longKey, long longValue, long records) implements Partial {
        @Override
        public Object key() {
            return longKey;
        }

        @Override
        public Object value() {
            return longValue;
        }
    }

    /** A long of a key of another class. */
    record LongOfObject(Object key, long longValue, long records) implements Partial {
        @Override
        public long longKey() {
            return (Long) key;
        }

        @Override
        public Object value() {
            return longValue;
        }
    }

    /** An accumulator, which the receiver may change. */
    record ObjectOfObject(Object key, Object value, long records) implements Partial {
        @Override
        public long longKey() {
            return (Long) key;
        }

        @Override
        public long longValue() {
            return (Long) value;
        }
    }
}
