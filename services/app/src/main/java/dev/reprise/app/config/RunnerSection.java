// SPDX-License-Identifier: Apache-2.0
package dev.reprise.app.config;

import dev.reprise.runner.dispatch.DispatchSettings;
import dev.reprise.runner.target.http.HttpSettings;
import dev.reprise.runner.target.process.ProcessSettings;

/**
 * Settings of the runner.
 *
 * @param dispatch how commands are carried out
 * @param process how processes are run
 * @param http how HTTP targets are called
 */
public record RunnerSection(DispatchSettings dispatch, ProcessSettings process, HttpSettings http) {}
