package dev.weir.snapshot.storage;

import java.util.regex.Pattern;

/**
 * The rule for job ids, which name folders, threads and transactions: letters, digits, dots, underscores and dashes of
 * ASCII, a letter or digit first, at most {@value #LONGEST} characters. So an id is one harmless part of a path anywhere.
 */
public final class JobIds {

    static final int LONGEST = 128;

    private static final Pattern RULE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    private JobIds() {}

    /**
     * Returns the id.
     *
     * @throws IllegalArgumentException where it breaks the rule
     */
    public static String require(String jobId) {
        if (jobId.length() > LONGEST || !RULE.matcher(jobId).matches()) {
            throw new IllegalArgumentException("a job id is letters, digits, '.', '_' and '-', at most " + LONGEST
                    + " of them, and starts with a letter or digit: got '" + jobId + "', " + jobId.length()
                    + " characters; give the job another id");
        }
        return jobId;
    }
}
