package dev.weir.snapshot.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.snapshot.state.ListStateDescriptor;
import dev.weir.snapshot.state.MapStateDescriptor;
import dev.weir.snapshot.state.TypeHint;
import dev.weir.snapshot.state.UnionListState;
import dev.weir.testing.Seeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Random writes of every kind, and restores at random parallelisms, beside plain lists and maps. */
class OperatorStatesModelTest {

    private static final ListStateDescriptor<Object> SPLIT = ListStateDescriptor.of("split", Object.class);
    private static final ListStateDescriptor<List<Long>> UNION =
            ListStateDescriptor.of("union", new TypeHint<List<Long>>() {});
    private static final MapStateDescriptor<Long, String> BROADCAST =
            MapStateDescriptor.of("broadcast", Long.class, String.class);

    /** What a run of the operator should hold; lists by subtask. */
    private static final class Model {
        private List<List<Object>> split = new ArrayList<>();
        private List<List<List<Long>>> union = new ArrayList<>();
        private final Map<Long, @Nullable String> broadcast = new HashMap<>();
    }

    private final StoredSubtasks stored = new StoredSubtasks();

    @Seeds(150)
    void stateIsWhatPlainListsAndMapsHold(long seed) throws IOException {
        Random random = new Random(seed);
        List<OperatorStates> subtasks = StoredSubtasks.fresh(3);
        Model model = new Model();
        subtasks.forEach(subtask -> {
            model.split.add(new ArrayList<>());
            model.union.add(new ArrayList<>());
        });
        for (int run = 0; run < 5; run++) {
            for (int step = random.nextInt(40); step > 0; step--) {
                write(random, subtasks, model);
            }
            check(subtasks, model);
            int parallelism = 1 + random.nextInt(6);
            subtasks = stored.restored(stored.written(subtasks), parallelism);
            restore(subtasks, model);
            check(subtasks, model);
        }
    }

    private static void write(Random random, List<OperatorStates> subtasks, Model model) {
        int index = random.nextInt(subtasks.size());
        OperatorStates subtask = subtasks.get(index);
        switch (random.nextInt(6)) {
            case 0, 1 -> {
                Object element = random.nextBoolean() ? (Object) random.nextLong() : "text " + random.nextInt();
                subtask.list(SPLIT).add(element);
                model.split.get(index).add(element);
            }
            case 2 -> {
                subtask.list(SPLIT).clear();
                model.split.get(index).clear();
            }
            case 3 -> {
                List<Long> element = new ArrayList<>(List.of(random.nextLong()));
                subtask.union(UNION).add(element);
                model.union.get(index).add(List.copyOf(element));
                element.add(1L);
            }
            case 4 -> {
                subtask.union(UNION).get().forEach(element -> element.add(7L));
                model.union.get(index).replaceAll(element -> {
                    List<Long> longer = new ArrayList<>(element);
                    longer.add(7L);
                    return longer;
                });
            }
            default -> writeBroadcast(random, subtasks, model);
        }
    }

    private static void writeBroadcast(Random random, List<OperatorStates> subtasks, Model model) {
        long key = random.nextInt(8);
        String value = random.nextInt(4) == 0 ? null : "v" + random.nextInt(100);
        if (random.nextInt(3) == 0) {
            subtasks.forEach(each -> each.broadcast(BROADCAST).remove(key));
            model.broadcast.remove(key);
        } else {
            subtasks.forEach(each -> each.broadcast(BROADCAST).put(key, value));
            model.broadcast.put(key, value);
        }
    }

    private static void restore(List<OperatorStates> subtasks, Model model) {
        int parallelism = subtasks.size();
        List<List<Long>> union = new ArrayList<>();
        model.union.forEach(union::addAll);
        if (model.split.size() != parallelism) {
            List<Object> split = new ArrayList<>();
            model.split.forEach(split::addAll);
            model.split = dealt(split, parallelism);
        }
        model.union = dealt(union, parallelism);
        for (OperatorStates subtask : subtasks) {
            UnionListState<List<Long>> list = subtask.union(UNION);
            assertThat(list.restored()).isEqualTo(union);
        }
    }

    private static <T> List<List<T>> dealt(List<T> all, int parallelism) {
        List<List<T>> shares = new ArrayList<>();
        for (int i = 0; i < parallelism; i++) {
            int from = all.size() * i / parallelism;
            shares.add(new ArrayList<>(all.subList(from, all.size() * (i + 1) / parallelism)));
        }
        return shares;
    }

    private static void check(List<OperatorStates> subtasks, Model model) {
        for (int i = 0; i < subtasks.size(); i++) {
            OperatorStates subtask = subtasks.get(i);
            assertThat(subtask.list(SPLIT).get()).containsExactlyElementsOf(model.split.get(i));
            assertThat(subtask.union(UNION).get()).containsExactlyElementsOf(model.union.get(i));
            Map<Long, @Nullable String> entries = new HashMap<>();
            subtask.broadcast(BROADCAST).entries().forEach(entry -> entries.put(entry.getKey(), entry.getValue()));
            assertThat(entries).isEqualTo(model.broadcast);
        }
    }
}
