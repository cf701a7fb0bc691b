package dev.weir.architecture.bad.operators.core;

import java.io.ObjectOutputStream;

/** Bad: Java serialization, writing. */
public record WritesSerializedObjects(ObjectOutputStream stream) {}
