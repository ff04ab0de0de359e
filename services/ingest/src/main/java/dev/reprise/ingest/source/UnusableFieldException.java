// SPDX-License-Identifier: Apache-2.0
package dev.reprise.ingest.source;

/** A field without which a body cannot be told. Ends the reading of that body; the frame parks it. */
public final class UnusableFieldException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private final transient Finding.Parked parked;

    /**
     * Names the field.
     *
     * @param field in dotted form
     * @param problem what was found and what to give instead
     */
    public UnusableFieldException(Finding.Kind kind, String field, String problem) {
        super(problem, null, false, false);
        this.parked = new Finding.Parked(kind, field, problem);
    }

    /** The same as a finding. */
    public Finding.Parked parked() {
        return parked;
    }
}
