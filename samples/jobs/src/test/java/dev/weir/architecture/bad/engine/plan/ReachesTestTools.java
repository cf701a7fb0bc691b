package dev.weir.architecture.bad.engine.plan;

import dev.weir.architecture.bad.testing.TestTool;

/** Bad: what is shipped knows a tool of the tests. */
public record ReachesTestTools(TestTool tool) {}
