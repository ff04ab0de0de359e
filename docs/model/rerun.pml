/* SPDX-License-Identifier: Apache-2.0 */
/* rerun.pml - claim / intent / dispatch / result protocol of a Kafka-based rerun coordinator.
 *
 * ONE instance (= job + data partition), ONE failed native run (generation 0), budget of ONE rerun.
 * Kafka is modelled as append-only logs; a Kafka transaction is one atomic step that is
 * enabled only while the writer's epoch is current ("fenced" otherwise).  The network
 * between runner and scheduler is modelled as a channel that can hold a request for ever:
 * a request that the caller has timed out on may still be delivered later.  A runner that
 * was paused (GC, SIGSTOP) is simply a process that spin does not schedule for a while.
 *
 * Faults: duplicate and aliased failure reports in any order, late success, coordinator
 * state loss + replay from offset 0, runner crash at every step, spontaneous takeover
 * (rebalance) at every step, lost responses, caller time-outs, delayed requests, expiry of
 * the target's idempotency keys.
 *
 * Build:  spin -a rerun.pml ; gcc -O2 -DSAFETY -DCOLLAPSE -o pan pan.c ; ./pan -m200000
 * Flags (spin -a -DNAME ...):
 *   target type :  KEYED      target refuses a second start with the same key (409)
 *                  (default)  OPAQUE target: no key, no trustworthy query
 *   correct     :  GATE       output commit needs a permit from the instance (fencing token)
 *                  LOSS       coordinator may lose its state and replay the input from 0
 *                  EXPIRE     after notAfter the target forgets keys AND the ledger forgets its
 *                             entry; rules: no claim, no send after notAfter (deadline is a
 *                             function of the failure, not of the time of processing)
 *                  TDEADLINE  target itself refuses a start after notAfter
 *                  FENCE_QUERY+TFENCE  un-keyed target that checks epochs: install own epoch at the
 *                             target, then query, then send; one call per (rerun, epoch)
 *                  OPERATOR   somebody starts the job by hand at the scheduler, past us
 *   broken      :  NO_INTENT      dispatch first, record afterwards (at-least-once)
 *                  ACK_BEFORE     commit the command's offset first, then dispatch
 *                  NO_FENCE       runner log accepts writes of old epochs
 *                  BLIND_RETRY    time-out on an OPAQUE target => send again
 *                  QUERY_RETRY    in doubt on an un-keyed target: query, "not found" => send again
 *                  QUERY_QUIET    the same after a quarantine that drains the network (zombie!)
 *                  QUERY_FENCE+TFENCE  target checks epochs, but the query comes before the fence
 *                  NO_TAKEOVER with FENCE_QUERY: acts on a foreign intent without re-writing it
 *                  RANDOM_ID      rerun id drawn freshly per decision (needs LOSS or NO_EOS)
 *                  NO_EOS         coordinator emits, updates state and commits offset separately
 *                  ALIAS          rerun id derived from the reporter's own run id, no instance guard
 *                  NO_BARRIER     timer acts while newer records of the instance are still unread
 *                  NO_NOTAFTER    with EXPIRE: keys are forgotten while we still re-send
 *                  PAUSE          with EXPIRE: runner may be paused between deadline check and send
 *                  FRESH_DEADLINE with EXPIRE+LOSS: notAfter computed from the time of processing
 *                  UNGATED        outputs commit without permit (late success of a zombie attempt)
 *
 * Which variants hold, which break and how long it takes: README.md beside this file; .ci/check-model runs them.
 */
#ifndef MAXEP
#define MAXEP 3          /* number of ownership epochs of the command partition        */
#endif
#ifndef MAXSEND
#define MAXSEND 3        /* bound on sends, so that re-sending terminates               */
#endif
#ifndef NFAIL
#define NFAIL 2          /* failure reports: 1st, then duplicate/alias                  */
#endif
#define MAXLOG 4
#define MAXCMD 5
#define NID    6

#ifdef NO_BARRIER
#define BARRIER_OK true
#else
#define BARRIER_OK (cOff >= tl)
#endif
#ifdef NO_FENCE
#define FENCE_OK true
#else
#define FENCE_OK (epoch == my)
#endif
#ifdef NO_NOTAFTER
#define FORGET_OK true                 /* horizon shorter than our retries              */
#define LIVE true
#else
#define FORGET_OK (expired && empty(req))
#ifdef FRESH_DEADLINE
#define LIVE (!expired || fresh)
#else
#define LIVE (!expired)
#endif
#endif
#if defined(FRESH_DEADLINE) || !defined(EXPIRE)
#define CLAIM_OK true
#else
#define CLAIM_OK (!expired)
#endif
#ifndef EXPIRE
#undef LIVE
#define LIVE true
#endif

