import { AREAS } from "./areas.ts";
import { cleanupEntries } from "./cleanup-entries.ts";
import { controllerEntries } from "./controller-entries.ts";
import { diagnosisEntries } from "./diagnosis-entries.ts";
import type { Entry } from "./entry.ts";
import { queueAndStoreEntries } from "./fifo-entries.ts";
import { flowControlEntries } from "./flow-control-entries.ts";
import { handlerAndInformerEntries } from "./handler-entries.ts";
import { knativeEntries } from "./knative-entries.ts";
import { leaderAndConflictEntries } from "./leader-entries.ts";
import { loopAndProcessEntries } from "./loop-entries.ts";
import { workQueueEntries } from "./queue-entries.ts";
import { readAndRefusalEntries } from "./read-entries.ts";
import { reflectorEntries } from "./reflector-entries.ts";
import { storageEntries } from "./storage-entries.ts";
import { systemEntries } from "./system-entries.ts";
import { watchAndRestEntries } from "./watch-entries.ts";
import { workloadEntries } from "./workload-entries.ts";
import { writeAndDeletionEntries } from "./write-entries.ts";

const everything: readonly Entry[] = [
  ...reflectorEntries,
  ...watchAndRestEntries,
  ...queueAndStoreEntries,
  ...handlerAndInformerEntries,
  ...workQueueEntries,
  ...loopAndProcessEntries,
  ...leaderAndConflictEntries,
  ...storageEntries,
  ...readAndRefusalEntries,
  ...flowControlEntries,
  ...writeAndDeletionEntries,
  ...controllerEntries,
  ...workloadEntries,
  ...cleanupEntries,
  ...knativeEntries,
  ...systemEntries,
  ...diagnosisEntries,
];

/** Every behaviour that the engine claims, in the order of `AREAS`. */
export const ENTRIES: readonly Entry[] = AREAS.flatMap(({ id }) => everything.filter(({ area }) => area === id));
