/** The menu of what can go wrong with a thing. `about` and `name` are names from the code. */
export const faults = {
  title: "What can go wrong",
  subjects: {
    watch: (name: string) => `Watch of ${name}`,
    server: (name: string) => `API server ${name}`,
    etcd: (_: string) => "etcd",
    client: (name: string) => `Client of ${name}`,
    process: (name: string) => `Process ${name}`,
    handlers: (name: string) => `Handlers of ${name}`,
    object: (name: string) => name,
    system: (name: string) => `System ${name}`,
  },
  names: {
    answerWatch: (_: string) => "Refuse the next watch",
    answerList: (_: string) => "Refuse the next list",
    answerWrite: (about: string) => `Refuse the next ${about}`,
    answerAny: (about: string) => `Refuse every request of ${about}`,
    answerSystem: (about: string) => `Refuse the next request of ${about}`,
    holdEvents: (_: string) => "Hold its events",
    loseEvent: (_: string) => "Lose one event",
    silenceWatch: (_: string) => "Keep it open, but silent",
    endWatch: (_: string) => "End it now",
    cutLink: (about: string) => `Cut the link ${about}`,
    mendLink: (about: string) => `Mend the link ${about}`,
    slowLink: (about: string) => `Slow down the link ${about}`,
    restartServer: (about: string) => `Restart API server ${about}`,
    freezeCache: (about: string) => `Freeze its ${about} cache`,
    compact: (_: string) => "Compact the history now",
    slowEtcd: (_: string) => "Make it slow",
    slowHandler: (about: string) => `Make ${about} slow`,
    tell: (about: string) => `Tell it ${about}`,
    crash: (about: string) => `Crash ${about}`,
    pause: (about: string) => `Pause ${about}`,
    stop: (about: string) => `Stop ${about} in order`,
    revoke: (about: string) => `Take a permission from ${about}`,
    grant: (about: string) => `Give ${about} a permission back`,
    revokeToken: (about: string) => `Revoke the token of ${about}`,
    renewToken: (about: string) => `Give ${about} a new token`,
    stopAnswering: (_: string) => "Stop refusing requests",
    deleteDefinition: (_: string) => "Delete a CustomResourceDefinition",
    deleteObject: (about: string) => `Delete ${about}`,
    deleteNow: (about: string) => `Delete ${about} without grace`,
  },
  /** Titles of the sub-menus. */
  asks: {
    mode: (about: string) => `Answer with${about === "" ? "" : ` (${about})`}`,
    span: "For how long",
    count: "How many",
    name: "Which",
  },
  modes: {
    eof: "close at once",
    reset: "reset the connection",
    refused: "refuse the connection",
    timeout: "never answer",
    403: "403 Forbidden",
    409: "409 Conflict",
    410: "410 Expired",
    429: "429 Too Many Requests",
    500: "500 Internal Error",
    503: "503 Service Unavailable",
    504: "504 Too Large Version",
  },
  count: (count: number) => (count === 1 ? "1 event" : `${count} events`),
  forever: "until somebody ends it",
  howOften: "how often",
  extents: { once: "once", thrice: "3×", always: "until I stop it" },
  blocked: {
    noStream: "no stream is open",
    linkIsUp: "it is whole",
    linkIsCut: "it is cut already",
    serverIsDown: "it is down already",
    processIsDown: "it does not run",
    noHandlers: "it has no handlers",
    nothingToCompact: "nothing is left to remove",
    noObject: "it is gone in etcd",
  },
  /** What would follow, in two words beside the option. */
  outcomes: {
    relist: (version: string) => `relist at ${version}`,
    sameWatch: (_: string) => "waits, same watch",
    rewatch: (version: string) => `watches on from ${version}`,
    listMostRecent: (_: string) => 'LIST "" at once',
    reconcileFails: (_: string) => "retried with back-off",
    conflict: (_: string) => "reads again, retries",
    staleStore: (_: string) => "store falls behind",
    neverTold: (_: string) => "nobody notices",
    watchesBreak: (_: string) => "watches end",
    later: (_: string) => "all comes later",
    mends: (_: string) => "as it was",
    emptyRing: (_: string) => "empty watch cache",
    staleReads: (_: string) => "old answers",
    everyRequestFails: (_: string) => "all back off",
    historyGone: (_: string) => "old versions gone",
    handlerBehind: (_: string) => "its ring grows",
    allWaits: (_: string) => "then a burst",
    memoryGone: (_: string) => "memory is lost",
    chartsGone: (_: string) => "charts are lost",
    systemHears: (_: string) => "its chart decides",
    stops: (_: string) => "drains, then ends",
    forbidden: (_: string) => "403 from now on",
    unauthorized: (_: string) => "401 from now on",
    kindGoes: (_: string) => "its objects first",
    gracefully: (_: string) => "Terminating first",
    atOnce: (_: string) => "gone at once",
  },
  /** The same as a sentence. `wait`: `6.4 to 12.8 s`. */
  sentences: {
    relist: (wait: string, version: string) => `The reflector would wait ${wait}, then list at ${version}.`,
    sameWatch: (wait: string, version: string) =>
      `The reflector would wait ${wait}, then watch again from ${version}. No list.`,
    rewatch: (_: string, version: string) =>
      `The reflector would open the next watch at once, from ${version}. Nothing is lost.`,
    listMostRecent: (_wait: string, _version: string) =>
      'The reflector would give its version up and ask for `LIST ""` at once, without a wait.',
    reconcileFails: (_wait: string, _version: string) =>
      "The reconcile would get the error; its key comes again after the limiter's delay.",
    conflict: (_wait: string, _version: string) =>
      "The write would meet a newer version; the reconcile has to read again and try once more.",
    staleStore: (_wait: string, _version: string) =>
      "The store would go on believing what it has. Reconciles read old objects, and no error says so.",
    neverTold: (_wait: string, _version: string) =>
      "The event would never arrive, and nothing would ask for it again until a relist. No real network does this without breaking the stream.",
    watchesBreak: (_wait: string, _version: string) =>
      "Streams through it would end and requests fail, until it is whole again.",
    later: (_wait: string, _version: string) => "Nothing would be lost; all of it would come later.",
    mends: (_wait: string, _version: string) => "From then on everything would go as without the fault.",
    emptyRing: (_wait: string, _version: string) =>
      "All its watches would end. It would come back with an empty watch cache: versions from before can be too old.",
    staleReads: (_wait: string, _version: string) =>
      "Reads from the watch cache would be answered with old objects, and its watchers told nothing.",
    everyRequestFails: (_wait: string, _version: string) =>
      "Lists, watches and writes would all fail alike, each with its own way of backing off.",
    historyGone: (_wait: string, _version: string) =>
      "Versions below the newest could no longer be listed exactly or continued page by page.",
    handlerBehind: (_wait: string, _version: string) =>
      "Its notifications would pile up in its own ring. Other handlers and the store go on.",
    allWaits: (_wait: string, _version: string) =>
      "The process would stand still while the cluster goes on, and then work off everything at once.",
    memoryGone: (_wait: string, _version: string) =>
      "Queue, stores and expectations would be gone. A new process lists everything again.",
    chartsGone: (_wait: string, _version: string) =>
      "Its charts and timers would be gone. A new process begins with what its store has kept.",
    systemHears: (_wait: string, _version: string) =>
      "Its chart would get it as an event. What follows depends on the state that it is in.",
    stops: (_wait: string, _version: string) =>
      "The manager would stop handing out keys, wait for running reconciles, and end.",
    forbidden: (_wait: string, _version: string) => "Requests of this kind would be answered with 403 from then on.",
    unauthorized: (_wait: string, _version: string) =>
      "Every new request would be answered with 401. Streams that are open would go on until they end.",
    kindGoes: (_wait: string, _version: string) =>
      "All objects of the kind would be deleted, then its definition. Its paths would be 404, and its informers would try for ever.",
    gracefully: (_wait: string, _version: string) =>
      "It would be marked Terminating, and be gone when its grace period and finalizers are done.",
    atOnce: (_wait: string, _version: string) =>
      "It would be gone with the next revision, unless a finalizer holds it.",
  },
  range: (least: string, most: string) => `${least} to ${most}`,
  forks: (seq: number) => `This starts a fork at e${seq}; the old future is kept.`,
  goesOn: "The run goes on from here with it.",
  breakHere: "Stop when something happens here",
  why: "Why is it like this?",
  lane: "Show only its events",
};
