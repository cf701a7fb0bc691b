package dev.weir.cluster;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The settings that exist: exactly the leaves of {@code reference.conf} under {@code weir}. A layer that sets anything
 * else is refused, so a misspelt key never passes for its default.
 */
final class KnownSettings {

    private static final String ROOT = "weir";

    private final SortedSet<String> keys = new TreeSet<>();

    KnownSettings(Config reference) {
        leaves(reference).forEach(leaf -> keys.add(leaf.key()));
    }

    /** The full paths of all settings, in alphabetical order. */
    SortedSet<String> keys() {
        return Collections.unmodifiableSortedSet(keys);
    }

    /**
     * Checks one layer.
     *
     * @throws SettingsException naming the first key that is unknown or a section, where it stands and what was meant
     */
    void check(Config layer) {
        for (Leaf leaf : leaves(layer)) {
            if (!keys.contains(leaf.key())) {
                throw refused(leaf);
            }
            if (leaf.value().valueType() == ConfigValueType.NULL) {
                throw new SettingsException(
                        leaf.key(),
                        leaf.key() + " must have a value: got null from "
                                + leaf.value().origin().description() + "; remove the line to get the default");
            }
        }
    }

    private SettingsException refused(Leaf leaf) {
        String origin = leaf.value().origin().description();
        SortedSet<String> below = keys.tailSet(leaf.key() + ".");
        if (!below.isEmpty() && below.first().startsWith(leaf.key() + ".")) {
            return new SettingsException(
                    leaf.key(),
                    leaf.key() + " is a section and takes no value: got "
                            + leaf.value().render() + " from " + origin
                            + "; set one of its keys, such as " + below.first());
        }
        String nearest = EditDistance.nearest(leaf.key(), keys).orElseThrow();
        return new SettingsException(
                leaf.key(), "unknown setting " + leaf.key() + " from " + origin + "; did you mean " + nearest + "?");
    }

    private static List<Leaf> leaves(Config layer) {
        List<Leaf> found = new ArrayList<>();
        ConfigValue root = layer.root().get(ROOT);
        if (root != null) {
            collect(ROOT, root, found);
        }
        return found;
    }

    private static void collect(String path, ConfigValue value, List<Leaf> found) {
        if (value.valueType() != ConfigValueType.OBJECT) {
            found.add(new Leaf(path, value));
            return;
        }
        for (Map.Entry<String, ConfigValue> entry : new TreeMap<>((ConfigObject) value).entrySet()) {
            collect(path + "." + ConfigUtil.joinPath(entry.getKey()), entry.getValue(), found);
        }
    }

    private record Leaf(String key, ConfigValue value) {}
}
