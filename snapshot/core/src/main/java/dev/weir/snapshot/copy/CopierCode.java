package dev.weir.snapshot.copy;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The pieces of byte code that compiled copiers are made of. Throughout, local 3 is the source and 4 the target. */
final class CopierCode {

    private static final String RUNTIME = Type.getInternalName(DeepCopy.class);

    private static final Handle CLASS_DATA_AT = new Handle(
            Opcodes.H_INVOKESTATIC,
            Type.getInternalName(MethodHandles.class),
            "classDataAt",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;I)Ljava/lang/Object;",
            false);

    private CopierCode() {}

    /** Begins a class beside the one that is copied, with a constructor without arguments. */
    static ClassWriter begin(String copiedName, Class<?> implemented) {
        ClassWriter writer = new ShallowClassWriter();
        writer.visit(
                Opcodes.V17,
                Opcodes.ACC_FINAL | Opcodes.ACC_SUPER,
                copiedName + "$WeirCopier",
                null,
                "java/lang/Object",
                new String[] {Type.getInternalName(implemented)});
        MethodVisitor constructor = writer.visitMethod(0, "<init>", "()V", null, null);
        constructor.visitCode();
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        constructor.visitInsn(Opcodes.RETURN);
        constructor.visitMaxs(0, 0);
        constructor.visitEnd();
        return writer;
    }

    /** Begins {@link DeepCopier#copy}. */
    static MethodVisitor copyMethod(ClassWriter writer) {
        MethodVisitor code =
                writer.visitMethod(Opcodes.ACC_PUBLIC, "copy", "(Ljava/lang/Object;I)Ljava/lang/Object;", null, null);
        code.visitCode();
        return code;
    }

    /** Pushes a field of the source: itself where its type is always immutable, else a deep copy. */
    static void loadCopy(MethodVisitor code, Field field, int sourceLocal, int depthLocal) {
        String owner = Type.getInternalName(field.getDeclaringClass());
        code.visitVarInsn(Opcodes.ALOAD, sourceLocal);
        code.visitFieldInsn(Opcodes.GETFIELD, owner, field.getName(), Type.getDescriptor(field.getType()));
        if (ClassFacts.of(field.getType()).always()) {
            return;
        }
        code.visitVarInsn(Opcodes.ILOAD, depthLocal);
        code.visitInsn(Opcodes.ICONST_1);
        code.visitInsn(Opcodes.IADD);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, RUNTIME, "value", "(Ljava/lang/Object;I)Ljava/lang/Object;", false);
        code.visitTypeInsn(Opcodes.CHECKCAST, Type.getInternalName(field.getType()));
    }

    /** Copies the fields that a superclass declares, by its copier, which is a constant of the hidden class. */
    static void callFieldCopier(MethodVisitor code, int constant) {
        loadConstant(code, constant, FieldCopier.class);
        code.visitVarInsn(Opcodes.ALOAD, 3);
        code.visitVarInsn(Opcodes.ALOAD, 4);
        code.visitVarInsn(Opcodes.ILOAD, 2);
        code.visitMethodInsn(
                Opcodes.INVOKEINTERFACE,
                Type.getInternalName(FieldCopier.class),
                "copyFields",
                "(Ljava/lang/Object;Ljava/lang/Object;I)V",
                true);
    }

    /** Pushes a constant of the hidden class by its index. */
    static void loadConstant(MethodVisitor code, int constant, Class<?> type) {
        code.visitLdcInsn(new ConstantDynamic("_", Type.getDescriptor(type), CLASS_DATA_AT, constant));
    }

    static void throwMustNotChange(MethodVisitor code, int holderLocal) {
        code.visitVarInsn(Opcodes.ALOAD, holderLocal);
        code.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                RUNTIME,
                "mustNotChange",
                "(Ljava/lang/Object;)L" + Type.getInternalName(UncopyableException.class) + ";",
                false);
        code.visitInsn(Opcodes.ATHROW);
    }

    /** Computes frames without loading the classes that are named: paths that meet have the same types. */
    private static final class ShallowClassWriter extends ClassWriter {

        ShallowClassWriter() {
            super(ClassWriter.COMPUTE_FRAMES);
        }

        @Override
        protected String getCommonSuperClass(String left, String right) {
            return left.equals(right) ? left : "java/lang/Object";
        }
    }
}