#ifdef TDEADLINE
#define TGT_OPEN (!expired)
#else
#define TGT_OPEN true
#endif

mtype = { F, S };                              /* Failed, Succeeded                     */
mtype = { NONE, INTENT, DISPATCHED, PARKED, CANCELLED, EXPIRED };

/* ---- lifecycle topic (one partition, one instance) ---- */
mtype logK[MAXLOG]; byte logA[MAXLOG];         /* kind, reporter's alias of the run     */
byte logLen = 0; bool failLogged = false; bool succLogged = false;

/* ---- coordinator: committed state, committed offset, command topic ---- */
byte cOff = 0;
bool claimed = false; bool pending = false; bool instanceSucc = false;
bool aliasClaimed[2];
byte tl = 0;              /* end of log when the timer fired (barrier position)         */
bool timerFired = false;
byte cmdId[MAXCMD]; byte cmdLen = 0; byte nextId = 0;
byte losses = 0;

/* ---- runner: ownership epoch, command offset, dispatch log (ledger) ---- */
byte epoch = 0; byte rOff = 0;
mtype led[NID]; bool alerted = false;
byte sends = 0; bool expired = false; bool fresh = false;

/* ---- target ---- */
chan req = [3] of { byte, byte };     /* rerun id, sender's epoch               */
byte maxEp = 0;           /* highest epoch the target has seen (TFENCE)             */
bool seen[NID]; bool accepted[NID];
byte effects = 0;         /* executions really started for this failure                 */
byte commits = 0;         /* outputs made effective: native attempt + rerun             */
bool nativeDone = false;
byte rerunPending = 0; bool opDone = false;

inline emit(a) {
#ifdef RANDOM_ID
    cmdId[cmdLen] = nextId; nextId++;
#elif defined(ALIAS)
    cmdId[cmdLen] = a;
#else
    cmdId[cmdLen] = 0;                          /* f(ns, job, partition, run, attempt)  */
#endif
    cmdLen++
}

/* ------------------------------------------------------------------ environment ------ */
active proctype Env() {
    byte n = 0;
    do
    :: atomic { n < NFAIL -> logK[logLen] = F;
          if :: n == 0 -> logA[logLen] = 0
             :: n > 0  -> logA[logLen] = 0      /* duplicate                            */
             :: n > 0  -> logA[logLen] = 1      /* same failure, other source, other id */
          fi; logLen++; n++; failLogged = true }
    :: atomic { n > 0 && !succLogged && logLen < MAXLOG ->   /* late success of the zombie */
          logK[logLen] = S; logA[logLen] = 0; logLen++; succLogged = true;
#ifdef GATE
          if :: !instanceSucc && commits == 0 && !nativeDone -> commits++ :: else fi;
#endif
#ifdef UNGATED
          if :: !nativeDone -> commits++ :: else fi;
#endif
          nativeDone = true }
#ifdef OPERATOR
    :: atomic { !opDone -> opDone = true; rerunPending++ }       /* start by hand          */
#endif
    :: n >= 1 -> break
    od
}

/* ------------------------------------------------------------------ coordinator ------ */
active proctype Coord() {
    byte i;
end:
    do
    /* one input record = one transaction: state + commands + offset                      */
    :: atomic { cOff < logLen ->
          i = cOff;
          if
          :: logK[i] == S -> instanceSucc = true; pending = false
          :: logK[i] == F ->
#ifdef ALIAS
                if :: !aliasClaimed[logA[i]] && !instanceSucc && cmdLen < MAXCMD ->
                         aliasClaimed[logA[i]] = true; claimed = true; emit(logA[i])
                   :: else fi
#else
                if :: !claimed && !instanceSucc && CLAIM_OK -> pending = true
                   :: !claimed && !instanceSucc && !CLAIM_OK -> alerted = true  /* stale      */
                   :: else                                     /* suppressed            */
                fi
#endif
          fi;
#ifdef NO_EOS
          skip }
       /* window: crash here => record is processed again */
       if :: atomic { cOff++ } :: atomic { losses < 1 -> losses++; claimed = false } fi
#else
          cOff++ }
