import { AssertionError, defined } from "../base/assert.ts";
import { readReplayLane } from "../conformance/lane-of-replay.ts";
import type { Recording } from "../conformance/recording.ts";
import { replayFrame } from "../conformance/replay-frame.ts";
import type { RunSpec } from "../scenarios/run-spec.ts";
import type { Course, CourseStep, CourseWorld } from "./course.ts";
import { Run } from "./run.ts";

/** A run of a recording: the script is the whole environment, so nobody can do anything to it. */
export function recordedRun(id: number, spec: RunSpec, recording: Recording): Run<CourseWorld> {
  return new Run(id, spec, { scenario: undefined, course: recordedCourse(recording) });
}

/** A recording is replayed to its end at once; its worlds are places in it. */
function recordedCourse({ steps }: Recording): Course<CourseWorld> {
  const stepAt = (step: number): CourseStep<CourseWorld> => {
    const { at, digest, events } = defined(steps[step], `step ${step} of a recording`);
    return { world: { step, now: at, digest }, events };
  };
  return {
    until: steps.at(-1)?.at ?? 0,
    boot: () => stepAt(0),
    step: ({ step }) => (step + 1 < steps.length ? stepAt(step + 1) : undefined),
    act: ({ step }, { type }) => {
      throw new AssertionError(`${type} at step ${step} of a recording, which cannot be changed`);
    },
    bound: () => undefined,
    read: readReplayLane,
    frame: ({ step }) => replayFrame(step, defined(steps[step], `step ${step} of a recording`)),
    versions: () => [],
  };
}
