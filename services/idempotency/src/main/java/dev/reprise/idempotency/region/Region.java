// SPDX-License-Identifier: Apache-2.0
package dev.reprise.idempotency.region;

import java.util.List;
import java.util.stream.Stream;

/**
 * A part of a table: the rows that satisfy every atom. Without atoms it is the whole table.
 *
 * @param atoms the conjunction
 * @param partial whether the rows may satisfy more than is stated here, in a way that could not be expressed
 */
public record Region(List<Atom> atoms, boolean partial) {
    /** The whole table. */
    public static final Region ALL = new Region(List.of(), false);

    /**
     * @param atoms a conjunction
     * @return the region
     */
    public static Region of(List<Atom> atoms) {
        return new Region(List.copyOf(atoms), false);
    }

    /** @return whether nothing restricts it */
    public boolean whole() {
        return atoms.isEmpty();
    }

    /**
     * @param part another region of the same table
     * @return whether every row of {@code part} lies in this region; NO only when a row outside may exist for certain
     */
    public Proof contains(Region part) {
        // What this region leaves out beyond its atoms is not known.
        Proof result = partial ? Proof.OPEN : Proof.YES;
        for (Atom atom : atoms) {
            Proof proof = implied(atom, part);
            if (proof == Proof.NO) {
                return Proof.NO;
            }
            result = proof == Proof.OPEN ? Proof.OPEN : result;
        }
        return result;
    }

    private Proof implied(Atom atom, Region part) {
        List<Proof> proofs = part.atoms.stream().filter(other -> other.column().equals(atom.column()))
                .map(other -> other.implies(atom)).toList();
        if (proofs.contains(Proof.YES)) {
            return Proof.YES;
        }
        if (!proofs.isEmpty()) {
            return proofs.contains(Proof.OPEN) ? Proof.OPEN : Proof.NO;
        }
        // Nothing is said of this column. If the part is described by other columns, those may determine it: open.
        boolean described = part.partial
                || part.atoms.stream()
                        .anyMatch(other -> atoms.stream().noneMatch(mine -> mine.column().equals(other.column())));
        return described ? Proof.OPEN : Proof.NO;
    }

    /**
     * @param other another region of the same table
     * @return whether no row lies in both
     */
    public Proof disjoint(Region other) {
        boolean open = partial || other.partial;
        for (Atom atom : atoms) {
            for (Atom theirs : other.atoms) {
                if (atom.column().equals(theirs.column())) {
                    Proof proof = atom.excludes(theirs);
                    if (proof == Proof.YES) {
                        return Proof.YES;
                    }
                    open |= proof == Proof.OPEN;
                }
            }
        }
        return open ? Proof.OPEN : Proof.NO;
    }

    /**
     * @param more further atoms
     * @return the part of this region that satisfies them too
     */
    public Region and(List<Atom> more) {
        return new Region(Stream.concat(atoms.stream(), more.stream()).distinct().toList(), partial);
    }
}
