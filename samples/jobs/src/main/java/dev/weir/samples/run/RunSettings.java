package dev.weir.samples.run;

import dev.weir.cluster.WeirSettings;
import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.local.StartFrom;
import dev.weir.engine.settings.JobSettings;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a command line says of how a job is run, apart from the job's own arguments. */
public final class RunSettings {

    private static final String PREFIX = "weir.";

    private RunSettings() {}

    /**
     * The settings of a run: a sample's defaults, then configuration file and system properties, then {@code --weir.*}
     * arguments.
     *
     * @throws IllegalArgumentException for an unknown setting or a value that is refused, with the setting's name
     */
    public static JobSettings of(String jobId, JobArguments arguments, Map<String, String> defaults) {
        Map<String, String> overrides = new LinkedHashMap<>();
        defaults.forEach((key, value) -> {
            if (System.getProperty(key) == null) {
                overrides.put(key, value);
            }
        });
        arguments.asMap().forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                overrides.put(name, value);
            }
        });
        return WeirSettings.load(jobId, overrides);
    }

    /** Where a run starts from: {@code --restore latest}, or the beginning. */
    public static StartFrom startFrom(JobArguments arguments) {
        String restore = arguments.get("restore", "");
        if (restore.isEmpty()) {
            return new StartFrom.Fresh();
        }
        if (restore.equals("latest")) {
            return new StartFrom.Latest();
        }
        throw new IllegalArgumentException("--restore takes 'latest': got '" + restore + "'");
    }
}
