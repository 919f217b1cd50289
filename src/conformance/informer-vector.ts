import type { Json } from "../simulation/kubernetes/object.ts";
import { checkInformerShape } from "./informer-shape.ts";

// The recorded runs of client-go's informer stack (`../shared/vectors/informer/README.md` explains the format).

/** An object of a script. */
export type VectorItem = {
  readonly name: string;
  readonly rv: string;
  readonly labels?: { readonly [label: string]: string };
  readonly annotations?: { readonly [annotation: string]: string };
  readonly uid?: string;
};

/** Why a request of a script fails. */
export type VectorError =
  | { readonly network: "ECONNREFUSED" | "ECONNRESET" | "EOF" | "unexpectedEOF" }
  | { readonly status: VectorStatus };

/** An API Status, as far as scripts use it. */
export type VectorStatus = {
  readonly code: number;
  readonly reason: string;
  readonly message?: string;
  readonly details?: {
    readonly causes?: readonly { readonly reason?: string; readonly message?: string }[];
    readonly retryAfterSeconds?: number;
  };
};

/** An event of a script. */
export type VectorEvent = {
  readonly type: string;
  readonly object?: VectorItem | { readonly wrongType: string };
  readonly status?: VectorStatus;
};

/** The answer to the k-th LIST. */
export type VectorList = {
  readonly rv?: string;
  readonly items?: readonly VectorItem[];
  readonly continue?: string;
  readonly error?: VectorError;
  readonly delay?: number;
};

/** The answer to the k-th WATCH. */
export type VectorWatch = {
  readonly error?: VectorError;
  readonly closedAtOnce?: boolean;
  readonly onOpen?: readonly ({ readonly event: VectorEvent } | { readonly close: true })[];
};

/** One step of a script; which fields it has depends on `do`. */
export type VectorStep = {
  readonly at: number;
  readonly do: string;
  readonly handler?: string;
  readonly watch?: number;
  readonly event?: VectorEvent;
  readonly series?: {
    readonly type: string;
    readonly namePrefix: string;
    readonly count: number;
    readonly firstRV: number;
  };
  readonly label?: string;
  readonly fields?: readonly string[];
  readonly items?: readonly VectorItem[];
  readonly rv?: string;
  readonly object?: VectorItem;
};

/** One action of an HTTP reply. */
export type HttpAction =
  | { readonly status: number; readonly headers?: { readonly [name: string]: string } }
  | { readonly write: string }
  | { readonly sleep: number }
  | { readonly end: "return" | "close" | "reset" | "hang" };

/** What was, or should be, observed; fields depend on the type. */
export type Observation = { readonly t: number; readonly type: string; readonly [field: string]: Json };

/** The code that was recorded. */
export type RecordedLibrary = { readonly module: string; readonly version: string; readonly commit: string };

/** A recorded run. */
export type InformerVector = {
  readonly name: string;
  readonly title: string;
  readonly kind: "informer" | "queue" | "http";
  readonly era: "classic" | "inOrder" | "current";
  readonly library: RecordedLibrary & { readonly gates: { readonly [gate: string]: boolean } };
  readonly options: {
    readonly queue?: "DeltaFIFO" | "RealFIFO" | "RealFIFO-atomic";
    readonly resyncPeriod?: number;
    readonly watchListClient?: boolean;
    readonly handlers?: readonly {
      readonly id: string;
      readonly callDuration: number;
      readonly resyncPeriod?: number;
      readonly filter?: { readonly label: string; readonly value: string };
    }[];
    readonly transform?: { readonly kind: "identity" } | { readonly kind: "failIfLabel"; readonly label: string };
    readonly slowStoreWrites?: readonly { readonly object: string; readonly duration: number }[];
  };
  readonly recording?: { readonly omit?: readonly string[]; readonly storeAs?: "count" };
  readonly script: {
    readonly lists?: readonly VectorList[];
    readonly watches?: readonly VectorWatch[];
    readonly http?: {
      readonly list: readonly (readonly HttpAction[])[];
      readonly watch: readonly (readonly HttpAction[])[];
      readonly watchList: readonly (readonly HttpAction[])[];
    };
    readonly steps: readonly VectorStep[];
  };
  readonly draws: readonly { readonly purpose: string; readonly u: number }[];
  readonly observed: readonly (Observation & { readonly i: number; readonly lane: string })[];
  readonly unordered: VectorMarks;
};

/** What must not be asserted. */
export type VectorMarks = {
  readonly before?: readonly (readonly [number, number])[];
  readonly permutations?: readonly { readonly id: string; readonly entries: readonly number[] }[];
  readonly anyOrder?: readonly { readonly entry: number; readonly path: string }[];
  readonly racy?: readonly { readonly entry: number; readonly field: string; readonly allowed: readonly Json[] }[];
  readonly optional?: readonly { readonly entries: readonly number[] }[];
  readonly artefact?: readonly number[];
};

/** Reads the text of a file of format informer-vector/1. Throws a SyntaxError with the place of the first thing that is wrong. */
export function readInformerVector(text: string): InformerVector {
  const value: { readonly format?: string } = JSON.parse(text);
  if (value.format !== "informer-vector/1") throw new SyntaxError(`no informer vector: format ${value.format}`);
  checkInformerShape(value);
  return value as InformerVector; // as was just found
}
