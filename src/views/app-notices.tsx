import { lazy, Suspense } from "react";
import { useApp } from "./app-context.tsx";

// What goes wrong seldom is fetched when it does.
const ProblemsCard = lazy(async () => ({ default: (await import("./notices/problems-card.tsx")).ProblemsCard }));
const ChangeCard = lazy(async () => ({ default: (await import("./notices/change-card.tsx")).ChangeCard }));
const FailureCard = lazy(async () => ({ default: (await import("./notices/failure-card.tsx")).FailureCard }));

/** What is wrong with something that we were given, and faults of our own. */
export function AppNotices() {
  const hasProblems = useApp((state) => state.view.problems.length > 0);
  const hasFailed = useApp((state) => state.run.failure !== undefined);
  const hasChange = useApp(({ run, view }) => run.change !== undefined && view.seenChange !== run.id);
  return (
    <Suspense fallback={null}>
      {hasProblems && <ProblemsCard />}
      {hasChange && <ChangeCard />}
      {hasFailed && <FailureCard />}
    </Suspense>
  );
}
