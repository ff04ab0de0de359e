# SPDX-License-Identifier: Apache-2.0
"""Tells Reprise what task instances do. For Airflow 2.3 and later, and Airflow 3.

As a listener (all tasks, nothing to change in a DAG): put this file into the plugins folder.
As callbacks (single DAGs): ``from reprise_airflow import CALLBACKS`` and
``DAG(..., default_args={**CALLBACKS})``. Use one of the two; with both, each attempt still counts once.

Environment:
  REPRISE_URL        where Reprise is, such as https://reprise.example.org
  REPRISE_TOKEN      a token with the role operator, if Reprise has tokens
  REPRISE_SOURCE     the name of this Airflow: the namespace of its jobs. Give it the OpenLineage namespace
                     (AIRFLOW__OPENLINEAGE__NAMESPACE), so that an attempt told by both is one.
  REPRISE_TIMEOUT    seconds for one request, 5 by default

It never fails a task: what cannot be sent is logged as a warning.
"""
from __future__ import annotations

import json
import logging
import os
import urllib.parse
import urllib.request
from datetime import datetime, timezone

log = logging.getLogger(__name__)
VERSION = 1


def _text(value):
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _airflow_version():
    try:
        from airflow import __version__

        return tuple(int(part) for part in __version__.split(".")[:2])
    except Exception:  # an unusual version is no reason to fail
        return (3, 0)


def _try_number(ti):
    """The try that has just ended. Before 2.10 the attribute counts the next one as soon as a task is not running."""
    if _airflow_version() < (2, 10) and hasattr(ti, "_try_number"):
        return max(1, ti._try_number)
    return max(1, ti.try_number or 1)


def _first(*values):
    for value in values:
        if value is not None:
            return value
    return None


def payload(event, ti, dag_run=None, error=None, context=None):
    """What is sent, as a dictionary. Everything that is missing is left out."""
    context = context or {}
    run = dag_run or context.get("dag_run") or getattr(ti, "dag_run", None)
    params = context.get("params") or {}
    conf = getattr(run, "conf", None) or {}
    state = getattr(ti, "state", None)
    body = {
        "version": VERSION,
        "event": event,
        "at": datetime.now(timezone.utc).isoformat(),
        "dag_id": ti.dag_id,
        "task_id": ti.task_id,
        "run_id": ti.run_id,
        "map_index": getattr(ti, "map_index", -1),
        "try_number": _try_number(ti),
        "max_tries": getattr(ti, "max_tries", None),
        "state": _text(getattr(state, "value", state)),
        "start_date": _text(getattr(ti, "start_date", None)),
        "end_date": _text(getattr(ti, "end_date", None)),
        "log_url": _text(getattr(ti, "log_url", None)),
        "logical_date": _text(_first(getattr(run, "logical_date", None), getattr(run, "execution_date", None))),
        "data_interval_start": _text(getattr(run, "data_interval_start", None)),
        "data_interval_end": _text(getattr(run, "data_interval_end", None)),
        "run_after": _text(getattr(run, "run_after", None)),
        "partition_key": _text(getattr(run, "partition_key", None)),
        # a DAG that knows its partition better than its dates do
        "partition": _text(_first(conf.get("partition"), params.get("partition") if hasattr(params, "get") else None)),
        "rerun": _text(_first(conf.get("reprise_rerun_id"), conf.get("rerun_id"))),
        "params": {str(k): _text(v) for k, v in dict(params).items()
                   if isinstance(v, (str, int, float, bool))} if params else {},
    }
    if error is not None:
        body["exception"] = str(error)[:8192]
        body["exception_type"] = type(error).__module__ + "." + type(error).__name__ \
            if isinstance(error, BaseException) else None
    return {key: value for key, value in body.items() if value is not None}


def send(body):
    url = os.environ.get("REPRISE_URL")
    if not url:
        return
    source = urllib.parse.quote(os.environ.get("REPRISE_SOURCE", "airflow"))
    request = urllib.request.Request(
        url.rstrip("/") + "/api/v1/sources/airflow?source=" + source,
        data=json.dumps(body).encode(), method="POST", headers={"Content-Type": "application/json"})
    if os.environ.get("REPRISE_TOKEN"):
        request.add_header("Authorization", "Bearer " + os.environ["REPRISE_TOKEN"])
    for last in (False, True):  # the same body twice counts once
        try:
            with urllib.request.urlopen(request, timeout=float(os.environ.get("REPRISE_TIMEOUT", "5"))):
                return
        except Exception as failure:
            if last:
                log.warning("Reprise was not told that %s.%s %s: %s", body.get("dag_id"), body.get("task_id"),
                            body.get("event"), failure)


def _safely(event, ti, **more):
    try:
        send(payload(event, ti, **more))
    except Exception as failure:  # never the task's trouble
        log.warning("Reprise was not told: %s", failure)


def on_execute(context):
    _safely("running", context["ti"], context=context)


def on_success(context):
    _safely("success", context["ti"], context=context)


def on_failure(context):
    _safely("failed", context["ti"], error=context.get("exception"), context=context)


def on_retry(context):
    _safely("retry", context["ti"], error=context.get("exception"), context=context)


CALLBACKS = {
    "on_execute_callback": on_execute,
    "on_success_callback": on_success,
    "on_failure_callback": on_failure,
    "on_retry_callback": on_retry,
}

try:
    from airflow.listeners import hookimpl
    from airflow.plugins_manager import AirflowPlugin

    class _Listener:
        """Arguments differ from release to release; pluggy hands over those that are named and known."""

        @hookimpl
        def on_task_instance_running(self, previous_state, task_instance):
            _safely("running", task_instance)

        @hookimpl
        def on_task_instance_success(self, previous_state, task_instance):
            _safely("success", task_instance)

        @hookimpl
        def on_task_instance_failed(self, previous_state, task_instance, error=None):
            # the hook is called for tries that Airflow repeats, too
            again = getattr(task_instance, "max_tries", 0) or 0
            event = "retry" if _try_number(task_instance) <= again else "failed"
            state = getattr(task_instance, "state", None)
            if str(getattr(state, "value", state)) == "up_for_retry":
                event = "retry"
            if type(error).__name__ in ("AirflowFailException", "AirflowFailedException"):
                event = "failed"  # this exception gives up the tries that are left
            _safely(event, task_instance, error=error)

    class ReprisePlugin(AirflowPlugin):
        name = "reprise"
        listeners = [_Listener()]
except ImportError:  # without Airflow the rest can still be imported
    pass
