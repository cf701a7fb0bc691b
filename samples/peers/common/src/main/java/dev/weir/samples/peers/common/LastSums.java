package dev.weir.samples.peers.common;

/**
 * The largest running sum of each key that any sink of a job got, through all its restarts. A sink without transactions
 * gets again what came after the restored checkpoint; so results can't be counted, but the largest sum of a key is the one
 * after its last record whatever was repeated. An update that the state lost makes it smaller, one it made twice larger.
 *
 * <p>A key belongs to one sink at a time. Sums are positive.
 */
final class LastSums {

    private final long[] sumsByKey;

    LastSums(int keyCount) {
        sumsByKey = new long[keyCount];
    }

    /** A fold of one sink into these sums; its key codes are the keys. */
    SinkFold openFold(Meter meter, int crashesBefore) {
        return new Fold(meter, crashesBefore);
    }

    /** How many keys there are, and the mix of each with its sum. */
    Totals totals() {
        long keyCount = 0;
        long checksum = 0;
        for (int key = 0; key < sumsByKey.length; key++) {
            if (sumsByKey[key] > 0) {
                keyCount++;
                checksum += Records.mix(key, sumsByKey[key]);
            }
        }
        return new Totals(keyCount, checksum);
    }

    private final class Fold extends SinkFold {

        private boolean hasBegun;

        Fold(Meter meter, int crashesBefore) {
            super(meter, crashesBefore);
        }

        @Override
        public void add(long keyCode, long sum) {
            if (!hasBegun) {
                hasBegun = true;
                begin();
            }
            int key = (int) keyCode;
            sumsByKey[key] = Math.max(sumsByKey[key], sum);
        }
    }
}
