package dev.weir.samples.pvuv;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Holds what a run gave against the truth, window by window. */
record Check(long records, long expectedRecords, long uniques, long expectedUniques, long lost, long duplicate) {

    private record Where(long page, long windowStart) {}

    static Check of(List<PageCount> results, List<Clicks.Truth> truth) {
        Map<Where, PageCount> given = new HashMap<>();
        long records = 0;
        long uniques = 0;
        long duplicate = 0;
        for (PageCount result : results) {
            records += result.views();
            uniques += result.uniques();
            if (given.put(new Where(result.page(), result.windowStart()), result) != null) {
                duplicate += result.views();
            }
        }
        long expectedRecords = 0;
        long expectedUniques = 0;
        long lost = 0;
        for (Clicks.Truth right : truth) {
            expectedRecords += right.views();
            expectedUniques += right.uniques();
            PageCount result = given.remove(new Where(right.page(), right.windowStart()));
            long views = result == null ? 0 : result.views();
            lost += Math.max(0, right.views() - views);
            duplicate += Math.max(0, views - right.views());
        }
        for (PageCount unexpected : given.values()) {
            duplicate += unexpected.views();
        }
        return new Check(records, expectedRecords, uniques, expectedUniques, lost, duplicate);
    }

    boolean isRight(long crashes) {
        return crashes == 1 && records == expectedRecords && uniques == expectedUniques && lost == 0 && duplicate == 0;
    }

    String line(long crashes) {
        return "CHECK " + (isRight(crashes) ? "ok" : "FAILED") + " records=" + records + " expected=" + expectedRecords
                + " uniques=" + uniques + " expected=" + expectedUniques + " crashes=" + crashes + " lost=" + lost
                + " duplicate=" + duplicate;
    }
}
