package dev.weir.engine.simulation.mutant;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles one changed source against the classes of this program. Nothing is written to disk. */
final class InMemoryCompiler {

    private InMemoryCompiler() {}

    /**
     * Compiles.
     *
     * @return the classes by name
     * @throws IllegalStateException where it doesn't compile, or the program runs without the compiler of a JDK
     */
    static Map<String, byte[]> compile(String className, String source) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IllegalStateException("mutants need the compiler of a JDK: java.home="
                    + System.getProperty("java.home") + "; run it with a JDK");
        }
        StringWriter messages = new StringWriter();
        StandardJavaFileManager standard = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        try (Outputs outputs = new Outputs(standard)) {
            List<String> options = List.of("-proc:none", "-nowarn", "-cp", System.getProperty("java.class.path"));
            boolean compiled = compiler.getTask(
                            messages, outputs, null, options, null, List.of(new SourceText(className, source)))
                    .call();
            if (!compiled) {
                throw new IllegalStateException("a mutant compiles: class=" + className + "\n" + messages);
            }
            return outputs.classes();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static final class SourceText extends SimpleJavaFileObject {
        private final String source;

        SourceText(String className, String source) {
            super(URI.create("string:///" + className.replace('.', '/') + Kind.SOURCE.extension), Kind.SOURCE);
            this.source = source;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
        }
    }

    private static final class ClassBytes extends SimpleJavaFileObject {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        ClassBytes(String className) {
            super(URI.create("bytes:///" + className.replace('.', '/') + Kind.CLASS.extension), Kind.CLASS);
        }

        @Override
        public OutputStream openOutputStream() {
            return bytes;
        }
    }

    private static final class Outputs extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ClassBytes> made = new HashMap<>();

        Outputs(JavaFileManager standard) {
            super(standard);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return made.computeIfAbsent(className, ClassBytes::new);
        }

        Map<String, byte[]> classes() {
            Map<String, byte[]> classes = new HashMap<>();
            made.forEach((name, file) -> classes.put(name, file.bytes.toByteArray()));
            return classes;
        }
    }
}
