// SPDX-License-Identifier: Apache-2.0
package dev.reprise.notifier.engine;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;

import dev.reprise.notifier.group.Member;
import dev.reprise.notifier.group.Members;
import dev.reprise.schemas.id.AlertKey;

/**
 * The members of one group in the store of all: the group's key, a zero, the alert's key.
 *
 * @param group the group's key; like every key of ours it holds no control character
 * @param store the store
 */
record MemberRows(String group, KeyValueStore<Bytes, Member> store) implements Members {
    @Override
    public Optional<Member> find(AlertKey alertKey) {
        return Optional.ofNullable(store.get(key("\u0000" + alertKey.value())));
    }

    @Override
    public List<Member> all() {
        List<Member> all = new ArrayList<>();
        try (KeyValueIterator<Bytes, Member> rows = store.range(key("\u0000"), key("\u0001"))) {
            rows.forEachRemaining(row -> all.add(row.value));
        }
        return all;
    }

    @Override
    public void put(Member member) {
        store.put(key("\u0000" + member.alertKey().value()), member);
    }

    @Override
    public void remove(AlertKey alertKey) {
        store.delete(key("\u0000" + alertKey.value()));
    }

    private Bytes key(String rest) {
        return Bytes.wrap((group + rest).getBytes(StandardCharsets.UTF_8));
    }
}
