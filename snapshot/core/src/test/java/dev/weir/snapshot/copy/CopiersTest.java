package dev.weir.snapshot.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CopiersTest {

    record Tags(String name, List<String> values) {}

    record Pair<A, B>(A first, B second, int weight, double share) {}

    static class Base {
        private int number;
        private List<String> notes = new ArrayList<>();
    }

    static final class Order extends Base {
        private final List<Tags> lines = new ArrayList<>();
        private final long id;
        private double price;
        private transient @Nullable String cached;
        private long @Nullable [] amounts;

        private Order() {
            this(0);
        }

        private Order(long id) {
            this.id = id;
        }
    }

    static final class Node {
        private @Nullable Node next;
        private int value;
    }

    @SuppressWarnings("UnusedVariable") // read by the copier
    static final class Locked {
        private Object lock = new ReentrantLock();
    }

    @SuppressWarnings("UnusedVariable") // read by the copier
    static final class Holder {
        private Map<String, Locked> parts = Map.of();
    }

    @SuppressWarnings("UnusedVariable") // read by the copier
    static final class NoPlainConstructor {
        private int count;

        NoPlainConstructor(int count) {
            this.count = count;
        }

        void increment() {
            count++;
        }
    }

    static final class FinalFields {
        private final Object content;

        FinalFields(Object content) {
            this.content = content;
        }

        Object content() {
            return content;
        }
    }

    static final class Listed extends ArrayList<String> {}

    @Test
    void aBeanIsCopiedWithPrivateFinalAndInheritedFields() {
        Order order = new Order(7);
        order.price = 2.5;
        order.cached = "c";
        order.amounts = new long[] {1, 2};
        order.lines.add(new Tags("t", new ArrayList<>(List.of("a"))));
        Base base = order;
        base.number = 3;
        base.notes.add("n");

        Order copy = (Order) new RecordCopier().copy(order);
        order.lines.get(0).values().add("b");
        order.lines.clear();
        base.notes.clear();
        order.amounts[0] = 9;

        assertThat(copy).isNotSameAs(order);
        assertThat(copy.id).isEqualTo(7);
        assertThat(copy.price).isEqualTo(2.5);
        assertThat(copy.cached).isEqualTo("c");
        assertThat(copy.amounts).containsExactly(1, 2);
        assertThat(copy.lines).containsExactly(new Tags("t", List.of("a")));
        assertThat(((Base) copy).number).isEqualTo(3);
        assertThat(((Base) copy).notes).containsExactly("n");
    }

    @Test
    void aRecordIsRebuiltOnlyIfSomethingInItIsMutable() {
        RecordCopier copier = new RecordCopier();
        Pair<String, Long> immutable = new Pair<>("a", 1L, 2, 3);
        assertThat(copier.copy(immutable)).isSameAs(immutable);
        Pair<String, List<String>> shared = new Pair<>("a", List.of("x"), 2, 3);
        assertThat(copier.copy(shared)).isSameAs(shared);
        List<String> list = new ArrayList<>(List.of("x"));
        Pair<String, List<String>> mutable = new Pair<>("a", list, 2, 3);
        Object copy = copier.copy(mutable);
        list.add("y");
        assertThat(copy).isEqualTo(shared);
    }

    @Test
    void aClassWithFinalFieldsIsSharedWhileItHoldsNothingMutable() {
        FinalFields holder = new FinalFields("text");
        assertThat(Copiers.copy(holder)).isSameAs(holder);
        assertThatThrownBy(() -> Copiers.copy(new FinalFields(new ArrayList<>())))
                .isInstanceOf(UncopyableException.class)
                .hasMessageContaining(FinalFields.class.getName())
                .hasMessageContaining("make it a record");
        assertThat(holder.content()).isEqualTo("text");
    }

    @Test
    void whatCantBeCopiedIsNamedWithItsPath() {
        Holder holder = new Holder();
        holder.parts = Map.of("a", new Locked());
        assertThatThrownBy(() -> new RecordCopier().copy(holder))
                .isInstanceOf(UncopyableException.class)
                .hasMessageContaining("java.util.concurrent.locks.ReentrantLock")
                .hasMessageContaining("found at Holder.parts.values[0].lock")
                .hasMessageContaining("keep what identifies it");
        NoPlainConstructor counted = new NoPlainConstructor(1);
        counted.increment();
        assertThatThrownBy(() -> Copiers.copierFor(NoPlainConstructor.class))
                .isInstanceOf(UncopyableException.class)
                .hasMessageContaining("no no-argument constructor")
                .hasMessageContaining("field count");
        assertThatThrownBy(() -> Copiers.copy(new Listed()))
                .isInstanceOf(UncopyableException.class)
                .hasMessageContaining("extends java.util.ArrayList");
        Runnable lambda = () -> counted.increment();
        assertThatThrownBy(() -> Copiers.copy(lambda)).isInstanceOf(UncopyableException.class);
    }

    @Test
    void anObjectThatHoldsItselfIsRefusedWithoutAStackOverflow() {
        Node node = new Node();
        node.next = new Node();
        node.next.next = node;
        assertThatThrownBy(() -> Copiers.copy(node))
                .isInstanceOf(UncopyableException.class)
                .hasMessageContaining("does it hold itself?")
                .hasMessageContaining("found at Node.next.next (which holds itself)");
        List<Object> list = new ArrayList<>();
        list.add(list);
        assertThatThrownBy(() -> Copiers.copy(list)).hasMessageContaining("ArrayList[0] (which holds itself)");
    }

    @Test
    void longChainsAreCopied() {
        Node first = new Node();
        Node last = first;
        for (int i = 1; i < 400; i++) {
            last.next = new Node();
            last = last.next;
            last.value = i;
        }
        Node copy = (Node) Copiers.copy(first);
        int length = 0;
        for (Node each = copy; each != null; each = each.next) {
            assertThat(each.value).isEqualTo(length++);
        }
        assertThat(length).isEqualTo(400);
    }

    @Test
    void aCopierOfAClassCopiesItsObjects() {
        Copier<Object> copier = Copiers.copierFor(Tags.class);
        Tags tags = new Tags("t", new ArrayList<>(List.of("a")));
        assertThat(copier.copy(tags)).isEqualTo(tags).isNotSameAs(tags);
    }

    @Test
    void oneCopierServesManyClasses() {
        RecordCopier copier = new RecordCopier();
        for (int i = 0; i < 3; i++) {
            assertThat(copier.copy("text")).isEqualTo("text");
            assertThat(copier.copy(new Tags("t", new ArrayList<>()))).isEqualTo(new Tags("t", List.of()));
            assertThat(copier.copy(5L)).isEqualTo(5L);
        }
    }
}
