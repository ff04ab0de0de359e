// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.rule;

/** A condition under which a rerun is safe. The text says what someone has to check. */
public enum Condition {
    KEY("the key is unique and not null, in the target and in the source"), SAME_SET(
            "the set of produced partitions or keys does not shrink between runs"), CLOCK_REGION(
                    "the rerun happens in the same period of the wall clock"), CLOCK_VALUE(
                            "columns filled from the wall clock are left out of the comparison"), DET(
                                    "values and choices that are not determined by the input are not relied on"), UPSTREAM(
                                            "the rerun selects the same input although its filter follows the clock"), ATOMIC(
                                                    "a failed statement leaves nothing behind"), SESSION(
                                                            "each attempt runs in a new session"), CONFIG(
                                                                    "the session setting is the one seen here"), ENGINE(
                                                                            "the table's engine removes older rows of the same key before they are read"), SURROGATE(
                                                                                    "nobody stores the generated keys"), EXTERNAL(
                                                                                            "consumers of the files tolerate that they are replaced"), LOADHISTORY(
                                                                                                    "the engine still remembers the files it has loaded"), LABEL(
                                                                                                            "the engine still remembers the load label"), STATE(
                                                                                                                    "the stored position is advanced only after success");

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
