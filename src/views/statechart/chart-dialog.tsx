import { Dialog } from "radix-ui";
import { useEffect, useRef, useState } from "react";
import type { ChartDrawing } from "../../projections/statechart/chart-drawing.ts";
import { type ChartReading, shortName } from "../../projections/statechart/chart-reading.ts";
import { useMessages } from "../messages-context.tsx";
import { SourceLink } from "../modelled/source-link.tsx";
import { Button } from "../widgets/button.tsx";
import styles from "./chart-dialog.module.css";
import { ChartPicture } from "./chart-picture.tsx";
import { useStatechartTexts } from "./use-statechart-texts.ts";

const STEP = 1.25;
const SMALLEST = 0.5;
const LARGEST = 3;

type Props = { readonly drawing: ChartDrawing; readonly reading: ChartReading; readonly now: number };

/** The whole chart, every transition with its text, over the page. It follows the run while it is open. */
export function ChartDialog({ drawing, reading, now }: Props) {
  const text = useStatechartTexts();
  const [open, setOpen] = useState(false);
  const [scale, setScale] = useState(1);
  const zoom = (factor: number) => setScale((old) => Math.min(LARGEST, Math.max(SMALLEST, old * factor)));
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className={styles.open}>{text.enlarge}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.scrim} />
        <Dialog.Content className={styles.dialog} aria-describedby={undefined}>
          <header className={styles.head}>
            <Dialog.Title className={styles.title}>{text.label(drawing.structure.machine)}</Dialog.Title>
            <Button aria-label={text.zoomOut} onClick={() => zoom(1 / STEP)}>
              −
            </Button>
            <Button aria-label={text.zoomIn} onClick={() => zoom(STEP)}>
              +
            </Button>
            <Dialog.Close asChild>
              <Button>{text.close}</Button>
            </Dialog.Close>
          </header>
          <Body drawing={drawing} reading={reading} now={now} scale={scale} />
          <Sources drawing={drawing} onOpen={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Every state by its name, each a way to what it is in the real library. */
function Sources({ drawing: { structure }, onOpen }: { readonly drawing: ChartDrawing; readonly onOpen: () => void }) {
  const { shell } = useMessages();
  const { machine, nodes } = structure;
  return (
    <footer className={styles.sources}>
      <span>{shell.source}</span>
      {nodes.map(({ id }) => (
        <SourceLink
          key={id}
          target={{ type: "state", machine, state: id }}
          name={shortName(structure, id)}
          onOpen={onOpen}
        />
      ))}
    </footer>
  );
}

/** Opens on the active state: a large chart does not fit a window. */
function Body({ drawing, reading, now, scale }: Props & { readonly scale: number }) {
  const text = useStatechartTexts();
  const body = useRef<HTMLElement>(null);
  useEffect(() => {
    body.current?.querySelector("[data-active]")?.scrollIntoView({ block: "center", inline: "center" });
  }, []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={body} className={styles.body} aria-label={text.states} tabIndex={0}>
      <ChartPicture drawing={drawing} plan={drawing.full} reading={reading} now={now} scale={scale} />
    </section>
  );
}
