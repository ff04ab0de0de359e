// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.rule;

/** A condition under which a rerun is safe. The text says what someone has to check. */
public enum Condition {
    /** the key is unique and not null, in the target and in the source */
    KEY("the key is unique and not null, in the target and in the source"),
    /** the set of produced partitions or keys does not shrink between runs */
    SAME_SET("the set of produced partitions or keys does not shrink between runs"),
    /** the rerun happens in the same period of the wall clock */
    CLOCK_REGION("the rerun happens in the same period of the wall clock"),
    /** columns filled from the wall clock are left out of the comparison */
    CLOCK_VALUE("columns filled from the wall clock are left out of the comparison"),
    /** values and choices that are not determined by the input are not relied on */
    DET("values and choices that are not determined by the input are not relied on"),
    /** the rerun selects the same input although its filter follows the clock */
    UPSTREAM("the rerun selects the same input although its filter follows the clock"),
    /** a failed statement leaves nothing behind */
    ATOMIC("a failed statement leaves nothing behind"),
    /** each attempt runs in a new session */
    SESSION("each attempt runs in a new session"),
    /** the session setting is the one seen here */
    CONFIG("the session setting is the one seen here"),
    /** the table's engine removes older rows of the same key before they are read */
    ENGINE("the table's engine removes older rows of the same key before they are read"),
    /** nobody stores the generated keys */
    SURROGATE("nobody stores the generated keys"),
    /** consumers of the files tolerate that they are replaced */
    EXTERNAL("consumers of the files tolerate that they are replaced"),
    /** the engine still remembers the files it has loaded */
    LOADHISTORY("the engine still remembers the files it has loaded"),
    /** the engine still remembers the load label */
    LABEL("the engine still remembers the load label"),
    /** the engine does not skip a block of rows because it has taken the same block before */
    BLOCKS("the engine does not skip a block of rows because it has taken the same block before"),
    /** the stored position is advanced only after success */
    STATE("the stored position is advanced only after success");

    private final String text;

    Condition(String text) {
        this.text = text;
    }

    /** @return the stable code, as in {@code C-SAME-SET} */
    public String code() {
        return "C-" + name().replace('_', '-');
    }

    /** @return code and text */
    public String words() {
        return code() + ": " + text;
    }
}
