import type { Claim } from "./claim.ts";
import { controlPlaneClaims } from "./control-plane-claims.ts";
import { controllerClaims } from "./controller-claims.ts";
import { informerClaims } from "./informer-claims.ts";
import { lifecycleClaims } from "./lifecycle-claims.ts";
import { serverClaims } from "./server-claims.ts";
import { systemClaims } from "./system-claims.ts";
import { watchClaims } from "./watch-claims.ts";

/** Sentences that are often written, each with its verdict. */
export const CLAIMS: readonly Claim[] = [
  ...informerClaims,
  ...watchClaims,
  ...lifecycleClaims,
  ...controllerClaims,
  ...serverClaims,
  ...controlPlaneClaims,
  ...systemClaims,
];
