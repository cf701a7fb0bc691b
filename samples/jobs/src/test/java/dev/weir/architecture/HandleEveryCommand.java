package dev.weir.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.ReferencedClassObject;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An actor names each class of its protocol as a class object, as registering a handler does. The protocol is the type
 * of the messages its behaviour takes, else the nested {@code Command}; it has to be sealed, or nobody could tell what
 * belongs to it. A handler for a sealed part of the protocol handles all that belongs to the part.
 */
final class HandleEveryCommand extends ArchCondition<JavaClass> {

    HandleEveryCommand() {
        super("handle every class of its sealed protocol");
    }

    @Override
    public void check(JavaClass actor, ConditionEvents events) {
        Optional<Class<?>> protocol = protocolOf(actor.reflect());
        if (protocol.isEmpty()) {
            events.add(SimpleConditionEvent.violated(actor, actor.getName() + " declares no sealed Command"));
            return;
        }
        Set<String> named = withItsNestedClasses(actor)
                .flatMap(part -> part.getReferencedClassObjects().stream())
                .map(ReferencedClassObject::getRawType)
                .map(JavaClass::getName)
                .collect(Collectors.toSet());
        for (Class<?> unhandled : unhandled(protocol.get(), named)) {
            String message = actor.getName() + " registers no handler for " + unhandled.getName();
            events.add(SimpleConditionEvent.violated(actor, message));
        }
    }

    private static List<Class<?>> unhandled(Class<?> message, Set<String> named) {
        if (named.contains(message.getName())) {
            return List.of();
        }
        if (!message.isSealed()) {
            return List.of(message);
        }
        return Arrays.stream(message.getPermittedSubclasses())
                .<Class<?>>flatMap(part -> unhandled(part, named).stream())
                .toList();
    }

    private static Stream<JavaClass> withItsNestedClasses(JavaClass actor) {
        return actor.getPackage().getClasses().stream()
                .filter(c -> c.equals(actor) || c.getName().startsWith(actor.getName() + "$"));
    }

    private static Optional<Class<?>> protocolOf(Class<?> actor) {
        return messageType(actor.getGenericSuperclass())
                .or(() -> Arrays.stream(actor.getDeclaredClasses())
                        .filter(nested -> nested.getSimpleName().equals("Command"))
                        .findFirst())
                .filter(Class::isSealed);
    }

    private static Optional<Class<?>> messageType(Type behaviour) {
        return behaviour instanceof ParameterizedType typed
                        && typed.getActualTypeArguments()[0] instanceof Class<?> message
                ? Optional.of(message)
                : Optional.empty();
    }
}
