// SPDX-License-Identifier: Apache-2.0

/**
 * Reruns in AWS: Step Functions, Glue and EMR. Requests are signed by Amazon's own library and sent once; none of its
 * clients is used, as they send again by themselves.
 */
@NullMarked
package dev.reprise.runner.target.aws;

import org.jspecify.annotations.NullMarked;
