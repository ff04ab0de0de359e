// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.http;

import java.time.Duration;
import java.time.InstantSource;

import dev.reprise.runtime.limit.TokenBuckets;

/** Refuses who asks too much. A valid sign-in is never held back by the failures of others. */
final class Throttle {

    private final TokenBuckets callers;
    private final TokenBuckets addresses;
    private final TokenBuckets failures;

    Throttle(LimitConfig limits, InstantSource clock) {
        callers = new TokenBuckets(limits.perCaller(), clock);
        addresses = new TokenBuckets(limits.perAddress(), clock);
        failures = new TokenBuckets(limits.failedSignIns(), clock);
    }

    /**
     * Counts a request.
     *
     * @throws ProblemException with status 429
     */
    void admit(Principal caller, String address) {
        boolean anonymous = caller.method() == Principal.AuthMethod.NONE;
        Duration wait = anonymous
                ? addresses.take(ClientAddress.network(address))
                : callers.take(caller.method() + " " + caller.name());
        if (wait.isPositive()) {
            throw ProblemException.tooMany((anonymous ? "this address" : caller.name()) + " asks too often", wait);
        }
    }

    /**
     * Refuses to try a password where too many were wrong.
     *
     * @throws ProblemException with status 429
     */
    void beforePassword(String address, String user) {
        refuse(longer(failures.peek(ofAddress(address)), failures.peek(ofUser(user))));
    }

    /** Counts a wrong password. */
    void wrongPassword(String user) {
        failures.take(ofUser(user));
    }

    /**
     * Counts a failed sign-in of any kind.
     *
     * @throws ProblemException with status 429 in place of the failure, when there were too many
     */
    void failed(String address) {
        refuse(failures.take(ofAddress(address)));
    }

    private static void refuse(Duration wait) {
        if (wait.isPositive()) {
            throw ProblemException.tooMany("too many sign-ins have failed", wait);
        }
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    private static String ofAddress(String address) {
        return "address " + ClientAddress.network(address);
    }

    private static String ofUser(String user) {
        return "user " + user;
    }
}
