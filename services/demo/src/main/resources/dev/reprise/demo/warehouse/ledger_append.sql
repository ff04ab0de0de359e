-- SPDX-License-Identifier: Apache-2.0
-- Writes the orders of a day into the ledger, a batch of ids at a time. The job runs this very text.
INSERT INTO ledger SELECT day, id, cents FROM orders
WHERE day = ?1 AND id > ?2 AND id <= ?3
