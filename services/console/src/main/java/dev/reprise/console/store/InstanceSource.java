// SPDX-License-Identifier: Apache-2.0
package dev.reprise.console.store;

/**
 * Instances that an index holds in the order of their last change: those of one job or one data partition that stand in one
 * status.
 *
 * @param by what they have in common beside the status
 * @param name the job or data partition
 * @param status the status
 * @param rest what is asked of them beside it
 * @param firstAt when the first of them was changed, in milliseconds since 1970
 */
record InstanceSource(By by, String name, String status, Conditions rest, long firstAt) {

    /** What instances of a source have in common, and where each name and status is counted. */
    enum By {
        JOB("job_key", "job_counts"), PARTITION("data_partition", "partition_counts");

        private final String column;
        private final String counts;

        By(String column, String counts) {
            this.column = column;
            this.counts = counts;
        }

        String column() {
            return column;
        }

        String counts() {
            return counts;
        }
    }
}
