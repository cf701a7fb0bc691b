package dev.weir.engine.simulation.mutant;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The mutants: named faults of one line, kept as text patches. Each is compiled in memory and run in the world until a
 * schedule breaks a rule. One that survives shows that the world or its oracles can't see what it breaks.
 */
public final class MutantSuite {

    /** Tried before a mutant counts as a survivor. */
    public static final int MOST_SCHEDULES = 3_000;

    private static final String FOLDER = "/mutants/";
    private static final String INDEX = FOLDER + "index.txt";
    private static final String WORLD = "dev.weir.engine.simulation.world.World";
    private static final String LANDMARK = "engine/core/src/main/java";

    /**
     * What became of a mutant.
     *
     * @param seed the schedule that caught it; 0 for a survivor
     * @param breach what that schedule said, in one line
     */
    public record Outcome(String name, String fault, long seed, String breach) {

        public boolean isCaught() {
            return seed > 0;
        }
    }

    private final Path root;

    private MutantSuite(Path root) {
        this.root = root;
    }

    /**
     * A suite for the sources this program is run beside.
     *
     * @throws IOException where neither the working folder nor one above it holds the project's sources
     */
    public static MutantSuite besideSources() throws IOException {
        Path start = Path.of("").toAbsolutePath();
        for (Path folder = start; folder != null; folder = folder.getParent()) {
            if (Files.isDirectory(folder.resolve(LANDMARK))) {
                return new MutantSuite(folder);
            }
        }
        throw new FileNotFoundException("mutants are made of the project's sources: none at or above " + start
                + "; run the command within the repository");
    }

    /** The names of all mutants. */
    public static List<String> names() throws IOException {
        return read(INDEX).lines().filter(line -> !line.isBlank()).toList();
    }

    /**
     * Runs all mutants, on as many threads as there are processors.
     *
     * @throws ExecutionException where a patch no longer applies or compiles
     */
    public List<Outcome> run() throws IOException, InterruptedException, ExecutionException {
        ExecutorService workers =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            List<Future<Outcome>> running = new ArrayList<>();
            for (String name : names()) {
                running.add(workers.submit(() -> run(name)));
            }
            List<Outcome> outcomes = new ArrayList<>();
            for (Future<Outcome> outcome : running) {
                outcomes.add(outcome.get());
            }
            return outcomes;
        } finally {
            workers.shutdownNow();
        }
    }

    /** Runs one mutant. */
    public Outcome run(String name) throws IOException {
        TextPatch patch = TextPatch.parse(name, read(FOLDER + name + ".patch"));
        String source = patch.applyTo(Files.readString(root.resolve(patch.file())));
        ClassLoader loader = new MutantClassLoader(InMemoryCompiler.compile(patch.className(), source));
        try {
            Method run = loader.loadClass(WORLD).getMethod("run", long.class);
            for (long seed = 1; seed <= MOST_SCHEDULES; seed++) {
                String breach = breachOf(run, seed);
                if (!breach.isEmpty()) {
                    return new Outcome(name, patch.fault(), seed, breach);
                }
            }
            return new Outcome(name, patch.fault(), 0, "");
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("the world can be run: mutant=" + name, impossible);
        }
    }

    private static String breachOf(Method run, long seed) throws ReflectiveOperationException {
        try {
            run.invoke(null, seed);
            return "";
        } catch (InvocationTargetException broken) {
            String message = String.valueOf(broken.getCause());
            return message.lines().findFirst().orElse(message);
        }
    }

    private static String read(String resource) throws IOException {
        try (InputStream in = MutantSuite.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new FileNotFoundException("a mutant in the index has its patch: missing=" + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
