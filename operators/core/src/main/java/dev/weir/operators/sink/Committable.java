package dev.weir.operators.sink;

/** Something a sink holds until its commit is confirmed. Equal only to itself. */
interface Committable<TXN> {

    TransactionId id();

    /** What is to be committed, once it is due. */
    Prepared<TXN> prepared();

    /** It is committed; called once, by the subtask's thread. */
    default void onConfirmed() {}
}
