/** The view of systems beside the controllers. Names of classes, readings and columns come from the code and are the same everywhere. */
export const systems = {
  crashed: "crashed",
  readings: (system: string) => `Numbers of ${system}`,
  input: "input",
  measured: "measured",
  inputHint: "The scenario gives this number",
  measuredHint: "This run has given this number",
  notYet: "not yet",
  perSecond: (value: string) => `${value} a second`,
  grid: (system: string) => `Grid of ${system}`,
  pick: (grid: string, cells: number) => `${grid}: one of ${cells.toLocaleString("en")}`,
  cell: (name: string, of: string) => `${name}: ${of}`,
  class: "state",
  count: "number",
  members: "which",
  none: "none",
};
