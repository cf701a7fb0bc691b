package dev.weir.cluster;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.engine.settings.CheckpointSettings.Barriers;
import dev.weir.engine.settings.CheckpointSettings.Damaged;
import dev.weir.engine.settings.CheckpointSettings.Mode;
import dev.weir.engine.settings.CheckpointSettings.OnCancel;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.settings.RestartSettings;
import dev.weir.engine.settings.SavepointSettings;
import dev.weir.engine.settings.StateSettings;
import dev.weir.engine.settings.StateSettings.Incremental;
import dev.weir.engine.settings.TaskSettings;
import dev.weir.engine.settings.TaskSettings.RecordCopies;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Turns configuration into the engine's typed settings. Nothing is lost on the way: every key in every layer must be
 * known, every value must be of its type, and the typed settings check the limits. Nothing here outlives the call.
 *
 * <pre>{@code
 * JobSettings settings = WeirSettings.load("pvuv", Map.of("weir.checkpoint.interval", "1 s"));
 * }</pre>
 */
public final class WeirSettings {

    private static final Map<String, Mode> MODES =
            new TreeMap<>(Map.of("at-least-once", Mode.AT_LEAST_ONCE, "exactly-once", Mode.EXACTLY_ONCE));
    private static final Map<String, OnCancel> ON_CANCEL =
            new TreeMap<>(Map.of("delete", OnCancel.DELETE, "retain", OnCancel.RETAIN));
    private static final Pattern KEY = Pattern.compile("weir(?:\\.[a-z-]+)+");

    private final SettingsReader reader;

    private WeirSettings(SettingsReader reader) {
        this.reader = reader;
    }

    /**
     * Settings of a job from the process's layers and values given in code.
     *
     * @param jobId the job's folder below the checkpoint storage
     * @param overrides full keys and values that win over files and system properties
     * @throws SettingsException naming the first setting that is unknown, of the wrong type or against its rule
     * @see SettingsLayers#ofProcess
     */
    public static JobSettings load(String jobId, Map<String, String> overrides) {
        return load(jobId, SettingsLayers.ofProcess().withOverrides(overrides));
    }

    /**
     * Settings of a job from these layers.
     *
     * @param jobId the job's folder below the checkpoint storage
     * @throws SettingsException naming the first setting that is unknown, of the wrong type or against its rule
     */
    public static JobSettings load(String jobId, SettingsLayers layers) {
        Config reference = SettingsLayers.reference();
        KnownSettings known = new KnownSettings(reference);
        Config merged = ConfigFactory.empty();
        for (Config layer : layers.resolved()) {
            known.check(layer);
            merged = merged.withFallback(layer);
        }
        return new WeirSettings(new SettingsReader(merged.withFallback(reference))).job(jobId);
    }

    private JobSettings job(String jobId) {
        try {
            return new JobSettings(
                    jobId,
                    reader.wholeNumberOrAuto(
                            "weir.parallelism", Runtime.getRuntime().availableProcessors()),
                    reader.wholeNumberOrAuto("weir.max-parallelism", 0),
                    storage(),
                    checkpoint(),
                    restart(),
                    task(),
                    savepoint(),
                    state());
        } catch (SettingsException refused) {
            throw refused;
        } catch (IllegalArgumentException againstRule) {
            throw withOrigin(againstRule);
        }
    }

    private CheckpointSettings checkpoint() {
        return new CheckpointSettings(
                reader.durationOrOff("weir.checkpoint.interval").orElse(null),
                reader.duration("weir.checkpoint.timeout"),
                reader.duration("weir.checkpoint.min-pause"),
                reader.wholeNumber("weir.checkpoint.max-concurrent"),
                reader.wholeNumber("weir.checkpoint.tolerable-failures"),
                reader.bytes("weir.checkpoint.inline-threshold"),
                new CheckpointSettings.Cut(
                        reader.choice("weir.checkpoint.mode", MODES),
                        reader.flag("weir.checkpoint.unaligned") ? Barriers.UNALIGNED : Barriers.ALIGNED,
                        reader.duration("weir.checkpoint.aligned-timeout")),
                new CheckpointSettings.Retention(
                        reader.wholeNumber("weir.checkpoint.retained"),
                        reader.choice("weir.checkpoint.on-cancel", ON_CANCEL),
                        reader.flag("weir.checkpoint.fallback-to-older") ? Damaged.FALL_BACK : Damaged.FAIL));
    }

