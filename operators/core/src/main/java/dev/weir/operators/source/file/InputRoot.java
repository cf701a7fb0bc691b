package dev.weir.operators.source.file;

import dev.weir.engine.source.Source.Boundedness;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One of the paths a source was given: a file, a folder, or a glob. Something that exists by exactly this name is taken
 * as it is, whatever characters are in it. Below a folder, and by a glob, what has a name that starts with {@code .} or
 * {@code _} is left out. Links are followed.
 */
final class InputRoot {

    private final String given;
    private final Path path;

    /** @throws IllegalArgumentException for what is no path */
    InputRoot(String given) {
        if (given.isBlank()) {
            throw new IllegalArgumentException("the path of an input is not blank: got '" + given + "'");
        }
        this.given = given;
        try {
            this.path = Path.of(given).toAbsolutePath().normalize();
            PathGlob.of(path);
        } catch (InvalidPathException thrown) {
            throw new IllegalArgumentException(
                    "the path of an input is one of this system: " + thrown.getMessage(), thrown);
        }
    }

    String given() {
        return given;
    }

    /**
     * Lists the files. Blocks on the file system. What goes away meanwhile is passed over where files are looked for again.
     *
     * @throws RuntimeException naming what is missing or can't be read
     */
    FileFinder.Listing list(Boundedness boundedness) throws IOException {
        SortedSet<String> files = new TreeSet<>();
        PathGlob glob = Files.exists(path) ? null : PathGlob.of(path);
        Path base = glob == null ? path : glob.base();
        if (!Files.exists(base)) {
            throw InputFaults.missing(base.equals(path) ? given : base.toString());
        }
        Walk walk = new Walk(base, glob, boundedness, files);
        Files.walkFileTree(base, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, walk);
        return new FileFinder.Listing(base, files);
    }

    boolean isGlob() {
        return PathGlob.of(path) != null && !Files.exists(path);
    }

    private static final class Walk extends SimpleFileVisitor<Path> {

        private final Path base;
        private final @Nullable PathGlob glob;
        private final boolean mayGo;
        private final SortedSet<String> files;

        Walk(Path base, @Nullable PathGlob glob, Boundedness boundedness, SortedSet<String> files) {
            this.base = base;
            this.glob = glob;
            this.mayGo = boundedness == Boundedness.UNBOUNDED;
            this.files = files;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return folder.equals(base) || isWanted(folder) ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.equals(base) || isMatch(file)) {
                files.add(nameOf(file));
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            boolean isGone = failure instanceof NoSuchFileException;
            if (!file.equals(base) && (!isWanted(file) || (isGone && mayGo))) {
                return FileVisitResult.CONTINUE;
            }
            if (isGone) {
                throw InputFaults.vanished(file.toString());
            }
            if (failure instanceof AccessDeniedException) {
                throw InputFaults.unreadable(file.toString(), failure);
            } else if (failure instanceof FileSystemLoopException) {
                throw InputFaults.endlessLinks(file.toString());
            }
            throw failure;
        }

        private boolean isMatch(Path file) {
            return isShown(file) && (glob == null || glob.matches(base.relativize(file)));
        }

        /** Whether it matters, be it a file or a folder. */
        private boolean isWanted(Path folder) {
            return isShown(folder) && (glob == null || glob.mayMatchBelow(base.relativize(folder)));
        }

        private static boolean isShown(Path path) {
            String name = String.valueOf(path.getFileName());
            return !name.startsWith(".") && !name.startsWith("_");
        }

        private static String nameOf(Path file) {
            String name = file.toString();
            if (!leadsTo(file, name)) {
                throw InputFaults.undecodableName(name);
            }
            return name;
        }

        /** Names are stored as text, and some can't be told by it. */
        private static boolean leadsTo(Path file, String name) {
            try {
                return Path.of(name).equals(file);
            } catch (InvalidPathException thrown) {
                return false;
            }
        }
    }
}
