package dev.weir.cluster;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Supplier;

/**
 * Where settings come from, the strongest last: the defaults in {@code reference.conf}, the application's file, system
 * properties, values given in code. Immutable: each {@code with} answers new layers.
 */
public final class SettingsLayers {

    private static final ClassLoader LOADER = SettingsLayers.class.getClassLoader();

    private final Config application;
    private final Config properties;
    private final Config overrides;

    private SettingsLayers(Config application, Config properties, Config overrides) {
        this.application = application;
        this.properties = properties;
        this.overrides = overrides;
    }

    /** The defaults and nothing else. */
    public static SettingsLayers defaultsOnly() {
        return new SettingsLayers(ConfigFactory.empty(), ConfigFactory.empty(), ConfigFactory.empty());
    }

    /**
     * What a process is started with: the file named by {@code -Dconfig.file}, else {@code application.conf} on the
     * class path, if there is one; and the process's system properties.
     *
     * @throws SettingsException if the file can't be read or is no HOCON
     */
    public static SettingsLayers ofProcess() {
        Config application = parsed(() -> ConfigFactory.defaultApplication(LOADER));
        return defaultsOnly().withApplication(application).withSystemProperties(System.getProperties());
    }

    /**
     * The same layers with this file as the application's.
     *
     * @throws SettingsException if the file is missing, can't be read or is no HOCON
     */
    public SettingsLayers withFile(Path file) {
        if (!Files.isReadable(file)) {
            throw new SettingsException("weir", "a configuration file must exist and be readable: got " + file);
        }
        return withApplication(parsed(() -> ConfigFactory.parseFile(file.toFile())));
    }

    /** The same layers with these system properties; only those that begin with {@code weir.} set anything. */
    public SettingsLayers withSystemProperties(Properties values) {
        ConfigParseOptions named = ConfigParseOptions.defaults().setOriginDescription("system properties");
        return new SettingsLayers(application, ConfigFactory.parseProperties(values, named), overrides);
    }

    /**
     * The same layers with these values above all others.
     *
     * @param values full keys such as {@code weir.parallelism} and their values as they would stand in a file
     * @throws SettingsException if a key is no path, or one key is a section of another
     */
    public SettingsLayers withOverrides(Map<String, String> values) {
        return new SettingsLayers(
                application, properties, parsed(() -> ConfigFactory.parseMap(values, "values given in code")));
    }

    /** The user's layers, the strongest first, with their references to other values filled in. */
    List<Config> resolved() {
        Config all = overrides
                .withFallback(properties)
                .withFallback(application)
                .withFallback(ConfigFactory.parseResources(LOADER, "reference.conf"));
        return parsed(() -> {
            Config whole = all.resolve();
            return List.of(overrides, properties, application.resolveWith(whole));
        });
    }

    /** The defaults: every known setting has one. */
    static Config reference() {
        return ConfigFactory.parseResources(LOADER, "reference.conf").withOnlyPath("weir");
    }

    private SettingsLayers withApplication(Config value) {
        return new SettingsLayers(value, properties, overrides);
    }

    private static <T> T parsed(Supplier<T> parser) {
        try {
            return parser.get();
        } catch (ConfigException unreadable) {
            throw new SettingsException(
                    "weir", "configuration must be valid HOCON: " + unreadable.getMessage(), unreadable);
        }
    }
}
