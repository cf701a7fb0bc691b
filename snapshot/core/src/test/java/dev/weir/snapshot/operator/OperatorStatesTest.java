package dev.weir.snapshot.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.snapshot.backend.StateRegistrationException;
import dev.weir.snapshot.format.Manifest;
import dev.weir.snapshot.restore.RestoreRefusedException;
import dev.weir.snapshot.state.ListState;
import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.MapState;
import dev.weir.snapshot.state.MapStateDescriptor;
import dev.weir.snapshot.state.StateTtl;
import dev.weir.snapshot.state.TypeHint;
import dev.weir.snapshot.state.UnionListState;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Lists and maps that belong to no key. */
class OperatorStatesTest {

    private static final ListStateDescriptor<String> WORDS = ListStateDescriptor.of("words", String.class);
    private static final ListStateDescriptor<List<String>> LINES =
            ListStateDescriptor.of("lines", new TypeHint<List<String>>() {});
    private static final MapStateDescriptor<String, Rule> RULES =
            MapStateDescriptor.of("rules", String.class, Rule.class);

    private final StoredSubtasks stored = new StoredSubtasks();
    private final OperatorStates states = StoredSubtasks.states(0, 1, Map.of());

    /** A value of a user. */
    record Rule(String text, int weight) {}

    private static List<String> texts(Iterable<String> elements) {
        List<String> texts = new ArrayList<>();
        elements.forEach(texts::add);
        return texts;
    }

    @Test
    void aListHoldsWhatWasAddedInOrder() {
        ListState<String> words = states.list(WORDS);
        assertThat(words.get()).isNotNull().isEmpty();
        words.add("a");
        Iterable<String> before = words.get();
        words.addAll(List.of("b", "c"));
        assertThat(words.get()).containsExactly("a", "b", "c");
        assertThat(before).containsExactly("a");
        words.update(List.of("z"));
        assertThat(words.get()).containsExactly("z");
        words.update(List.of());
        assertThat(words.get()).isNotNull().isEmpty();
    }

    @Test
    @SuppressWarnings("NullAway") // what users do who don't check
    void nullsAreRefusedWithTheStatesName() {
        ListState<String> words = states.list(WORDS);
        MapState<String, Rule> rules = states.broadcast(RULES);
        words.add("a");
        assertThatThrownBy(() -> words.add(null)).hasMessageContaining("state=words");
        assertThatThrownBy(() -> words.addAll(Arrays.asList("b", null))).hasMessageContaining("state=words");
        assertThatThrownBy(() -> words.update(Arrays.asList("b", null))).hasMessageContaining("state=words");
        assertThat(words.get()).containsExactly("a");
        assertThatThrownBy(() -> rules.put(null, new Rule("x", 1))).hasMessageContaining("state=rules");
        assertThat(rules.isEmpty()).isTrue();
        rules.put("n", null);
        assertThat(rules.contains("n")).isTrue();
        assertThat(rules.get("n")).isNull();
    }

    @Test
    void mutableElementsAreCopiedWhenTheyComeInAndChangedInPlaceAfterwards() throws IOException {
        ListState<List<String>> lines = states.list(LINES);
        List<String> mine = new ArrayList<>(List.of("a"));
        lines.add(mine);
        mine.add("not stored");
        Manifest before = stored.written(List.of(states));
        lines.get().iterator().next().add("b");
        Manifest after = stored.written(List.of(states));
        assertThat(stored.restored(before, 1).get(0).list(LINES).get()).containsExactly(List.of("a"));
        assertThat(stored.restored(after, 1).get(0).list(LINES).get()).containsExactly(List.of("a", "b"));
    }

