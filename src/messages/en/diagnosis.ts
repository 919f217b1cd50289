/** The console of five checks. */
export const diagnosis = {
  checks: {
    pods: "Pods",
    log: "Controller log",
    audit: "Audit log",
    permissions: "Permissions",
    etcd: "etcd latency",
  },
  check: "What to look at",
  controller: "Controller",
  filter: "Only lines with",
  copy: "Copy",
  copied: "Copied",
  output: (command: string) => `Output of ${command}`,
  lines: (shown: number, all: number) => (shown === all ? `${all} lines` : `${shown} of ${all} lines`),
  empty: "Nothing yet. The clock stands before the first line.",
  silent: "No line. At this verbosity a controller that works says little.",
  noMatch: "No line has this text.",
};
