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

/** Files, memory and network as the operating system, shells and runtimes name them. */
final class SystemRules {
    private SystemRules() {}

    static List<FailureRule> all() {
        return List.of(
                passing("system.disk-full", RESOURCE).on("[Nn]o space left on device", "Disk quota exceeded",
                        "There is not enough space on the disk"),
                passing("system.stale-handle", PLATFORM).afterSeconds(30).on("Stale (?:NFS )?file handle"),
                passing("system.io-error", PLATFORM).afterSeconds(60).on("Input/output error"),
                passing("system.read-only", PLATFORM).afterSeconds(60).on("Read-only file system"),
                passing("system.open-files", RESOURCE).on("Too many open files"),
                passing("system.out-of-memory", RESOURCE).on("Out of memory: Kill", "Cannot allocate memory",
                        "oom-kill:"),
                passing("system.no-more-processes", RESOURCE).on("fork: retry: Resource temporarily unavailable",
                        "fork: Resource temporarily unavailable", "can't start new thread"),
                passing("system.unknown-host", PLATFORM).afterSeconds(60).on("UnknownHostException",
                        "Name or service not known", "Temporary failure in name resolution", "Could not resolve host",
                        "nodename nor servname provided", "no such host"),
                passing("system.connection-refused", PLATFORM).afterSeconds(60).on("Connection refused",
                        "connection refused", "ECONNREFUSED"),
                passing("system.connection-lost", PLATFORM).afterSeconds(30).on("Connection reset",
                        "connection reset by peer", "ECONNRESET", "Broken pipe", "Connection aborted",
                        "RemoteDisconnected"),
                passing("system.no-route", PLATFORM).afterSeconds(60).on("No route to host", "Network is unreachable"),
                passing("system.network-timeout", PLATFORM).afterSeconds(60).on("SocketTimeoutException",
                        "Read timed out", "[Cc]onnect timed out", "Connection timed out", "ETIMEDOUT", "i/o timeout"),
                lasting("system.certificate", PLATFORM).on("CERTIFICATE_VERIFY_FAILED", "certificate has expired",
                        "PKIX path building failed"),
                passing("system.unreachable", PLATFORM).afterSeconds(60).on("Max retries exceeded",
                        "Could not connect to the endpoint URL"),
                lasting("system.command-not-found", USER_CODE).on("command not found"),
                lasting("system.shell-syntax", USER_CODE).on("syntax error near unexpected token",
                        "syntax error: unexpected end of file"),
                lasting("system.arguments-too-long", USER_CODE).on("Argument list too long"),
                passing("system.segfault", USER_CODE).on("Segmentation fault"),
                passing("system.path-missing", UPSTREAM).afterSeconds(300).on("No such file or directory",
                        "java\\.io\\.FileNotFoundException", "NoSuchFileException", "cannot find the path specified"),
                lasting("system.permission", PERMISSION).on("Permission denied", "permission denied",
                        "PermissionError: ", "AccessDeniedException", "Operation not permitted"));
    }
}
