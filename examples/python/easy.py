#!/usr/bin/env python3
"""EASY backfilling: optgap simulate --scheduler easy,mine --scheduler-command mine='python3 easy.py'

What has happened comes in, and the jobs that start go out, in Batsim's messages (JSON), one a line.
"""

import json
import sys

queue, running, free = [], {}, 0  # jobs that wait; (latest end, width) of those that run; idle processors


def reservation(head):
    """Returns when the head of the queue can start, and how many processors it then leaves idle."""
    idle, ends = free, sorted(running.values())
    for i, (end, width) in enumerate(ends):
        idle += width
        if idle >= head["res"] and (i + 1 == len(ends) or ends[i + 1][0] > end):
            return end, idle - head["res"]


def decide(now):
    """Yields the jobs that start now: the first of the queue, and others that do not delay the head."""
    global free
    shadow = extra = None
    for job in list(queue):
        width, end = job["res"], now + job["walltime"]
        if shadow is None and width > free:
            shadow, extra = reservation(job)
        elif width <= free and (shadow is None or end <= shadow or width <= extra):
            if shadow is not None and end > shadow:
                extra -= width
            free -= width
            running[job["id"]] = end, width
            queue.remove(job)
            yield job["id"]


for line in sys.stdin:
    message = json.loads(line)
    now = message["now"]
    for event in message["events"]:
        if event["type"] == "SIMULATION_BEGINS":
            free = event["data"]["nb_resources"]
        elif event["type"] == "JOB_SUBMITTED":
            queue.append(event["data"]["job"])
            queue.sort(key=lambda job: (job["subtime"], int(job["id"].split("!")[1])))
        elif event["type"] == "JOB_COMPLETED":
            free += running.pop(event["data"]["job_id"])[1]
    starts = [{"timestamp": now, "type": "EXECUTE_JOB", "data": {"job_id": job}} for job in decide(now)]
    print(json.dumps({"now": now, "events": starts}), flush=True)
