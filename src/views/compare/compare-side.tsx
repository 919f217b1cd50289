import { useMemo, useRef } from "react";
import { lineMetrics } from "../../projections/node-lines.ts";
import { headlineOf } from "../../projections/why.ts";
import type { EventRow, Side } from "../../store/run-types.ts";
import { AppProvider, useApp, useAppStore } from "../app-context.tsx";
import { useMessages } from "../messages-context.tsx";
import { PartNode } from "../pipeline/part-node.tsx";
import { PipelineSettingProvider } from "../pipeline/pipeline-context.tsx";
import { useClause } from "../pipeline/use-clause.ts";
import { usePageSize } from "../pipeline/use-page-size.ts";
import { useScope } from "../pipeline/use-scope.ts";
import { SystemsView } from "../systems/systems-view.tsx";
import { momentText } from "../widgets/format-time.ts";
import { RichText } from "../widgets/rich-text.tsx";
import { useBox } from "../widgets/use-box.ts";
import styles from "./compare-view.module.css";
import type { ComparedPart } from "./compared-part.ts";
import { ShowSide } from "./show-side.tsx";
import { sideStore } from "./side-store.ts";
import { useCompareTexts } from "./use-compare-texts.ts";
import { useSideName } from "./use-side-name.ts";

const NODE_HEIGHT = 160;

type Props = {
  readonly side: Side;
  readonly index: number;
  readonly part: ComparedPart;
  /** What this run has where the runs part. */
  readonly parting: EventRow | undefined;
};

/** One run: its name, what it did just now, the node, and what it did where the runs part. */
export function CompareSide({ side, index, part, parting }: Props) {
  const text = useCompareTexts();
  const store = useAppStore();
  const { called, title } = useSideName()(side, index);
  const own = useMemo(() => sideStore(store, side), [store, side]);
  const { cursor, rows } = side;
  const headline = headlineOf(new Map(rows.map((row) => [row.seq, row])), cursor, false);
  return (
    <article className={styles.side}>
      <h3 className={styles.name}>{title}</h3>
      <div className={styles.where}>
        <span>
          e{cursor.seq} · {momentText(cursor.at)}
        </span>
        <ShowSide side={side} index={index} called={called} at={{ type: "time", at: cursor.at }} />
      </div>
      <p className={styles.sentence}>
        <Told row={headline} />
      </p>
      <AppProvider store={own}>{part === "systems" ? <SystemsView /> : <SideNode part={part} />}</AppProvider>
      <p className={styles.parting}>
        <span>{text.atDifference(parting?.seq)}</span>
        <Told row={parting} />
      </p>
    </article>
  );
}

function Told({ row }: { readonly row: EventRow | undefined }) {
  const text = useCompareTexts();
  const { clauses } = useMessages();
  const clause = useClause();
  return row === undefined ? text.noEvent : <RichText text={clauses.sentence(clause(row))} />;
}

/** A node of the pipeline, by itself. */
function SideNode({ part }: { readonly part: Exclude<ComparedPart, "systems"> }) {
  const pane = useRef<HTMLDivElement>(null);
  const { width } = useBox(pane);
  const size = usePageSize();
  const { scope } = useScope();
  const server = useApp((state) => state.frame.current?.servers[0]?.id ?? "");
  const setting = useMemo(() => ({ scope, size, metrics: lineMetrics(size), layout: undefined }), [scope, size]);
  return (
    <PipelineSettingProvider setting={setting}>
      <div ref={pane} className={styles.node}>
        {width > 0 && (
          <PartNode part={part} name={part === "server" ? server : ""} width={width} height={NODE_HEIGHT} />
        )}
      </div>
    </PipelineSettingProvider>
  );
}
