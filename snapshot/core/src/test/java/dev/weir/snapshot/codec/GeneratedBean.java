package dev.weir.snapshot.codec;

import dev.weir.snapshot.state.FormerName;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Makes versions of one bean's class, each in a class loader of its own. */
final class GeneratedBean {

    private static final String NAME = "generated.Bean";

    private GeneratedBean() {}

    /**
     * A public field.
     *
     * @param formerName that it was stored under; null where it has always had its name
     */
    record Field(String name, Class<?> type, @Nullable String formerName) {}

    /** Finds one version. */
    private static final class Loader extends ClassLoader {
        private final byte[] bytes;

        Loader(byte[] bytes) {
            super(GeneratedBean.class.getClassLoader());
            this.bytes = bytes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!name.equals(NAME)) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    /** A class with these fields and a constructor without arguments, found by its loader under one name always. */
    static Class<?> of(List<Field> fields) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, NAME.replace('.', '/'), null, "java/lang/Object", new String[0]);
        for (Field field : fields) {
            FieldVisitor visitor =
                    writer.visitField(Opcodes.ACC_PUBLIC, field.name, Type.getDescriptor(field.type), null, null);
            if (field.formerName != null) {
                AnnotationVisitor annotation = visitor.visitAnnotation(Type.getDescriptor(FormerName.class), true);
                AnnotationVisitor names = annotation.visitArray("value");
                names.visit(null, field.formerName);
                names.visitEnd();
                annotation.visitEnd();
            }
            visitor.visitEnd();
        }
        MethodVisitor constructor = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        constructor.visitCode();
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        constructor.visitInsn(Opcodes.RETURN);
        constructor.visitMaxs(1, 1);
        constructor.visitEnd();
        writer.visitEnd();
        try {
            return new Loader(writer.toByteArray()).loadClass(NAME);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
