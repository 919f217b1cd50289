import { useEffect, useRef, useState } from "react";
import type { Output } from "../../projections/diagnosis/console.ts";
import { Button } from "../widgets/button.tsx";
import { copyText } from "../widgets/copy-text.ts";
import styles from "./console-output.module.css";
import { useDiagnosisTexts } from "./use-diagnosis-texts.ts";

type Props = {
  readonly output: Output;
  /** Only lines that contain it are shown; empty: all. */
  readonly filter: string;
  /** What to say when there is no line at all. */
  readonly quiet: string;
  /** Tables keep their columns; long lines of a log are broken. */
  readonly isTable: boolean;
};

/** A command and what it prints, newest line in sight, to be read, filtered and copied. */
export function ConsoleOutput({ output, filter, quiet, isTable }: Props) {
  const text = useDiagnosisTexts();
  const { command, lines } = output;
  const wanted = filter.trim().toLowerCase();
  const shown = wanted === "" ? lines : lines.filter((line) => line.toLowerCase().includes(wanted));
  const box = useRef<HTMLElement>(null);
  const last = lines.at(-1) ?? "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line or another command brings the end into sight
  useEffect(() => {
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [command, last, wanted]);
  return (
    <div className={styles.console}>
      <div className={styles.prompt}>
        <code className={styles.command}>{`$ ${command}`}</code>
        <span className={styles.count}>{text.lines(shown.length, lines.length)}</span>
        <CopyButton text={[`$ ${command}`, ...shown].join("\n")} />
      </div>
      {shown.length === 0 ? (
        <p className={styles.empty}>{lines.length === 0 ? quiet : text.noMatch}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long outputs scroll, and the keyboard has to reach that
        <section ref={box} className={styles.lines} tabIndex={0} aria-label={text.output(command)}>
          <pre data-table={isTable || undefined}>
            {shown.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place
              <span key={index} data-bad={isBad(line) || undefined}>
                {`${line}\n`}
              </span>
            ))}
          </pre>
        </section>
      )}
    </div>
  );
}

/** Lines that tell of a failure: klog's errors and zap's, requests that were refused, pods that do not run. */
function isBad(line: string): boolean {
  return (
    /^E\d{4} |^\{"level":"(warn|error)"/.test(line) || /"status":"Failure"/.test(line) || /CrashLoopBackOff/.test(line)
  );
}

function CopyButton({ text }: { readonly text: string }) {
  const words = useDiagnosisTexts();
  const [copied, setCopied] = useState<string>();
  return (
    <Button look="quiet" onClick={async () => setCopied((await copyText(text)) ? text : undefined)}>
      <span aria-live="polite">{copied === text ? words.copied : words.copy}</span>
    </Button>
  );
}
