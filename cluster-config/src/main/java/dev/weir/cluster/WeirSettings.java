package dev.weir.cluster;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.weir.engine.settings.CheckpointSettings;
import dev.weir.engine.settings.JobSettings;
import dev.weir.engine.settings.RestartSettings;
import dev.weir.engine.settings.TaskSettings;
import dev.weir.engine.settings.TaskSettings.RecordCopies;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Turns configuration into the engine's typed settings. Nothing is lost on the way: every key in every layer must be
 * known, every value must be of its type, and the typed settings check the limits. Nothing here outlives the call.
 *
 * <pre>{@code
 * JobSettings settings = WeirSettings.load("pvuv", Map.of("weir.checkpoint.interval", "1 s"));
 * }</pre>
 */
public final class WeirSettings {

    private static final List<String> STRATEGIES = List.of("none", "fixed-delay", "exponential-delay", "failure-rate");
    private static final Pattern KEY_AT_START = Pattern.compile("^(weir(?:\\.[a-z-]+)+).*", Pattern.DOTALL);

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
                    task());
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
                CheckpointSettings.DEFAULT.cut(),
                CheckpointSettings.DEFAULT
                        .withRetained(reader.wholeNumber("weir.checkpoint.retained"))
                        .retention());
    }

    private String storage() {
        String storage = reader.text("weir.checkpoint.storage");
        boolean isUri;
        try {
            isUri = URI.create(storage).isAbsolute();
        } catch (IllegalArgumentException notAUri) {
            isUri = false;
        }
        if (!isUri && !storage.equals("memory")) {
            throw reader.refused("weir.checkpoint.storage", "memory or a URI such as file:///var/lib/weir");
        }
        return storage;
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
        return switch (reader.choice("weir.restart.strategy", STRATEGIES)) {
            case "fixed-delay" -> fixed;
            case "exponential-delay" -> exponential;
            case "failure-rate" -> rate;
            default -> new RestartSettings.None();
        };
    }

    private TaskSettings task() {
        return new TaskSettings(
                reader.wholeNumber("weir.task.batch-size"),
                reader.wholeNumber("weir.task.credits"),
                reader.duration("weir.task.flush-interval"),
                reader.duration("weir.task.watermark-interval"),
                reader.duration("weir.task.cancel-timeout"),
                reader.wholeNumberOrAuto("weir.task.threads", 0),
                reader.flag("weir.records.reuse") ? RecordCopies.NONE : RecordCopies.MUTABLE);
    }

    /** The typed settings know the rule but not where the value was written: adds it. */
    private SettingsException withOrigin(IllegalArgumentException againstRule) {
        String rule = String.valueOf(againstRule.getMessage());
        var key = KEY_AT_START.matcher(rule);
        return key.matches()
                ? new SettingsException(
                        key.group(1), rule + "; it was set as " + reader.written(key.group(1)), againstRule)
                : new SettingsException("weir", rule, againstRule);
    }
}