#endif
    /* wall-clock timer: settle delay over => append own barrier marker to the partition   */
    :: atomic { pending && !timerFired -> timerFired = true; tl = logLen }
    /* act only after the barrier came back (all records before it are applied)            */
    :: atomic { (BARRIER_OK && pending && timerFired && cmdLen < MAXCMD) ->
          /* I3: a success that was in the log when the decision began must have won       */
          assert(!((cOff < tl && logK[cOff] == S) || (cOff + 1 < tl && logK[cOff+1] == S) || (cOff + 2 < tl && logK[cOff+2] == S)));
          pending = false; claimed = true; timerFired = false;
          if :: CLAIM_OK -> fresh = expired; emit(0) :: else -> alerted = true fi }
#ifdef LOSS
    /* changelog and offsets lost: fresh state, replay from offset 0                       */
    :: atomic { losses < 1 && cOff > 0 -> losses++; cOff = 0; claimed = false;
                pending = false; timerFired = false; instanceSucc = false }
#endif
    od
}

/* ------------------------------------------------------------------ target scheduler - */
active proctype Target() {
    byte id; byte ep;
end:
    do
    :: atomic { req?id,ep ->
          if
          :: !(TGT_OPEN && ep >= maxEp) -> skip                /* refused: late / fenced */
          :: (TGT_OPEN && ep >= maxEp) ->
#ifdef TFENCE
             maxEp = ep;
#endif
#ifdef KEYED
             if :: seen[id] -> skip                            /* 409                   */
                :: else -> seen[id] = true; effects++; rerunPending++
             fi;
#else
             effects++; rerunPending++;
#endif
             accepted[id] = true
          fi;
          id = 0; ep = 0;
          /* I1: at most one effective rerun per failure                                  */
          assert(effects <= 1) }
#ifdef EXPIRE
    /* horizon H: keys and ledger are forgotten only after notAfter + max network delay   */
    :: atomic { (FORGET_OK && (seen[0] || led[0] != NONE)) -> seen[0] = false; accepted[0] = false; led[0] = NONE }
    :: atomic { !expired -> expired = true }
#endif
    /* the rerun's own output commit                                                      */
    :: atomic { rerunPending > 0 -> rerunPending--;
#ifdef GATE
          if :: !instanceSucc && !nativeDone && commits == 0 -> commits++
             :: else                                           /* permit refused        */
          fi;
#endif
#ifdef UNGATED
          commits++;
#endif
          assert(commits <= 1) }
    od
}

