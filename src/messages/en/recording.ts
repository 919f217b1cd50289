/** A recorded run of a real library, and the engine beside it. */
export const recording = {
  label: "Engine and recording, observation by observation",
  lines: "Observations",
  keys: "Up and Down go to the previous or next observation.",
  allSame: (all: number) => `All ${all} observations are as recorded`,
  someSame: (here: number, all: number) => `${here} of ${all} observations so far, all as recorded`,
  differs: (event: number) => `The engine first differs from the recording at event ${event}`,
  goThere: "Go there",
  standing: { same: "as recorded", differs: "first difference", open: "not compared" },
  engine: "engine",
  library: "recorded",
  nothing: "nothing",
  kind: "Recorded run",
  explained:
    "A script drove the real library, and everything it was seen to do was written down. Here the engine follows the same script with the same random draws, and each observation is held against the recorded one.",
  subject: "subject",
  source: "library",
  proves: "What it proves",
  provesNothing: "No behaviour names this run as its proof.",
  previous: "Previous run",
  next: "Next run",
  list: "All recorded runs",
};
