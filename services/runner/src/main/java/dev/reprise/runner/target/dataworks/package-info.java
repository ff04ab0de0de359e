// SPDX-License-Identifier: Apache-2.0

/** Reruns of task instances in DataWorks, with requests signed by Alibaba Cloud's own library. */
@NullMarked
package dev.reprise.runner.target.dataworks;

import org.jspecify.annotations.NullMarked;
