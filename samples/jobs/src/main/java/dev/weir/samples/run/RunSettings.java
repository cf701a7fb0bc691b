package dev.weir.samples.run;

import dev.weir.cluster.WeirSettings;
import dev.weir.engine.graph.JobArguments;
import dev.weir.engine.local.StartFrom;
import dev.weir.engine.settings.JobSettings;
import dev.weir.snapshot.restore.RestoreOptions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a command line says of how a job is run, apart from the job's own arguments. */
public final class RunSettings {

    private static final String PREFIX = "weir.";
    private static final String RESTORE = "restore";
    private static final String LATEST = "latest";
    private static final String CLAIM = "claim";
    private static final String ALLOW = "allow-non-restored-state";
    private static final String MAP = "map";
    private static final String MAX_PARALLELISM = "max-parallelism";
    private static final List<String> RESTORE_OPTIONS = List.of(CLAIM, ALLOW, MAP, MAX_PARALLELISM);

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

    /**
     * Where a run starts from: the beginning, {@code --restore latest}, or {@code --restore} with the URI or path of a
     * savepoint's folder. What is restored may be fitted to the program with {@code --map old=new,…},
     * {@code --allow-non-restored-state} and {@code --max-parallelism}; a savepoint may be taken over with {@code --claim}.
     *
     * @throws IllegalArgumentException for options that don't go together, or that restore nothing
     */
    public static StartFrom startFrom(JobArguments arguments) {
        String restore = arguments.get(RESTORE, "");
        List<String> given = RESTORE_OPTIONS.stream()
                .filter(name -> arguments.find(name).isPresent())
                .toList();
        if (restore.isEmpty()) {
            if (!given.isEmpty()) {
                throw new IllegalArgumentException("--" + String.join(", --", given)
                        + " are of a run that restores something: name it with --restore");
            }
            return new StartFrom.Fresh();
        }
        RestoreOptions options = restoreOptions(arguments);
        if (!restore.equals(LATEST)) {
            StartFrom.Savepoint savepoint = new StartFrom.Savepoint(uriOf(restore)).withRestore(options);
            return arguments.find(CLAIM).isPresent() ? savepoint.claiming() : savepoint;
        }
        if (arguments.find(CLAIM).isPresent()) {
            throw new IllegalArgumentException("--claim is of a run that starts from a savepoint: the job's own latest"
                    + " checkpoint is its own already");
        }
        return new StartFrom.Latest(options);
    }

    private static RestoreOptions restoreOptions(JobArguments arguments) {
        RestoreOptions options = RestoreOptions.DEFAULT;
        if (arguments.find(ALLOW).isPresent()) {
            options = options.allowingNonRestoredState();
        }
        for (String mapping :
                arguments.find(MAP).map(all -> List.of(all.split(","))).orElse(List.of())) {
            int equals = mapping.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("--map takes old=new, several with commas: got '" + mapping + "'");
            }
            options = options.mapping(
                    mapping.substring(0, equals).strip(),
                    mapping.substring(equals + 1).strip());
        }
        long maxParallelism = arguments.getLong(MAX_PARALLELISM, RestoreOptions.KEEP);
        return maxParallelism == RestoreOptions.KEEP
                ? options
                : options.withMaxParallelism((int) Math.min(maxParallelism, Integer.MAX_VALUE));
    }

    /** A bare word is rather a slip than a folder. */
    private static String uriOf(String place) {
        if (place.indexOf(':') > 1) {
            return place;
        }
        if (place.indexOf('/') < 0 && place.indexOf('\\') < 0) {
            throw new IllegalArgumentException(
                    "--restore takes 'latest', or the folder of a savepoint by its URI or a path"
                            + " such as ./savepoint-words-7: got '" + place + "'");
        }
        return Path.of(place).toAbsolutePath().normalize().toUri().toString();
    }
}
