import { DropdownMenu } from "radix-ui";
import { useId, useState } from "react";
import { type FaultOption, type MenuEntry, withExtent } from "../../projections/fault-entry.ts";
import { useActions, useApp } from "../app-context.tsx";
import { spanText } from "../widgets/format-time.ts";
import { RichText } from "../widgets/rich-text.tsx";
import { EXTENTS, ExtentChoice, type ExtentName } from "./extent-choice.tsx";
import styles from "./fault-menu.module.css";
import { useFaultTexts } from "./use-fault-texts.ts";
import { useOutcomeWords } from "./use-outcome-words.ts";

/** The ways in which one fault can be had, and in a sentence what would follow from the one that is pointed at. */
export function FaultOptions({ entry }: { readonly entry: MenuEntry }) {
  const { options, extents, about } = entry;
  const texts = useFaultTexts();
  const words = useOutcomeWords();
  const { intervene } = useActions();
  const [extent, setExtent] = useState<ExtentName>("once");
  const [pointed, setPointed] = useState(options[0]);
  const sentence = useId();
  const ask = options[0]?.label.type ?? "span";
  return (
    <>
      <DropdownMenu.Label className={styles.header}>
        {ask === "forever" ? "" : ask === "mode" ? texts.asks.mode(about) : texts.asks[ask]}
      </DropdownMenu.Label>
      {options.map((option) => (
        <DropdownMenu.Item
          key={JSON.stringify(option.label)}
          className={styles.item}
          aria-describedby={sentence}
          onFocus={() => setPointed(option)}
          onSelect={() => intervene(extents ? withExtent(option.action, EXTENTS[extent]) : option.action)}
        >
          <OptionName option={option} />
          <span className={styles.hint}>{words.short(option.outcome)}</span>
        </DropdownMenu.Item>
      ))}
      {extents && <ExtentChoice value={extent} onChange={setExtent} />}
      {pointed !== undefined && (
        <p id={sentence} className={styles.sentence}>
          <RichText text={words.sentence(pointed.outcome)} /> <WhatBecomes />
        </p>
      )}
    </>
  );
}

function OptionName({ option }: { readonly option: FaultOption }) {
  const texts = useFaultTexts();
  const { label } = option;
  switch (label.type) {
    case "mode":
      return (
        <span className={typeof label.mode === "number" ? styles.code : undefined}>{texts.modes[label.mode]}</span>
      );
    case "span":
      return <span className={styles.code}>{spanText(label.span)}</span>;
    case "count":
      return <span>{texts.count(label.count)}</span>;
    case "forever":
      return <span>{texts.forever}</span>;
    case "name":
      return <span className={styles.code}>{label.name}</span>;
  }
}

/** Whether acting here starts a fork: there is a future that somebody has seen already. */
function WhatBecomes() {
  const texts = useFaultTexts();
  const seq = useApp((state) => state.run.cursor.seq);
  const isPast = useApp((state) => state.run.info !== undefined && state.run.cursor.step < state.run.info.headStep);
  return <span className={styles.fork}>{isPast ? texts.forks(seq) : texts.goesOn}</span>;
}
