// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import com.fasterxml.jackson.annotation.JsonCreator;
import org.jspecify.annotations.Nullable;

import dev.reprise.runtime.config.ConfigException;

/**
 * How much one caller may ask. None of it holds while nobody needs to sign in, as then only this machine can call.
 *
 * @param perCaller requests in a minute of one caller who has signed in (default 60,000)
 * @param perAddress requests in a minute from one address without a valid sign-in (default 6,000)
 * @param failedSignIns failed sign-ins in a minute from one address, and for one name (default 10)
 */
public record LimitConfig(int perCaller, int perAddress, int failedSignIns) {

    /** The defaults. */
    public static final LimitConfig DEFAULT = new LimitConfig(60_000, 6_000, 10);

    /**
     * Checks them.
     *
     * @throws ConfigException for less than 1
     */
    public LimitConfig {
        require("per-caller", perCaller);
        require("per-address", perAddress);
        require("failed-sign-ins", failedSignIns);
    }

    /** As the other, with the default for what is absent. */
    @JsonCreator
    public LimitConfig(@Nullable Integer perCaller, @Nullable Integer perAddress, @Nullable Integer failedSignIns) {
        this(perCaller == null ? DEFAULT.perCaller : perCaller.intValue(),
                perAddress == null ? DEFAULT.perAddress : perAddress.intValue(),
                failedSignIns == null ? DEFAULT.failedSignIns : failedSignIns.intValue());
    }

    private static void require(String field, int value) {
        if (value < 1 || value > 10_000_000) {
            throw ConfigException.of(field, "expected 1 to 10000000, found " + value, "give requests in a minute");
        }
    }
}