    @Test
    void entriesOfAMapAreRemovedOnceAndKeepTheirValue() {
        MapState<String, Rule> rules = states.broadcast(RULES);
        rules.putAll(Map.of("a", new Rule("a", 1), "b", new Rule("b", 2)));
        Iterator<Map.Entry<String, @Nullable Rule>> entries = rules.entries().iterator();
        Map.Entry<String, @Nullable Rule> first = entries.next();
        Rule value = first.getValue();
        entries.remove();
        assertThat(first.getValue()).isEqualTo(value);
        assertThatThrownBy(entries::remove).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> first.setValue(null)).isInstanceOf(IllegalStateException.class);
        assertThat(rules.size()).isEqualTo(1);
        entries.next().setValue(new Rule("c", 3));
        assertThat(rules.values()).containsExactly(new Rule("c", 3));
    }

    @Test
    void aSplitListKeepsItsPlaceOrIsDealtOutEvenly() throws IOException {
        List<OperatorStates> three = StoredSubtasks.fresh(3);
        for (int i = 0; i < 3; i++) {
            ListState<String> words = three.get(i).list(WORDS);
            for (int k = 0; k < 5 * i; k++) {
                words.add(i + "-" + k);
            }
        }
        Manifest manifest = stored.written(three);
        List<OperatorStates> again = stored.restored(manifest, 3);
        for (int i = 0; i < 3; i++) {
            assertThat(texts(again.get(i).list(WORDS).get())).hasSize(5 * i).allMatch(ofSubtask(i));
        }
        for (int parallelism : List.of(2, 5)) {
            List<Integer> sizes = new ArrayList<>();
            List<String> all = new ArrayList<>();
            for (OperatorStates subtask : stored.restored(manifest, parallelism)) {
                List<String> words = texts(subtask.list(WORDS).get());
                sizes.add(words.size());
                all.addAll(words);
            }
            assertThat(sizes).allMatch(size -> size == 15 / parallelism || size == 15 / parallelism + 1);
            assertThat(all).hasSize(15).doesNotHaveDuplicates();
        }
    }

    private static java.util.function.Predicate<String> ofSubtask(int index) {
        return text -> text.startsWith(index + "-");
    }

    @Test
    void aUnionListIsShownWholeToEachAndNeverGrows() throws IOException {
        List<OperatorStates> subtasks = StoredSubtasks.fresh(2);
        subtasks.get(0).union(WORDS).add("a");
        subtasks.get(1).union(WORDS).add("b");
        for (int parallelism : List.of(3, 2, 2, 5, 1)) {
            Manifest manifest = stored.written(subtasks);
            subtasks = stored.restored(manifest, parallelism);
            List<String> own = new ArrayList<>();
            for (OperatorStates subtask : subtasks) {
                UnionListState<String> words = subtask.union(WORDS);
                assertThat(words.restored()).containsExactly("a", "b");
                own.addAll(texts(words.get()));
            }
            assertThat(own).containsExactly("a", "b");
        }
    }

    @Test
    void whatAllSubtasksHadIsLetGoOfAfterOpen() throws IOException {
        UnionListState<String> words = states.union(WORDS);
        assertThat(words.restored()).isEmpty();
        states.opened();
        assertThatThrownBy(words::restored).hasMessageContaining("state=words");
        assertThatThrownBy(() -> states.list(ListStateDescriptor.of("late", String.class)))
                .isInstanceOf(StateRegistrationException.class)
                .hasMessageContaining("state=late")
                .hasMessageContaining("registered in open");
    }

    @Test
    void aBroadcastMapIsTheSameOnAll() throws IOException {
        List<OperatorStates> subtasks = StoredSubtasks.fresh(3);
        subtasks.forEach(subtask -> subtask.broadcast(RULES).put("a", new Rule("x", 1)));
        for (int parallelism : List.of(2, 5, 5, 1)) {
            subtasks = stored.restored(stored.written(subtasks), parallelism);
            for (OperatorStates subtask : subtasks) {
                MapState<String, Rule> rules = subtask.broadcast(RULES);
                assertThat(rules.size()).isEqualTo(1);
                assertThat(rules.get("a")).isEqualTo(new Rule("x", 1));
            }
        }
    }

    @Test
    void broadcastMapsThatDifferAreNotGivenToOthers() throws IOException {
        List<OperatorStates> subtasks = StoredSubtasks.fresh(3);
        for (int i = 0; i < 3; i++) {
            MapState<String, Rule> rules = subtasks.get(i).broadcast(RULES);
            rules.put("a", new Rule("x", i / 2));
        }
        Manifest manifest = stored.written(subtasks);
        List<OperatorStates> again = stored.restored(manifest, 3);
        for (int i = 0; i < 3; i++) {
            Rule rule = Objects.requireNonNull(again.get(i).broadcast(RULES).get("a"));
            assertThat(rule.weight()).isEqualTo(i / 2);
        }
        assertThatThrownBy(() -> stored.restored(manifest, 2))
                .isInstanceOf(RestoreRefusedException.class)
                .hasMessageContaining("operator=op")
                .hasMessageContaining("state=rules")
                .hasMessageContaining("parallelism 3");
    }

    @Test
    void theOrderOfABroadcastMapsEntriesDoesntMatter() throws IOException {
        List<OperatorStates> subtasks = StoredSubtasks.fresh(2);
        subtasks.get(0).broadcast(RULES).put("a", null);
        subtasks.get(0).broadcast(RULES).put("b", new Rule("x", 1));
        subtasks.get(1).broadcast(RULES).put("b", new Rule("x", 1));
        subtasks.get(1).broadcast(RULES).put("a", null);
        List<OperatorStates> three = stored.restored(stored.written(subtasks), 3);
        assertThat(three.get(2).broadcast(RULES).size()).isEqualTo(2);
    }

    @Test
    void oneNameIsOneState() throws IOException {
        assertThat(states.list(WORDS)).isSameAs(states.list(ListStateDescriptor.of("words", String.class)));
        assertThatThrownBy(() -> states.union(WORDS))
                .isInstanceOf(StateRegistrationException.class)
                .hasMessageContaining("operator=op, state=words")
                .hasMessageContaining("registered=SPLIT LIST[java.lang.String]")
                .hasMessageContaining("asked for=UNION LIST[java.lang.String]");
        assertThatThrownBy(() -> states.list(ListStateDescriptor.of("words", Long.class)))
                .hasMessageContaining("asked for=SPLIT LIST[java.lang.Long]");
        assertThatThrownBy(() -> states.broadcast(MapStateDescriptor.of("words", String.class, Long.class)))
                .hasMessageContaining("asked for=BROADCAST MAP[java.lang.String, java.lang.Long]");
        assertThatThrownBy(() -> states.take("words")).hasMessageContaining("state=words");
        states.take("prepared");
        assertThatThrownBy(() -> states.list(ListStateDescriptor.of("prepared", String.class)))
                .hasMessageContaining("the operator itself keeps state");
        assertThatThrownBy(() -> states.list(
                        ListStateDescriptor.of("old", String.class).withTtl(StateTtl.of(Duration.ofHours(1)))))
                .hasMessageContaining("only keyed state has a time to live")
                .hasMessageContaining("state=old");
    }

    @Test
    void whatWasStoredAsSomethingElseIsRefusedWithItsName() throws IOException {
        states.list(WORDS).add("a");
        Manifest manifest = stored.written(List.of(states));
        OperatorStates asUnion = stored.restored(manifest, 1).get(0);
        assertThat(asUnion.unclaimed()).containsExactly("words");
        assertThatThrownBy(() -> asUnion.union(WORDS))
                .isInstanceOf(StateRegistrationException.class)
                .hasMessageContaining("state=words")
                .hasMessageContaining("stored=SPLIT, declared=UNION");
        OperatorStates asNumbers = stored.restored(manifest, 1).get(0);
        assertThatThrownBy(() -> asNumbers.list(ListStateDescriptor.of("words", Rule.class)))
                .isInstanceOf(StateRegistrationException.class)
                .hasMessageContaining("operator=op, state=words");
    }

    @Test
    void numbersWiden() throws IOException {
        states.list(ListStateDescriptor.of("numbers", Integer.class)).addAll(List.of(1, 2));
        OperatorStates wider =
                stored.restored(stored.written(List.of(states)), 1).get(0);
        assertThat(wider.list(ListStateDescriptor.of("numbers", Long.class)).get())
                .containsExactly(1L, 2L);
    }
}
