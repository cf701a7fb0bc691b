package dev.weir.snapshot.copy;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Compiles copiers into hidden classes. Each is a nestmate of the class it copies, so that it reads and writes private
 * fields as that class itself does. Final fields are set through handles that the hidden class holds as constants.
 */
final class CopierCompiler {

    private static final ClassValue<FieldCopier> FIELD_COPIERS = new ClassValue<>() {
        @Override
        protected FieldCopier computeValue(Class<?> type) {
            try {
                return (FieldCopier) new CopierCompiler(type).compileFields();
            } catch (IllegalAccessException e) {
                throw new UncopyableException(
                        "the fields of a mutable class must be readable: class=" + type.getName()
                                + "; open its package to dev.weir",
                        e);
            }
        }
    };

    private final Class<?> type;
    private final String name;
    private final MethodHandles.Lookup lookup;
    private final List<Object> constants = new ArrayList<>();

    private CopierCompiler(Class<?> type) throws IllegalAccessException {
        this.type = type;
        this.name = Type.getInternalName(type);
        this.lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
    }

    static DeepCopier compileRecord(Class<?> type) throws IllegalAccessException {
        return new CopierCompiler(type).compileFinal(Changed.REBUILD);
    }

    static DeepCopier compileFinalClass(Class<?> type) throws IllegalAccessException {
        return new CopierCompiler(type).compileFinal(Changed.REFUSE);
    }

    static DeepCopier compileBean(Class<?> type) throws IllegalAccessException {
        return new CopierCompiler(type).compileBean();
    }

    /** What is done where a copy of a component differs from the component. */
    private enum Changed {
        REBUILD,
        REFUSE
    }

