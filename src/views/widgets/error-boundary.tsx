import { Component, type ErrorInfo, type ReactNode } from "react";
import { useMessages } from "../messages-context.tsx";
import { Button } from "./button.tsx";
import styles from "./error-boundary.module.css";
import { Glyph } from "./glyph.tsx";
import { ReproduceLink } from "./reproduce-link.tsx";

type Props = { readonly name: string; readonly children: ReactNode };
type State = { readonly error: Error | undefined };

/** Keeps a fault of ours inside one pane: the others go on, and the run is not touched. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    // The browser's console is where a developer looks first; the page itself shows the message below.
    reportError(new Error(`${this.props.name}: ${String(error)}${info.componentStack ?? ""}`));
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <PaneFailed name={this.props.name} error={error} retry={() => this.setState({ error: undefined })} />;
  }
}

type FailedProps = { readonly name: string; readonly error: Error; readonly retry: () => void };

function PaneFailed({ name, error, retry }: FailedProps) {
  const { shell: text } = useMessages();
  return (
    <div role="alert" className={styles.card}>
      <h2 className={styles.title}>
        <Glyph tone="failed" />
        {name}: {text.paneFailed}
      </h2>
      <p className={styles.message}>{error.message}</p>
      <div className={styles.row}>
        <Button look="primary" onClick={retry}>
          {text.tryAgain}
        </Button>
        <ReproduceLink />
      </div>
    </div>
  );
}
