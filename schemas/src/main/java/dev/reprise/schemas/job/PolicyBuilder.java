// SPDX-License-Identifier: Apache-2.0
package dev.reprise.schemas.job;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A policy while it is put together, key by key, over another one. Not for use by many threads. */
public final class PolicyBuilder {
    private String version;
    private RerunMode mode;
    private RerunRule rerun;
    private Idempotency idempotency;
    private WhenUnknown whenUnknown;
    private boolean trustAfterFailure;
    private ApprovalRule approval;
    private int maxReruns;
    private List<ClassBudget> budgets;
    private Backoff backoff;
    private Duration settle;
    private Duration maxAge;
    private Duration requestAge;
    private Optional<Duration> lostAfter;
    private NativeRetries nativeRetries;
    private Flapping flapping;
    private List<FailureRule> failureRules;
    private List<OverrideRule> overrides;
    private Optional<AdmissionRule> admission;
    private Optional<Deadline> deadline;
    private Optional<Duration> expectedDuration;
    private List<Blackout> blackouts;
    private Cascade cascade;

    /** Begins with a policy. */
    public PolicyBuilder(Policy policy) {
        version = policy.version();
        mode = policy.mode();
        rerun = policy.rerun();
        idempotency = policy.idempotency();
        whenUnknown = policy.whenUnknown();
        trustAfterFailure = policy.trustAfterFailure();
        approval = policy.approval();
        maxReruns = policy.maxReruns();
        budgets = policy.budgets();
        backoff = policy.backoff();
        settle = policy.settle();
        maxAge = policy.maxAge();
        requestAge = policy.requestAge();
        lostAfter = policy.lostAfter();
        nativeRetries = policy.nativeRetries();
        flapping = policy.flapping();
        failureRules = policy.failureRules();
        overrides = policy.overrides();
        admission = policy.admission();
        deadline = policy.deadline();
        expectedDuration = policy.expectedDuration();
        blackouts = policy.blackouts();
        cascade = policy.cascade();
    }

    /**
     * The policy.
     *
     * @throws IllegalArgumentException naming the field that is out of its bounds
     */
    public Policy build() {
        return new Policy(version, mode, rerun, idempotency, whenUnknown, trustAfterFailure, approval, maxReruns,
                budgets, backoff, settle, maxAge, requestAge, lostAfter, nativeRetries, flapping, failureRules,
                overrides, admission, deadline, expectedDuration, blackouts, cascade);
    }

    /** Sets {@link Policy#version()}. */
    public PolicyBuilder version(String value) {
        version = value;
        return this;
    }

    /** Sets {@link Policy#mode()}. */
    public PolicyBuilder mode(RerunMode value) {
        mode = value;
        return this;
    }

    /** Sets {@link Policy#rerun()}. */
    public PolicyBuilder rerun(RerunRule value) {
        rerun = value;
        return this;
    }

    /** Sets {@link Policy#idempotency()}. */
    public PolicyBuilder idempotency(Idempotency value) {
        idempotency = value;
        return this;
    }

    /** Sets {@link Policy#whenUnknown()}. */
    public PolicyBuilder whenUnknown(WhenUnknown value) {
        whenUnknown = value;
        return this;
    }

    /** Sets {@link Policy#trustAfterFailure()}. */
    public PolicyBuilder trustAfterFailure(boolean value) {
        trustAfterFailure = value;
        return this;
    }

    /** Sets {@link Policy#approval()}. */
    public PolicyBuilder approval(ApprovalRule value) {
        approval = value;
        return this;
    }

    /** Sets {@link Policy#maxReruns()}. */
    public PolicyBuilder maxReruns(int value) {
        maxReruns = value;
        return this;
    }

    /** Sets {@link Policy#budgets()}. */
    public PolicyBuilder budgets(List<ClassBudget> value) {
        budgets = value;
        return this;
    }

    /** Sets {@link Policy#backoff()}. */
    public PolicyBuilder backoff(Backoff value) {
        backoff = value;
        return this;
    }

    /** Sets {@link Policy#settle()}. */
    public PolicyBuilder settle(Duration value) {
        settle = value;
        return this;
    }

    /** Sets {@link Policy#maxAge()}. */
    public PolicyBuilder maxAge(Duration value) {
        maxAge = value;
        return this;
    }

    /** Sets {@link Policy#requestAge()}. */
    public PolicyBuilder requestAge(Duration value) {
        requestAge = value;
        return this;
    }

    /** Sets {@link Policy#lostAfter()}. */
    public PolicyBuilder lostAfter(Optional<Duration> value) {
        lostAfter = value;
        return this;
    }

    /** Sets {@link Policy#nativeRetries()}. */
    public PolicyBuilder nativeRetries(NativeRetries value) {
        nativeRetries = value;
        return this;
    }

    /** Sets {@link Policy#flapping()}. */
    public PolicyBuilder flapping(Flapping value) {
        flapping = value;
        return this;
    }

    /** Sets {@link Policy#failureRules()}. */
    public PolicyBuilder failureRules(List<FailureRule> value) {
        failureRules = value;
        return this;
    }

    /** Sets {@link Policy#overrides()}. */
    public PolicyBuilder overrides(List<OverrideRule> value) {
        overrides = value;
        return this;
    }

    /** Sets {@link Policy#admission()}. */
    public PolicyBuilder admission(Optional<AdmissionRule> value) {
        admission = value;
        return this;
    }

    /** Sets {@link Policy#deadline()}. */
    public PolicyBuilder deadline(Optional<Deadline> value) {
        deadline = value;
        return this;
    }

    /** Sets {@link Policy#expectedDuration()}. */
    public PolicyBuilder expectedDuration(Optional<Duration> value) {
        expectedDuration = value;
        return this;
    }

    /** Sets {@link Policy#blackouts()}. */
    public PolicyBuilder blackouts(List<Blackout> value) {
        blackouts = value;
        return this;
    }

    /** Sets {@link Policy#cascade()}. */
    public PolicyBuilder cascade(Cascade value) {
        cascade = value;
        return this;
    }
}
