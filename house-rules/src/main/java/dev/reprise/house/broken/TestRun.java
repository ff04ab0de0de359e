// SPDX-License-Identifier: Apache-2.0
package dev.reprise.house.broken;

import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Runs the tests of a class with the classes that it was loaded with itself. */
public final class TestRun {
    private TestRun() {}

    /**
     * Runs them.
     *
     * @return how many failed
     * @throws IllegalStateException when there are none: that would prove nothing
     */
    public static String failures(String testClass) {
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherFactory.create().execute(LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(testClass)).build(), summary);
        if (summary.getSummary().getTestsStartedCount() == 0) {
            throw new IllegalStateException("no test of " + testClass + " was run");
        }
        return Long.toString(summary.getSummary().getTestsFailedCount());
    }
}
