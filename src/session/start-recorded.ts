import { ok, problem, type Result } from "../base/result.ts";
import { RECORDED_NAMES, readRecorded } from "../conformance/recorded-files.ts";
import { isRecording, playRecording } from "../conformance/recording.ts";
import { closest } from "../scenarios/closest.ts";
import type { RunSpec, ScenarioSource } from "../scenarios/run-spec.ts";
import type { RecordingReport } from "./protocol.ts";
import { recordedRun } from "./recorded-run.ts";
import { recordingReport } from "./recording-report.ts";
import type { Run } from "./run.ts";

/** Starts the run of a recording; undefined when a text that somebody brought is none. */
export async function startRecorded(
  id: number,
  spec: RunSpec,
): Promise<Result<{ readonly run: Run; readonly recording: RecordingReport }> | undefined> {
  const text = await textOf(spec.scenario);
  if (text === undefined) return spec.scenario.type === "recorded" ? unknownRecording(spec.scenario.name) : undefined;
  if (!isRecording(text)) return undefined;
  try {
    const recording = playRecording(text);
    return ok({ run: recordedRun(id, spec, recording), recording: recordingReport(recording) });
  } catch (error) {
    // Our own recordings are known to play; one that somebody brought may lack anything.
    return problem("recording", `This recording cannot be replayed: ${error instanceof Error ? error.message : error}`);
  }
}

async function textOf(source: ScenarioSource): Promise<string | undefined> {
  if (source.type === "recorded") return readRecorded(source.name);
  return source.type === "inline" ? source.text : undefined;
}

function unknownRecording(name: string): Result<never> {
  const near = closest(name, RECORDED_NAMES);
  const hint = near === undefined ? "" : ` Did you mean ${near}?`;
  return problem("recording", `There is no recorded run "${name.slice(0, 80)}".${hint}`);
}
