// SPDX-License-Identifier: Apache-2.0

/** Events of Glue, EMR and Step Functions as EventBridge delivers them. */
@NullMarked
package dev.reprise.ingest.aws;

import org.jspecify.annotations.NullMarked;