/* ------------------------------------------------------------------ runner instances - */
proctype Runner() {
    byte my; byte off; byte id; bool mine;
again:
    /* rebalance: initTransactions bumps the epoch and aborts what the old owner had open */
    atomic { my = 0; id = 0; off = 0; mine = false };
end0:
    atomic { epoch < MAXEP -> epoch++; my = epoch; off = rOff };
next:
end1:
    if
    :: atomic { off < cmdLen -> id = cmdId[off]; mine = false }
    :: atomic { epoch != my -> goto again }                    /* learned of the loss    */
    :: atomic { epoch < MAXEP && epoch == my -> goto again }   /* crash while idle       */
    fi;

#ifdef ACK_BEFORE
    /* offset committed, then the call */
    if :: atomic { epoch == my -> rOff = off + 1 } :: atomic { epoch != my -> goto again } fi;
    if :: skip :: atomic { epoch < MAXEP -> goto again } fi;   /* crash                  */
    goto call;
#endif
    /* S1: ledger rebuilt from the dispatch log                                           */
    if
    :: atomic { led[id] == DISPATCHED || led[id] == PARKED || led[id] == CANCELLED || led[id] == EXPIRED -> goto commit }
    :: atomic { led[id] == INTENT -> goto indoubt }
    :: atomic { led[id] == NONE -> skip }
    fi;
#ifndef NO_INTENT
    /* S2: cancelled meanwhile?  S3: write-ahead intent, fenced by the epoch              */
    if
    :: atomic { instanceSucc && epoch == my -> led[id] = CANCELLED; rOff = off + 1; off++; goto next }
    :: atomic { (!instanceSucc && FENCE_OK) -> led[id] = INTENT; mine = true }
    :: atomic { epoch != my -> goto again }
    fi;
    if :: skip :: atomic { epoch < MAXEP -> goto again } fi;   /* crash after intent     */
#endif
call:
#ifdef PAUSE
    if :: atomic { LIVE -> skip } :: atomic { !LIVE -> goto park } fi;
    if
    :: atomic { (sends < MAXSEND && nfull(req)) -> req!id,my; sends++ }
    :: atomic { sends >= MAXSEND -> goto indoubt }
    fi;
#else
    if
    :: atomic { (LIVE && sends < MAXSEND && nfull(req)) -> req!id,my; sends++ }
    :: atomic { !LIVE -> goto park }
    :: atomic { (LIVE && sends >= MAXSEND) -> goto indoubt }
    fi;
#endif
    /* S5: answer, time-out, or crash                                                     */
    if
    :: atomic { accepted[id] -> skip }
    :: atomic { true -> goto indoubt }                         /* time-out               */
    :: atomic { epoch < MAXEP -> goto again }                  /* crash                  */
    fi;
result:
    /* S6: result and offset in one transaction                                           */
    if
    :: atomic { FENCE_OK -> led[id] = DISPATCHED; rOff = off + 1; off++; goto next }
    :: atomic { epoch != my -> goto again }
    :: atomic { epoch < MAXEP && epoch == my -> goto again }   /* crash before the txn   */
    fi;

indoubt:
#if defined(KEYED)
    if
    :: atomic { (sends < MAXSEND && LIVE) -> goto call }
    :: atomic { !(sends < MAXSEND && LIVE) -> goto park }
    fi;
#elif defined(BLIND_RETRY)
    if :: atomic { sends < MAXSEND -> goto call } :: atomic { sends >= MAXSEND -> goto park } fi;
#elif defined(QUERY_RETRY)
    if
    :: atomic { accepted[id] -> goto result }
    :: atomic { !accepted[id] && sends < MAXSEND -> goto call }
    :: atomic { !accepted[id] && sends >= MAXSEND -> goto park }
    fi;
#elif defined(QUERY_QUIET)
    /* quarantine: network drained, then query, then send again                           */
    if
    :: atomic { accepted[id] -> goto result }
    :: atomic { !accepted[id] && empty(req) && sends < MAXSEND -> goto call }
    :: atomic { !accepted[id] && sends >= MAXSEND -> goto park }
    fi;
#elif defined(FENCE_QUERY) || defined(QUERY_FENCE)
    /* target checks epochs; every call of an un-keyed target uses an epoch of its own    */
    if :: atomic { (mine && epoch < MAXEP) -> goto again }
       :: atomic { (mine && epoch >= MAXEP) -> goto park }
       :: atomic { !mine -> skip }
    fi;
#ifndef NO_TAKEOVER
    /* taking over somebody's intent is itself a fenced write: a new INTENT record        */
    if :: atomic { epoch == my -> skip } :: atomic { epoch != my -> goto again } fi;
#endif
#ifdef FENCE_QUERY
    atomic { maxEp = (my > maxEp -> my : maxEp) };             /* fence first            */
#endif
    if                                                         /* then query             */
    :: atomic { accepted[id] -> goto result }
    :: atomic { !accepted[id] -> skip }
    fi;
    mine = true;
    goto call;                                                 /* then send              */
#else
    goto park;
#endif
park:
    /* never blind retry: park, alert IN_DOUBT, let a person or a reconcile decide        */
    if
    :: atomic { epoch == my -> led[id] = PARKED; alerted = true; rOff = off + 1; off++; goto next }
    :: atomic { epoch != my -> goto again }
    fi;
commit:
    if
    :: atomic { epoch == my -> rOff = off + 1; off++; goto next }
    :: atomic { epoch != my -> goto again }
    fi
}

/* ------------------------------------------------------------------ init + monitor --- */
init {
    byte k;
    atomic {
        k = 0; do :: k < NID -> led[k] = NONE; k++ :: k >= NID -> break od;
        run Runner(); run Runner()
    };
    /* quiescence: nothing else can move                                                  */
    timeout ->
    atomic {
      /* I6/I7: a failure is never lost in silence                                        */
      assert(!(failLogged && !succLogged) || effects >= 1 || alerted);
#if defined(KEYED) && !defined(EXPIRE)
      /* with a keyed target every un-cancelled rerun really happens unless sends ran out */
      assert(!(failLogged && !succLogged) || effects == 1 || sends >= MAXSEND);
#endif
    }
}
