package dev.weir.operators.source.file;

import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * A glob in Java's syntax: {@code *} stays in one folder, {@code **} crosses folders. A folder that matches stands for all
 * files in it.
 */
final class PathGlob {

    private static final String SPECIAL = "*?[{";

    private final Path base;
    private final PathMatcher whole;
    /** One per level below the base; empty where levels can't be told apart. */
    private final List<PathMatcher> levels;

    private PathGlob(Path base, PathMatcher whole, List<PathMatcher> levels) {
        this.base = base;
        this.whole = whole;
        this.levels = levels;
    }

    /** The pattern in a path; null where nothing in it is special. */
    static @Nullable PathGlob of(Path path) {
        int plain = 0;
        while (plain < path.getNameCount() && !isSpecial(path.getName(plain).toString())) {
            plain++;
        }
        if (plain == path.getNameCount()) {
            return null;
        }
        Path root = path.getRoot();
        Path base = plain == 0 ? root : root.resolve(path.subpath(0, plain));
        Path pattern = path.subpath(plain, path.getNameCount());
        try {
            return new PathGlob(base, matcher(pattern), levelsOf(pattern));
        } catch (PatternSyntaxException thrown) {
            throw new IllegalArgumentException(
                    "a glob has Java's syntax: '" + path + "': " + thrown.getMessage(), thrown);
        }
    }

    /** The folder below which to look; nothing in it is special. */
    Path base() {
        return base;
    }

    /** Whether a file, or a folder above it, matches; its path is relative to the base. */
    boolean matches(Path relative) {
        for (int count = 1; count <= relative.getNameCount(); count++) {
            if (whole.matches(relative.subpath(0, count))) {
                return true;
            }
        }
        return false;
    }

    /** Whether a file below this folder could match; may say yes in vain. */
    boolean mayMatchBelow(Path relative) {
        if (levels.isEmpty() || matches(relative)) {
            return true;
        }
        for (int level = 0; level < relative.getNameCount(); level++) {
            boolean isTooDeep = level >= levels.size();
            if (isTooDeep || !levels.get(level).matches(relative.getName(level))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSpecial(String name) {
        return name.chars().anyMatch(c -> SPECIAL.indexOf(c) >= 0);
    }

    private static List<PathMatcher> levelsOf(Path pattern) {
        String text = pattern.toString();
        List<PathMatcher> levels = new ArrayList<>();
        if (!text.contains("**") && !text.contains("{")) {
            pattern.forEach(name -> levels.add(matcher(name)));
        }
        return levels;
    }

    private static PathMatcher matcher(Path pattern) {
        return pattern.getFileSystem().getPathMatcher("glob:" + pattern);
    }
}
