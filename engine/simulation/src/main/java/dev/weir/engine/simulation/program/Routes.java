package dev.weir.engine.simulation.program;

import dev.weir.engine.simulation.program.Topology.Routing;
import dev.weir.engine.simulation.program.Topology.Side;
import java.util.ArrayList;
import java.util.List;

/** What a router makes of a record: for the operator and for the reference alike. */
final class Routes {

    /**
     * One copy.
     *
     * @param lane the way it goes on
     */
    record Copy(Side side, int lane, long key) {}

    private Routes() {}

    static List<Copy> of(int node, Routing routing, int origin, int lane, long number, long key) {
        long mixed = Math.floorMod(SourceShape.mix(origin * 31L + lane * 7L + number * 1_009 + key), 12L);
        int first = laneOf(node, lane, 0);
        return switch (routing) {
            case MAP -> List.of(new Copy(Side.MAIN, first, key));
            case DROP_SOME -> mixed < 3 ? List.of() : List.of(new Copy(Side.MAIN, first, key));
            case REPEAT_SOME -> repeated(node, lane, key, mixed < 4 ? 2 : 1);
            case REKEY -> List.of(new Copy(Side.MAIN, first, (key + mixed) % 5));
            case SIDE_OUTPUT ->
                mixed < 4
                        ? List.of(new Copy(Side.SIDE, laneOf(node, lane, 2), key))
                        : List.of(new Copy(Side.MAIN, first, key));
        };
    }

    private static List<Copy> repeated(int node, int lane, long key, int copies) {
        List<Copy> all = new ArrayList<>(copies);
        for (int branch = 0; branch < copies; branch++) {
            all.add(new Copy(Side.MAIN, laneOf(node, lane, branch), key));
        }
        return all;
    }

    /** Records that went different ways have different lanes. */
    static int laneOf(int node, int lane, int branch) {
        return lane * 101 + node * 4 + branch + 1;
    }
}
