import { type ReactNode, Suspense } from "react";
import { ErrorBoundary } from "./widgets/error-boundary.tsx";

/** A part of the page that fails, and loads, alone. */
export function Pane({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <ErrorBoundary name={name}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}
