-- SPDX-License-Identifier: Apache-2.0
CREATE TABLE orders (id INTEGER PRIMARY KEY, day TEXT NOT NULL, customer_id INTEGER NOT NULL, cents INTEGER NOT NULL);
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE currency_pairs (id INTEGER PRIMARY KEY, rate INTEGER NOT NULL);

CREATE TABLE daily_sales (day TEXT NOT NULL, order_id INTEGER NOT NULL, cents INTEGER NOT NULL);
CREATE TABLE ledger (day TEXT NOT NULL, order_id INTEGER NOT NULL, cents INTEGER NOT NULL);
CREATE TABLE customer_snapshot (day TEXT NOT NULL, customer_id INTEGER NOT NULL, name TEXT NOT NULL);
CREATE TABLE fx_rates (day TEXT NOT NULL, pair_id INTEGER NOT NULL, rate INTEGER NOT NULL, PRIMARY KEY (day, pair_id));
CREATE TABLE outbox (day TEXT NOT NULL, customer_id INTEGER NOT NULL);
CREATE TABLE churn_scores (day TEXT NOT NULL, customer_id INTEGER NOT NULL, score INTEGER NOT NULL);

-- What the runs themselves say of their bodies: written by each run when it begins and when it has done its work.
CREATE TABLE effects (run TEXT NOT NULL, job TEXT NOT NULL, day TEXT NOT NULL, event TEXT NOT NULL);
