package dev.weir.snapshot.restore;

import dev.weir.snapshot.format.EdgeId;
import dev.weir.snapshot.format.InFlight.Channel;
import dev.weir.snapshot.format.InFlight.Side;
import dev.weir.snapshot.format.InFlightIndex;
import dev.weir.snapshot.format.InFlightIndex.PartIndex;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.format.Manifest.SubtaskEntry;
import dev.weir.snapshot.format.SubtaskStateHandle;
import java.util.ArrayList;
import java.util.List;

/** Collects what was under way from a manifest's subtasks. */
final class StoredInFlight {

    /**
     * One part of one old subtask.
     *
     * @param holder index of the old subtask that had it: of the receiver where it was queued, of the sender where it was
     *     held
     * @param position of the part in the handle's index
     */
    record StoredPart(SubtaskStateHandle handle, int holder, int position, Channel channel, PartIndex index) {

        EdgeId edge() {
            return channel.edge();
        }

        boolean isQueued() {
            return index.side() == Side.QUEUED;
        }

        /** The old subtask that would have received it. */
        int receiver() {
            return isQueued() ? holder : channel.receiver();
        }
    }

    private StoredInFlight() {}

    /** The channel by its name in the job. */
    static Channel renamed(Channel stored, Renames renames) {
        return new Channel(renames.edge(stored.edge()), stored.sender(), stored.receiver());
    }

    /** All parts, by holder and in the order in which each had them. */
    static List<StoredPart> partsOf(Manifest manifest, Renames renames) {
        List<StoredPart> parts = new ArrayList<>();
        for (SubtaskEntry entry : manifest.subtasks()) {
            InFlightIndex index = entry.handle().index().inFlight();
            int count = index == null ? 0 : index.parts().size();
            for (int i = 0; index != null && i < count; i++) {
                PartIndex part = index.parts().get(i);
                Channel channel = renamed(index.channelOf(part), renames);
                parts.add(new StoredPart(entry.handle(), entry.index(), i, channel, part));
            }
        }
        return parts;
    }
}
