// SPDX-License-Identifier: Apache-2.0
/**
 * Robots of chat programs: Slack, Microsoft Teams, DingTalk, Feishu, WeCom. Each has its own body, its own limit in bytes
 * or characters, and its own idea of success. Knows nothing of retries.
 */
@NullMarked
package dev.reprise.notifier.chat;

import org.jspecify.annotations.NullMarked;