    private SavepointSettings savepoint() {
        String dir = reader.text("weir.savepoint.dir");
        return new SavepointSettings(
                dir.equals("none") ? null : place("weir.savepoint.dir", "none, memory or a URI such as"),
                reader.duration("weir.savepoint.timeout"));
    }

    private StateSettings state() {
        String dir = reader.text("weir.rocksdb.dir");
        return new StateSettings(
                reader.text("weir.state.backend"),
                reader.flag("weir.checkpoint.incremental") ? Incremental.ON : Incremental.OFF,
                dir.equals("temp") ? null : Path.of(dir),
                reader.longBytes("weir.rocksdb.memory"),
                reader.longBytes("weir.rocksdb.cache"));
    }

    private String storage() {
        return place("weir.checkpoint.storage", "memory or a URI such as");
    }

    private String place(String key, String rule) {
        String place = reader.text(key);
        boolean isUri;
        try {
            isUri = URI.create(place).isAbsolute();
        } catch (IllegalArgumentException notAUri) {
            isUri = false;
        }
        if (!isUri && !place.equals("memory")) {
            throw reader.refused(key, rule + " file:///var/lib/weir");
        }
        return place;
    }

    /** Reads all strategies, so that a wrong value shows at once and not on the day the strategy is changed. */
    private RestartSettings restart() {
        var delay = reader.duration("weir.restart.delay");
        var fixed = new RestartSettings.FixedDelay(reader.wholeNumber("weir.restart.attempts"), delay);
        var exponential = new RestartSettings.ExponentialDelay(
                reader.duration("weir.restart.initial-delay"),
                reader.duration("weir.restart.max-delay"),
                reader.number("weir.restart.multiplier"),
                reader.number("weir.restart.jitter"),
                reader.duration("weir.restart.reset-after"));
        var rate = new RestartSettings.FailureRate(
                reader.wholeNumber("weir.restart.failures"), reader.duration("weir.restart.interval"), delay);
        Map<String, RestartSettings> strategies = new LinkedHashMap<>();
        strategies.put("none", new RestartSettings.None());
        strategies.put("fixed-delay", fixed);
        strategies.put("exponential-delay", exponential);
        strategies.put("failure-rate", rate);
        return reader.choice("weir.restart.strategy", strategies);
    }

    private TaskSettings task() {
        return new TaskSettings(
                reader.wholeNumber("weir.task.batch-size"),
                reader.wholeNumber("weir.task.credits"),
                reader.duration("weir.task.flush-interval"),
                reader.duration("weir.task.watermark-interval"),
                reader.duration("weir.task.cancel-timeout"),
                reader.wholeNumberOrAuto("weir.task.threads", 0),
                reader.flag("weir.records.reuse") ? RecordCopies.NONE : RecordCopies.MUTABLE,
                reader.bytesOrAuto("weir.restart.in-place-memory"));
    }

    /** The typed settings know the rule but not where its values were written: adds it, for each setting that it names. */
    private SettingsException withOrigin(IllegalArgumentException againstRule) {
        String rule = String.valueOf(againstRule.getMessage());
        List<String> keys = KEY.matcher(rule)
                .results()
                .map(MatchResult::group)
                .filter(reader::knows)
                .distinct()
                .toList();
        if (keys.isEmpty()) {
            return new SettingsException("weir", rule, againstRule);
        }
        String places = keys.size() == 1
                ? "it was set as " + reader.written(keys.get(0))
                : "they were set as "
                        + keys.stream()
                                .map(key -> key + "=" + reader.written(key))
                                .collect(Collectors.joining(", "));
        return new SettingsException(keys.get(0), rule + "; " + places, againstRule);
    }
}
