// SPDX-License-Identifier: Apache-2.0
package dev.reprise.runtime.metrics;

/**
 * What is running.
 *
 * @param version the release, such as {@code 1.4.0}
 * @param revision the commit it was built from; {@code unknown} outside a build
 */
public record BuildVersion(String version, String revision) {}
