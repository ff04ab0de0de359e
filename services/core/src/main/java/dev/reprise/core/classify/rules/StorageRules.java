// SPDX-License-Identifier: Apache-2.0
package dev.reprise.core.classify.rules;

import static dev.reprise.core.classify.rules.Row.lasting;
import static dev.reprise.core.classify.rules.Row.passing;
import static dev.reprise.schemas.decision.FailureClass.PERMISSION;
import static dev.reprise.schemas.decision.FailureClass.PLATFORM;
import static dev.reprise.schemas.decision.FailureClass.RESOURCE;
import static dev.reprise.schemas.decision.FailureClass.UPSTREAM;
import static dev.reprise.schemas.decision.FailureClass.USER_CODE;

import java.util.List;

import dev.reprise.schemas.job.FailureRule;

/** HDFS, object stores and table formats on them. */
final class StorageRules {
    private StorageRules() {}

    static List<FailureRule> all() {
        return List.of(
                passing("hdfs.safe-mode", PLATFORM).afterSeconds(120).on("SafeModeException",
                        "Name node is in safe mode"),
                passing("hdfs.standby", PLATFORM).afterSeconds(30).on("is not supported in state standby"),
                passing("hdfs.block-missing", PLATFORM).afterSeconds(60).on("BlockMissingException",
                        "Could not obtain block"),
                passing("hdfs.no-datanode", PLATFORM).afterSeconds(60)
                        .on("could only be (?:replicated|written) to \\d+"),
                passing("hdfs.quota", RESOURCE).afterSeconds(600).on("DSQuotaExceededException",
                        "NSQuotaExceededException", "The DiskSpace quota of"),
                passing("hdfs.lease", PLATFORM).afterSeconds(60).on("LeaseExpiredException",
                        "AlreadyBeingCreatedException"),
                lasting("hdfs.permission", PERMISSION).on("AccessControlException: Permission denied",
                        "Permission denied: user="),
                passing("kerberos.ticket", PERMISSION).on("GSS initiate failed", "Failed to find any Kerberos tgt"),
                passing("s3.throttled", PLATFORM).afterSeconds(60).on("Please reduce your request rate",
                        "\\bSlowDown\\b"),
                passing("s3.token-expired", PERMISSION).on("The provided token has expired", "ExpiredToken"),
                passing("s3.credentials-missing", PERMISSION).on("Unable to locate credentials",
                        "NoCredentialsError", "Unable to load AWS credentials"),
                lasting("s3.access-denied", PERMISSION).on("\\(AccessDenied\\)", "Error Code: AccessDenied",
                        "InvalidAccessKeyId", "SignatureDoesNotMatch"),
                passing("s3.object-missing", UPSTREAM).afterSeconds(300).on("NoSuchKey",
                        "The specified key does not exist", "\\(404\\) when calling the HeadObject operation"),
                lasting("s3.bucket-missing", USER_CODE).on("NoSuchBucket", "The specified bucket does not exist"),
                lasting("hadoop.output-exists", USER_CODE).on("FileAlreadyExistsException"),
                passing("hadoop.input-missing", UPSTREAM).afterSeconds(300).on("Input path does not exist"),
                passing("lake.commit-conflict", PLATFORM).afterSeconds(30).on("ConcurrentAppendException",
                        "ConcurrentDeleteReadException", "ConcurrentDeleteDeleteException",
                        "ConcurrentTransactionException", "iceberg\\.exceptions\\.CommitFailedException",
                        "HoodieWriteConflictException", "Cannot resolve conflicts for overlapping writes"));
    }
}
