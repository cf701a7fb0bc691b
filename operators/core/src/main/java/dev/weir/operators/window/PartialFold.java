package dev.weir.operators.window;

import dev.weir.snapshot.copy.Copiers;
import dev.weir.snapshot.copy.RecordCopier;
import dev.weir.snapshot.state.AggregateFunction;
import dev.weir.snapshot.state.ReduceFunction;
import org.jspecify.annotations.Nullable;

/**
 * How elements become a value that is held on to, by a function of the user's. The function may keep a reference to an
 * element in the value, and whoever made the element may change it afterwards: so a mutable element is copied, unless the
 * value can hold none.
 */
abstract class PartialFold<IN> {

    private final RecordCopier copier = new RecordCopier();

    /** A class whose objects can't hold an element: the one met last. */
    private @Nullable Class<?> flatClass;

    /** The value of one element alone. */
    abstract @Nullable Object first(IN element) throws Exception;

    /** The value with one more element; may change and return the value it was given. */
    abstract @Nullable Object add(Object value, IN element) throws Exception;

    @SuppressWarnings("unchecked") // a copy has the class of what it is a copy of
    protected final IN elementFor(Object value, IN element) {
        if (value.getClass() == flatClass) {
            return element;
        }
        if (Copiers.isFlat(value.getClass())) {
            flatClass = value.getClass();
            return element;
        }
        return (IN) copier.copy(element);
    }

    /** A value of the function's that may be an element itself. */
    protected final @Nullable Object owned(@Nullable Object value, IN element) {
        return value == element ? copier.copy(element) : value;
    }

    /** The fold of a reduce function: the first element is the first value. */
    static <T> PartialFold<T> of(ReduceFunction<T> function) {
        return new PartialFold<>() {
            @Override
            @Nullable
            Object first(T element) {
                return owned(element, element);
            }

            @Override
            @SuppressWarnings("unchecked") // values are of the elements' type
            @Nullable
            Object add(Object value, T element) throws Exception {
                T given = elementFor(value, element);
                return owned(function.reduce((T) value, given), element);
            }
        };
    }

    /** The fold of an aggregate function: values are its accumulators. */
    static <IN, ACC> PartialFold<IN> of(AggregateFunction<IN, ACC, ?> function) {
        return new PartialFold<>() {
            @Override
            @Nullable
            Object first(IN element) {
                ACC accumulator = function.createAccumulator();
                return accumulator == null ? null : add(accumulator, element);
            }

            @Override
            @SuppressWarnings("unchecked") // values are the function's accumulators
            @Nullable
            Object add(Object value, IN element) {
                IN given = elementFor(value, element);
                return owned(function.add(given, (ACC) value), element);
            }
        };
    }
}
