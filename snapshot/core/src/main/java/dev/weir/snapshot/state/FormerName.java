package dev.weir.snapshot.state;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The names under which a field, a record component or an enum constant was stored before it was renamed. What was stored
 * under one of them is read into the element that bears this annotation. A former name can't be the name of another
 * element of the same class, nor the former name of two: what was stored could then be either's, and is refused.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.RECORD_COMPONENT})
public @interface FormerName {

    /** One name, or several where it was renamed more than once; in any order. */
    String[] value();
}
