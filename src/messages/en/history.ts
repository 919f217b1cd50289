/** The history axis: who stands at which revision. */
export const history = {
  informers: "Informer",
  now: "Now",
  run: "The run so far",
  runNote: "downwards in the order of events",
  revision: "revision",
  rows: {
    etcd: "etcd",
    objects: "objects in etcd",
    cache: (server: string) => `watch cache ${server}`,
    stream: "watch",
    resume: "resume point",
    fifo: "FIFO",
    store: "store",
  },
  etcd: (revision: number, compacted: number) =>
    compacted > 0 ? `${revision}, compacted to ${compacted}` : `${revision}, nothing compacted`,
  objects: (count: number) => (count === 1 ? "1 object" : `${count} objects`),
  cache: (kept: number, capacity: number, from: number, to: number) =>
    kept === 0 ? `empty, resumes from ${from}` : `${from} to ${to}, ${kept} of ${capacity} kept`,
  streamStates: {
    initial: "sends the first objects",
    open: "open",
    held: "held",
    silent: "silent",
    closed: "closed",
  } as Readonly<Record<string, string>>,
  stream: (state: string, rv: number) => (rv > 0 ? `${state}, sent up to ${rv}` : state),
  resume: (rv: string, tooOld: number) => (tooOld > 0 ? `${rv}: ${tooOld} too old` : `${rv}, can be resumed`),
  fifo: (deltas: number) => (deltas === 0 ? "empty" : deltas === 1 ? "1 delta" : `${deltas} deltas`),
  store: (rv: string, behind: number) =>
    rv === "" ? "empty" : behind === 0 ? `${rv}, as in etcd` : `${rv}, ${behind} not as in etcd`,
  legend: {
    head: "etcd's newest revision",
    gone: "compacted in etcd",
    window: "the server can resume from here",
    resume: "the client's resume point",
    lost: "too old for the server",
    bookmark: "bookmark",
  },
  slider: "Moment of the run",
  moment: (time: string, head: number, resume: number, lost: boolean) =>
    `${time}: etcd at ${head}, the client at ${resume}${lost ? ", too old" : ""}`,
  nothing: "Nothing was written yet.",
};
