package dev.weir.snapshot.format;

/**
 * An edge between operators, by names that outlive a plan.
 *
 * @param fromUid the sending operator
 * @param output the side output that is sent; empty for the main output
 * @param toUid the receiving operator, head of its chain
 * @param toInput the input it feeds, from 0
 */
public record EdgeId(String fromUid, String output, String toUid, int toInput) {

    @Override
    public String toString() {
        return fromUid + (output.isEmpty() ? "" : " (side output " + output + ")") + " -> " + toUid
                + (toInput == 0 ? "" : " (input " + toInput + ")");
    }
}
