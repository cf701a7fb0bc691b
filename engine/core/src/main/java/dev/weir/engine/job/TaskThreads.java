package dev.weir.engine.job;

import java.util.regex.Pattern;

/** The task threads of a job that is being given up: they are interrupted, in case its code heeds that. */
final class TaskThreads {

    private TaskThreads() {}

    static void interrupt(String jobId) {
        Pattern name = Pattern.compile(".*weir-(tasks|blocking)-" + Pattern.quote(jobId) + "-\\d+");
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (name.matcher(thread.getName()).matches()) {
                thread.interrupt();
            }
        }
    }
}
