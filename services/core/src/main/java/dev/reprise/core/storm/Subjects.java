// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.storm;

import java.util.regex.Pattern;

import dev.reprise.schemas.bound.Bounds;
import dev.reprise.schemas.event.AdmissionRuled;

/** What a breaker is about, in one text: the group, or {@code GROUP#SIGNATURE}. */
public final class Subjects {
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}+");

    private Subjects() {}

    /** A signature as it can stand in a key and in one line. */
    static String signature(String told) {
        return CONTROL.matcher(told).replaceAll(" ").strip();
    }

    /** The subject of a breaker. A hash sign in the name of the group is escaped, so that two never share one. */
    public static String of(String group, String signature) {
        String escaped = group.replace("%", "%25").replace("#", "%23");
        return Bounds.head(signature.equals(Breaker.WHOLE_GROUP) ? escaped : escaped + "#" + signature,
                AdmissionRuled.MAX_SUBJECT);
    }
}
