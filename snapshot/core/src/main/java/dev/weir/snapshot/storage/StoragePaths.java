package dev.weir.snapshot.storage;

/** The rule for paths within a storage: relative, with {@code /}, no empty, {@code .} or {@code ..} part. */
public final class StoragePaths {

    private StoragePaths() {}

    /** Returns the path, or refuses it. */
    public static String require(String path) {
        for (String part : path.split("/", -1)) {
            if (part.isEmpty()
                    || part.equals(".")
                    || part.equals("..")
                    || part.indexOf('\\') >= 0
                    || part.indexOf(0) >= 0) {
                throw new IllegalArgumentException(
                        "a path in a checkpoint storage is relative, without empty, . or .. parts: path=" + path);
            }
        }
        return path;
    }

    /** What paths below a folder start with; the empty folder is the root. */
    public static String requireFolder(String folder) {
        if (folder.isEmpty()) {
            return "";
        }
        String name = folder.endsWith("/") ? folder.substring(0, folder.length() - 1) : folder;
        return require(name) + "/";
    }
}
