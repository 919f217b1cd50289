// The table is upstream's own: apiserver pkg/util/flowcontrol/dropped_requests_tracker_test.go:TestDroppedRequestsTracker @v0.36.3.
import { expect, test } from "vitest";
import { seconds } from "../../../base/time.ts";
import { noDroppedRequests, withDroppedRequest } from "./dropped-requests.ts";

test("Retry-After begins at a second, is doubled under many refusals and goes back one by one when they are few", () => {
  const steps = [
    { elapsed: 0, refused: 5, retryAfter: 1 },
    { elapsed: 1, refused: 11, retryAfter: 2 },
    { elapsed: 2, refused: 1, retryAfter: 2 },
    { elapsed: 3, refused: 11, retryAfter: 4 },
    { elapsed: 4, refused: 1, retryAfter: 4 },
    { elapsed: 7, refused: 1, retryAfter: 8 },
    { elapsed: 11, refused: 1, retryAfter: 8 },
    { elapsed: 15, refused: 1, retryAfter: 7 },
    { elapsed: 17, refused: 1, retryAfter: 6 },
    { elapsed: 21, refused: 14, retryAfter: 5 },
    { elapsed: 22, refused: 1, retryAfter: 10 },
  ];
  let dropped = noDroppedRequests;
  const seen = steps.map(({ elapsed, refused }) => {
    for (let n = 0; n < refused; n++) dropped = withDroppedRequest(dropped, seconds(1_000 + elapsed));
    return dropped.retryAfter;
  });
  expect(seen).toEqual(steps.map(({ retryAfter }) => retryAfter));
});

test("Retry-After is never longer than 32 s", () => {
  let dropped = noDroppedRequests;
  for (let second = 0; second < 200; second++)
    for (let n = 0; n < 100; n++) dropped = withDroppedRequest(dropped, seconds(second));
  expect(dropped.retryAfter).toBe(32);
});
