package dev.weir.engine.simulation.mutant;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/** Loads the whole project anew, with a few classes replaced: so the mutant meets the real others, and nobody else it. */
final class MutantClassLoader extends ClassLoader {

    private static final String PROJECT = "dev.weir.";

    private final Map<String, byte[]> replaced;

    MutantClassLoader(Map<String, byte[]> replaced) {
        super(MutantClassLoader.class.getClassLoader());
        this.replaced = replaced;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(PROJECT)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        byte[] bytes = replaced.get(name);
        if (bytes == null) {
            bytes = original(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    private byte[] original(String name) throws ClassNotFoundException {
        String path = name.replace('.', '/') + ".class";
        try (InputStream in = getParent().getResourceAsStream(path)) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException unreadable) {
            throw new ClassNotFoundException(name, unreadable);
        }
    }
}
