package dev.weir.engine.subtask;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;

/**
 * Copies of one class, one for each class it calls. A call in shared code that meets many classes is never inlined; in a
 * copy it meets one, so a chain is compiled as one loop also after other jobs have run in the JVM. The copies are hidden
 * classes; there are as many as there are classes called, however many subtasks and attempts.
 */
final class ClassCopies {

    private final Lookup lookup;
    private final Class<?> template;
    private final MethodType constructor;
    private final ClassValue<MethodHandle> copies = new ClassValue<>() {
        @Override
        protected MethodHandle computeValue(Class<?> called) {
            return copy();
        }
    };

    /**
     * Prepares copies of a template.
     *
     * @param lookup of a class in the template's package, with full rights
     * @param template has one constructor that is used, and refers to itself nowhere
     * @param constructor its parameters; returns void
     */
    ClassCopies(Lookup lookup, Class<?> template, MethodType constructor) {
        this.lookup = lookup;
        this.template = template;
        this.constructor = constructor;
    }

    /** The constructor of the copy that calls this class. */
    MethodHandle constructorFor(Class<?> called) {
        return copies.get(called);
    }

    private MethodHandle copy() {
        String name = template.getName();
        String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
        try (InputStream code = template.getResourceAsStream(file)) {
            if (code == null) {
                throw new IllegalStateException("a class's own code is beside it: missing " + file);
            }
            Lookup copy = lookup.defineHiddenClass(code.readAllBytes(), true, ClassOption.NESTMATE);
            return copy.findConstructor(copy.lookupClass(), constructor);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("the template can be copied: " + template, impossible);
        }
    }
}
