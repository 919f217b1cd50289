/** The statechart of one actor. Names of states, events and guards come from the code and are the same everywhere. */
export const statechart = {
  label: (machine: string) => `Statechart of ${machine}`,
  summary: (active: string, last: string) => (last === "" ? `In ${active}.` : `In ${active}. Last: ${last}.`),
  step: (from: string, event: string, to: string) => `${event} led from ${from} to ${to}`,
  stayed: (state: string, event: string) => `${event} was handled in ${state}`,
  visits: (count: number) => `×${count}`,
  next: "next",
  nextHint: (trigger: string, targets: string) => `${trigger} leads to ${targets}`,
  notStarted: "This actor has no chart at this moment.",
  loading: "one moment…",
  enlarge: "All transitions",
  close: "Close",
  zoomIn: "Larger",
  zoomOut: "Smaller",
  always: "at once",
  states: "States",
};