    private DeepCopier compileBean() throws IllegalAccessException {
        ClassWriter writer = CopierCode.begin(name, DeepCopier.class);
        MethodVisitor code = CopierCode.copyMethod(writer);
        code.visitTypeInsn(Opcodes.NEW, name);
        code.visitInsn(Opcodes.DUP);
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, name, "<init>", "()V", false);
        code.visitVarInsn(Opcodes.ASTORE, 4);
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitTypeInsn(Opcodes.CHECKCAST, name);
        code.visitVarInsn(Opcodes.ASTORE, 3);
        for (Class<?> parent = type.getSuperclass(); parent != null; parent = parent.getSuperclass()) {
            if (!ClassFacts.declaredInstanceFields(parent).isEmpty()) {
                CopierCode.callFieldCopier(code, constant(FIELD_COPIERS.get(parent)));
            }
        }
        copyDeclaredFields(code, 2);
        code.visitVarInsn(Opcodes.ALOAD, 4);
        code.visitInsn(Opcodes.ARETURN);
        return (DeepCopier) define(writer, code);
    }

    private Object compileFields() throws IllegalAccessException {
        ClassWriter writer = CopierCode.begin(name, FieldCopier.class);
        MethodVisitor code = writer.visitMethod(
                Opcodes.ACC_PUBLIC, "copyFields", "(Ljava/lang/Object;Ljava/lang/Object;I)V", null, null);
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 2);
        code.visitTypeInsn(Opcodes.CHECKCAST, name);
        code.visitVarInsn(Opcodes.ASTORE, 4);
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitTypeInsn(Opcodes.CHECKCAST, name);
        code.visitVarInsn(Opcodes.ASTORE, 5);
        // the same places as in a bean's copier: 3 the source, 4 the target; the depth moves to 2
        code.visitVarInsn(Opcodes.ILOAD, 3);
        code.visitVarInsn(Opcodes.ISTORE, 2);
        code.visitVarInsn(Opcodes.ALOAD, 5);
        code.visitVarInsn(Opcodes.ASTORE, 3);
        copyDeclaredFields(code, 2);
        code.visitInsn(Opcodes.RETURN);
        return define(writer, code);
    }

    private void copyDeclaredFields(MethodVisitor code, int depthLocal) throws IllegalAccessException {
        for (Field field : ClassFacts.declaredInstanceFields(type)) {
            boolean settable = !java.lang.reflect.Modifier.isFinal(field.getModifiers());
            if (!settable) {
                CopierCode.loadConstant(code, constant(setterOf(field)), MethodHandle.class);
            }
            code.visitVarInsn(Opcodes.ALOAD, 4);
            CopierCode.loadCopy(code, field, 3, depthLocal);
            if (settable) {
                code.visitFieldInsn(Opcodes.PUTFIELD, name, field.getName(), Type.getDescriptor(field.getType()));
            } else {
                String descriptor = "(L" + name + ";" + Type.getDescriptor(field.getType()) + ")V";
                code.visitMethodInsn(
                        Opcodes.INVOKEVIRTUAL, "java/lang/invoke/MethodHandle", "invokeExact", descriptor, false);
            }
        }
    }

    private MethodHandle setterOf(Field field) throws IllegalAccessException {
        if (!field.trySetAccessible()) {
            throw new IllegalAccessException("the final field " + field.getName() + " can't be set");
        }
        return lookup.unreflectSetter(field);
    }

    private DeepCopier compileFinal(Changed changed) throws IllegalAccessException {
        ClassWriter writer = CopierCode.begin(name, DeepCopier.class);
        MethodVisitor code = CopierCode.copyMethod(writer);
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitTypeInsn(Opcodes.CHECKCAST, name);
        code.visitVarInsn(Opcodes.ASTORE, 3);
        List<Field> fields = ClassFacts.declaredInstanceFields(type);
        int local = 4;
        for (Field field : fields) {
            CopierCode.loadCopy(code, field, 3, 2);
            code.visitVarInsn(Type.getType(field.getType()).getOpcode(Opcodes.ISTORE), local);
            local += Type.getType(field.getType()).getSize();
        }
        Label onChange = new Label();
        compareFields(code, fields, onChange);
        code.visitVarInsn(Opcodes.ALOAD, 3);
        code.visitInsn(Opcodes.ARETURN);
        code.visitLabel(onChange);
        if (changed == Changed.REBUILD) {
            rebuild(code, fields);
        } else {
            CopierCode.throwMustNotChange(code, 3);
        }
        return (DeepCopier) define(writer, code);
    }

    private void compareFields(MethodVisitor code, List<Field> fields, Label onChange) {
        int local = 4;
        for (Field field : fields) {
            if (!ClassFacts.of(field.getType()).always()) {
                code.visitVarInsn(Opcodes.ALOAD, local);
                code.visitVarInsn(Opcodes.ALOAD, 3);
                code.visitFieldInsn(Opcodes.GETFIELD, name, field.getName(), Type.getDescriptor(field.getType()));
                code.visitJumpInsn(Opcodes.IF_ACMPNE, onChange);
            }
            local += Type.getType(field.getType()).getSize();
        }
    }

    /** Calls the canonical constructor; a record's fields are declared in the order of its components. */
    private void rebuild(MethodVisitor code, List<Field> fields) {
        code.visitTypeInsn(Opcodes.NEW, name);
        code.visitInsn(Opcodes.DUP);
        int local = 4;
        for (Field field : fields) {
            code.visitVarInsn(Type.getType(field.getType()).getOpcode(Opcodes.ILOAD), local);
            local += Type.getType(field.getType()).getSize();
        }
        code.visitMethodInsn(
                Opcodes.INVOKESPECIAL,
                name,
                "<init>",
                Type.getMethodDescriptor(
                        Type.VOID_TYPE,
                        fields.stream()
                                .map(field -> Type.getType(field.getType()))
                                .toArray(Type[]::new)),
                false);
        code.visitInsn(Opcodes.ARETURN);
    }

    private int constant(Object value) {
        constants.add(value);
        return constants.size() - 1;
    }

    private Object define(ClassWriter writer, MethodVisitor code) throws IllegalAccessException {
        code.visitMaxs(0, 0);
        code.visitEnd();
        writer.visitEnd();
        byte[] bytes = writer.toByteArray();
        Class<?> hidden = lookup.defineHiddenClassWithClassData(
                        bytes, List.copyOf(constants), true, MethodHandles.Lookup.ClassOption.NESTMATE)
                .lookupClass();
        try {
            Constructor<?> constructor = hidden.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a compiled copier must have a constructor: class=" + name, e);
        }
    }
}
