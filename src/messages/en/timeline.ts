/** A lane's name taken apart, as the timeline's projection gives it. */
type Lane = { readonly part: string; readonly process: string; readonly kind: string; readonly subject: string };

/** The timeline and its table. */
export const timeline = {
  label: "Timeline",
  help: "Plus and minus zoom, 0 shows the whole run, Page Up and Page Down pan, Up and Down choose a lane, Enter goes to its next event.",
  picture: (lanes: number, from: string, to: string, now: string, difference: number | undefined) =>
    `${lanes} lanes from ${from} s to ${to} s; now ${now} s.${difference === undefined ? "" : ` The first difference is at event ${difference}.`} The transcript has the same content as a table.`,
  wholeRun: "whole run",
  asTable: "Timeline as a table",
  allLanes: (shown: number, all: number) => `${shown} of ${all} lanes`,
  allLanesHint: "Shows every lane; scroll with the wheel over the names",
  fewerLanes: "fewer lanes",
  laneChosen: (lane: string, events: number) => `${lane}, ${events} ${events === 1 ? "event" : "events"}`,
  lane: ({ part, process, kind, subject }: Lane, showProcess: boolean): string => {
    const of = showProcess && process !== "" && part !== "process" ? ` · ${process.replace(/^kubelet\//, "")}` : "";
    switch (part) {
      case "you":
        return "you";
      case "script":
        return "script";
      case "etcd":
        return "etcd";
      case "server":
        return subject === "" ? "server" : `API server ${subject}`;
      case "cache":
        return `watch cache ${subject}`;
      case "network":
        return `link ${subject}`;
      case "fifo":
        return `FIFO ${kind}${of}`;
      case "loop":
        return `process loop ${kind}${of}`;
      case "handler":
        return `run ${subject}${of}`;
      case "pop":
        return `pop ${subject}${of}`;
      case "chart":
        return `${subject.replace("/", " ")}${of}`;
      case "key":
        return `key ${subject}${of}`;
      case "queue":
        return `queue${subject === "" ? "" : ` ${subject}`}${of}`;
      case "worker":
        return `worker ${subject}${of}`;
      case "client":
        return `client${of}`;
      case "process":
        return `process ${process}`;
      case "pod":
        return `pod ${subject}`;
      case "system":
        return `${subject}${of}`;
      case "agent":
      case "other":
        return subject;
      default:
        return `${part} ${kind}${of}`;
    }
  },
  fork: (branch: number, what: string) =>
    branch === 0 ? "main" : what === "" ? `fork ${branch}` : `fork ${branch}: ${what}`,
  table: {
    label: "Every event of the run",
    lane: "lane",
    time: "time",
    type: "type",
    sentence: "what happened",
    empty: "Nothing has happened yet.",
    keys: "Up and Down move, Enter goes to the moment, Home and End jump.",
    waiting: "one moment…",
    now: "now",
    standing: { same: "as recorded", differs: "first difference" },
    count: (shown: number, all: number) => (shown === all ? `${all} events` : `${shown} of ${all} events`),
  },
};
